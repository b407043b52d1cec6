internal import Synchronization

/// The newest part of the log, in memory: what nearly every cursor is answered from.
///
/// A value: each publish makes a new one, which shares with the one before all that both have.
package struct ChangeLog: Sendable {
  /// Why a cursor can't be used any more.
  package enum Gone: String, Sendable, Hashable, CaseIterable {
    case compacted, epoch, ahead
  }

  package enum Mode: String, Sendable, Hashable, CaseIterable {
    /// The last one alone: the last switch where there is one, since it makes every update before and after it
    /// part of what the client fetches anyway; else the last update, else whatever came last.
    case latest
    case all
  }

  package let epoch: Epoch
  /// The oldest revision that a cursor may have.
  package private(set) var floor: UInt64
  package private(set) var head: UInt64
  /// In order; all but the last are full.
  private var chunks: [ChangeChunk] = []
  /// How many changes of the last chunk are this log's.
  private var lastCount = 0
  private let limit: Int

  /// - Parameter tail: the newest changes in order, ending at `head`.
  package init(epoch: Epoch, floor: UInt64, head: UInt64, tail: [Change], limit: Int = 16_384) {
    self.epoch = epoch
    self.floor = floor
    self.head = head
    self.limit = limit
    for change in tail { add(change) }
  }

  package var cursor: Cursor { Cursor(epoch: epoch, revision: head) }

  /// The oldest revision that can be answered from memory.
  package var memoryFloor: UInt64 { max(floor, chunks.first.map { $0.first - 1 } ?? head) }

  /// The changes that memory holds last, at most so many.
  package func newest(_ count: Int) -> [Change] {
    Array(changes(from: max(chunks.count - (count / ChangeChunk.size + 2), 0)).suffix(count))
  }

  /// What memory holds of the changes that concern a channel, or all for `Snapshot.everyChannel`, newest first, below a
  /// revision; at most so many, and whether the log may hold more.
  package func history(
    of channel: String, before revision: UInt64, limit: Int
  ) -> (changes: [Change], isCut: Bool) {
    var found: [Change] = []
    for change in chunks.indices.reversed().lazy.flatMap({ changes(at: $0).reversed() })
    where change.revision < revision {
      guard channel == Snapshot.everyChannel || change.channels.contains(channel) else { continue }
      if found.count == limit { return (found, true) }
      found.append(change)
    }
    return (found, memoryFloor > floor)
  }

  package mutating func append(_ changes: [Change]) {
    for change in changes {
      add(change)
      head = change.revision
    }
  }

  package mutating func forget(below floor: UInt64) { self.floor = max(self.floor, floor) }

  /// - Parameters:
  ///   - view: what may be seen of it.
  ///   - limit: how many changes a page holds.
  package func read(
    since cursor: Cursor, channel: String, view: LogView = .whole, mode: Mode, limit: Int
  ) -> LogReading {
    if cursor.epoch != epoch { return .gone(.epoch) }
    if cursor.revision > head { return .gone(.ahead) }
    if cursor.revision < floor { return .gone(.compacted) }
    if cursor.revision < memoryFloor { return .older }
    var page = ChangePage(of: channel, view: view, mode: mode, limit: limit)
    for change in changes(after: cursor.revision) {
      guard page.take(change) else { break }
    }
    return .changes(page)
  }

  private func changes(after revision: UInt64) -> some Sequence<Change> {
    let first = chunks.lastIndex { $0.first <= revision + 1 } ?? chunks.startIndex
    return changes(from: first).drop { $0.revision <= revision }
  }

  /// Those of a chunk and of all after it.
  private func changes(from chunk: Int) -> some Sequence<Change> & LazySequenceProtocol {
    (chunk..<chunks.endIndex).lazy.map { changes(at: $0) }.joined()
  }

  private func changes(at chunk: Int) -> ArraySlice<Change> {
    chunks[chunk].changes(first: chunk == chunks.endIndex - 1 ? lastCount : ChangeChunk.size)
  }

  private mutating func add(_ change: Change) {
    if let last = chunks.last, lastCount < ChangeChunk.size {
      if !last.add(change, after: lastCount) {
        chunks[chunks.count - 1] = ChangeChunk(Array(last.changes(first: lastCount)) + [change])
      }
      lastCount += 1
    } else {
      chunks.append(ChangeChunk([change]))
      lastCount = 1
    }
    if chunks.count * ChangeChunk.size > limit + ChangeChunk.size { chunks.removeFirst() }
  }
}

/// What a cursor gets.
package enum LogReading: Sendable, Hashable {
  /// What comes after it and concerns the channel, in order, as far as it has room.
  case changes(ChangePage)
  /// It is good, but older than what memory holds: ask the store.
  case older
  case gone(ChangeLog.Gone)
}

/// A part of the log that grows where it is. Logs that share one each know how many of its changes are theirs: to copy
/// what they share for each change that comes would cost a switch of themes 4 % more instructions.
final class ChangeChunk: Sendable {
  /// How many changes there are in a full one.
  static let size = 64

  /// The revision that it begins with.
  let first: UInt64
  private let changes: Mutex<[Change]>

  /// - Parameter changes: one at least.
  init(_ changes: [Change]) {
    first = changes[0].revision
    self.changes = Mutex(changes)
  }

  /// The first so many.
  func changes(first count: Int) -> ArraySlice<Change> { changes.withLock { $0.prefix(count) } }

  /// Adds a change behind the first so many; false where another log has gone on from there already.
  func add(_ change: Change, after count: Int) -> Bool {
    changes.withLock { changes in
      guard changes.count == count else { return false }
      changes.append(change)
      return true
    }
  }
}

/// As many of a channel's changes as one answer holds, folded as the mode says: no answer is large, however much there
/// is to tell. Of every channel they are not folded: the last change of one channel says nothing of another.
package struct ChangePage: Sendable, Hashable {
  /// In order.
  package private(set) var changes: [Change] = []
  /// Whether a change had no room: it is the first of the next page.
  package private(set) var isCut = false
  private let channel: String
  private let view: LogView
  private let mode: ChangeLog.Mode
  private let limit: Int
  private var room = Self.largest

  /// What the changes of a page take together, in bytes as they are written; one change alone may take more.
  private static let largest = 64 << 10

  /// - Parameter view: what may be seen.
  package init(of channel: String, view: LogView = .whole, mode: ChangeLog.Mode, limit: Int) {
    self.channel = channel
    self.view = view
    self.mode = channel == Snapshot.everyChannel ? .all : mode
    self.limit = limit
  }

  /// Takes the change that follows those before; false where it has no room.
  package mutating func take(_ change: Change) -> Bool {
    guard !isCut else { return false }
    guard view.shows(change, in: channel) else { return true }
    if mode == .latest {
      if changes.isEmpty || change.weight >= changes[0].weight { changes = [change] }
      return true
    }
    let cost = change.cost
    isCut = changes.count == limit || !changes.isEmpty && cost > room
    guard !isCut else { return false }
    changes.append(change)
    room -= cost
    return true
  }

  /// The cursor that the client goes on from.
  /// - Parameter end: where the log stood.
  package func cursor(upTo end: Cursor) -> Cursor {
    guard isCut, let last = changes.last else { return end }
    return Cursor(epoch: end.epoch, revision: last.revision)
  }
}

extension Change {
  /// Of several changes a client that wants the last one alone gets the last of those that weigh most.
  fileprivate var weight: Int {
    switch kind {
    case .activated: 2
    case .updated: 1
    case .removed, .scheduled, .unscheduled: 0
    }
  }

  /// Roughly what it takes when it is written, in bytes.
  fileprivate var cost: Int {
    let names = channels + (differences.map { $0.colors + $0.images + $0.rules } ?? [])
    let texts = [theme, previous ?? "", by, note ?? ""]
    return (names + texts).reduce(200) { $0 + $1.utf8.count + 12 }
  }
}

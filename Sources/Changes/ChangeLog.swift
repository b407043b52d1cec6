internal import Synchronization

/// The newest part of the log, in memory. Nearly all cursors are answered from it.
///
/// It is a value: each commit makes a new log, which shares all earlier changes with the one before.
package struct ChangeLog: Sendable {
  /// The reason why a cursor is invalid.
  package enum Gone: String, Sendable, Hashable, CaseIterable {
    case compacted, epoch, ahead
  }

  package enum Mode: String, Sendable, Hashable, CaseIterable {
    /// The last change alone. A switch counts more than an update, since the client fetches the theme with all its
    /// updates after a switch; any other change counts least.
    case latest
    case all
  }

  package let epoch: Epoch
  /// The oldest revision that a cursor may have.
  package private(set) var floor: UInt64
  package private(set) var head: UInt64
  /// The chunks in order; all but the last are full.
  private var chunks: [ChangeChunk] = []
  /// The number of changes in the last chunk that belong to this log.
  private var lastCount = 0
  private let limit: Int

  /// - Parameter tail: the newest changes in order, ending at `head`.
  package init(epoch: Epoch, floor: UInt64, head: UInt64, tail: [Change], limit: Int = 16_384) {
    (self.epoch, self.floor, self.head, self.limit) = (epoch, floor, head, limit)
    for change in tail { add(change) }
  }

  /// The oldest revision that can be answered from memory.
  package var memoryFloor: UInt64 { max(floor, chunks.first.map { $0.first - 1 } ?? head) }

  /// The newest change, if it is in memory.
  package var newest: Change? { chunks.last?.changes(first: lastCount).last }

  /// Returns the newest change in memory that concerns a channel and meets a condition.
  func newest(of channel: String, where holds: (Change) -> Bool) -> Change? {
    chunks.indices.reversed().lazy.flatMap { changes(at: $0).reversed() }
      .first { $0.channels.contains(channel) && holds($0) }
  }

  /// Returns the newest changes in memory, at most so many.
  package func newest(_ count: Int) -> [Change] {
    Array(changes(from: max(chunks.count - (count / ChangeChunk.size + 2), 0)).suffix(count))
  }

  /// Returns the changes in memory that concern a channel, or all for `Snapshot.everyChannel`, newest first, below a
  /// revision: at most so many, and whether the log may hold more.
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
  ///   - view: the part of the log that the client may see.
  ///   - limit: the number of changes on a page.
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

  /// Returns the changes of a chunk and of all after it.
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

/// The answer to a cursor.
package enum LogReading: Sendable, Hashable {
  /// The changes after the cursor that concern the channel, in order, as many as fit.
  case changes(ChangePage)
  /// The cursor is valid, but older than the changes in memory: read the store.
  case older
  case gone(ChangeLog.Gone)
}

/// A part of the log that grows in place. Each log that shares it knows how many of its changes belong to it. Copying
/// the shared changes for each new one would cost a switch 4 % more instructions.
final class ChangeChunk: Sendable {
  /// The number of changes in a full chunk.
  static let size = 64

  /// The revision of the first change.
  let first: UInt64
  private let changes: Mutex<[Change]>

  /// - Parameter changes: at least one.
  init(_ changes: [Change]) {
    first = changes[0].revision
    self.changes = Mutex(changes)
  }

  /// Returns the first so many changes.
  func changes(first count: Int) -> ArraySlice<Change> { changes.withLock { $0.prefix(count) } }

  /// Adds a change after the first so many. Returns false if another log has continued from there already.
  func add(_ change: Change, after count: Int) -> Bool {
    changes.withLock { changes in
      guard changes.count == count else { return false }
      changes.append(change)
      return true
    }
  }
}

/// A page of a channel's changes, bounded in number and bytes. The mode reduces the changes of one channel, but not those
/// of all channels together, since the last change of one channel says nothing about another.
package struct ChangePage: Sendable, Hashable {
  /// The changes in order.
  package private(set) var changes: [Change] = []
  /// Indicates whether a change did not fit: it is the first of the next page.
  package private(set) var isCut = false
  private let channel: String
  private let view: LogView
  private let mode: ChangeLog.Mode
  private let limit: Int
  private var room = Self.largest

  /// The limit for the changes of a page, in bytes; one change alone may be larger.
  private static let largest = 64 << 10

  /// - Parameter view: the part of the log that the client may see.
  package init(of channel: String, view: LogView = .whole, mode: ChangeLog.Mode, limit: Int) {
    self.channel = channel
    self.view = view
    self.mode = channel == Snapshot.everyChannel ? .all : mode
    self.limit = limit
  }

  /// Adds the next change. Returns false if it does not fit.
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

  /// Returns the cursor that the client continues from.
  /// - Parameter end: the cursor of the whole log.
  package func cursor(upTo end: Cursor) -> Cursor {
    guard isCut, let last = changes.last else { return end }
    return Cursor(epoch: end.epoch, revision: last.revision)
  }
}

extension Change {
  /// The rank of the change for clients that want the last one alone: they get the last of the highest rank.
  fileprivate var weight: Int {
    switch kind {
    case .activated: 2
    case .updated: 1
    case .removed, .scheduled, .unscheduled: 0
    }
  }

  /// The approximate size of the change as JSON, in bytes.
  fileprivate var cost: Int {
    let names = channels + (differences.map { $0.colors + $0.images + $0.rules } ?? [])
    let texts = [theme, previous ?? "", by, note ?? ""]
    return (names + texts).reduce(200) { $0 + $1.utf8.count + 12 }
  }
}

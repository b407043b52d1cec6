/// The newest part of the log, in memory: what nearly every cursor is answered from.
///
/// A value: each publish makes a new one that shares all but its last chunk with the one before.
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
  private var chunks: [[Change]] = []
  private let limit: Int
  private static let chunkSize = 64

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
  package var memoryFloor: UInt64 {
    max(floor, chunks.first?.first.map { $0.revision - 1 } ?? head)
  }

  /// The changes that memory holds last, at most so many.
  package func newest(_ count: Int) -> [Change] {
    Array(chunks.suffix(count / Self.chunkSize + 1).joined().suffix(count))
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
    let first = chunks.firstIndex { ($0.last?.revision ?? 0) > revision } ?? chunks.endIndex
    return chunks[first...].lazy.joined().drop { $0.revision <= revision }
  }

  private mutating func add(_ change: Change) {
    if let last = chunks.indices.last, chunks[last].count < Self.chunkSize {
      chunks[last].append(change)
    } else {
      chunks.append([change])
    }
    if chunks.count * Self.chunkSize > limit + Self.chunkSize { chunks.removeFirst() }
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

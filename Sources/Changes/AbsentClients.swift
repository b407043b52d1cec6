internal import Synchronization

/// The clients of all workers whose connections ended, and that may come back on others.
///
/// A worker takes the lock only when a connection of a notified client ends, and when a new connection begins to wait, never
/// to wake a client.
package final class AbsentClients: Sendable {
  /// The facts that a client keeps when it comes back on another connection.
  package struct Former: Sendable, Hashable {
    /// Indicates whether it was notified of the newest change.
    package let isTold: Bool
    /// Indicates whether it has come back since, and held the change.
    package let isBack: Bool
  }

  /// A client whose connection has ended.
  package struct Left: Sendable, Hashable {
    var client: Former
    let cell: UInt8
    /// The place in which it is counted; nil for a client that held the change.
    var bucket: ClientFigures.Bucket?
    /// The time from which it can't come back, in tenths of a second.
    let deadline: UInt32
  }

  fileprivate struct Channel {
    var change: Cursor
    /// The clients whose connections have ended, in groups of equal ones with their numbers.
    var groups: [(left: Left, count: Int)] = []
    /// The number of clients that can no longer come back, by their cells.
    var gone: [UInt8: Int] = [:]
    /// The number of workers that count clients of the channel.
    var workers = 1
  }

  private let channels = Mutex<[String: Channel]>([:])

  package init() {}

  /// The time for which a client may come back on another connection, in tenths of a second.
  package static let patience: UInt32 = 600

  /// Called by a worker that begins to count clients of a channel.
  func open(_ name: String, _ newest: Cursor) {
    channels.withLock { channels in
      if channels[name] == nil {
        channels[name] = Channel(change: newest)
      } else {
        channels[name]?.workers += 1
      }
    }
  }

  /// Called by a worker that has discarded a channel.
  func close(_ name: String) {
    channels.withLock { channels in
      channels[name]?.workers -= 1
      if channels[name]?.workers == 0 { channels[name] = nil }
    }
  }

  func add(_ left: Left, to name: String, _ newest: Cursor, now: UInt32) {
    // Whole seconds, so that there are few groups.
    let left = Left(
      client: left.client, cell: left.cell, bucket: left.bucket, deadline: (left.deadline + 9) / 10 * 10)
    channels.withLock { channels in
      channels[name]?.advance(to: newest, now: now)
      if let index = channels[name]?.groups.firstIndex(where: { $0.left == left }) {
        channels[name]?.groups[index].count += 1
      } else {
        channels[name]?.groups.append((left, 1))
      }
    }
  }

  /// Takes a client of the channel for one that begins to wait on a new connection: one that was told before one that held
  /// the change, and one of the same kind and representation before others. Returns nil if there is none.
  func claim(_ cell: ClientCell, in name: String, _ newest: Cursor, now: UInt32) -> Former? {
    func rank(_ left: Left) -> Int { (left.bucket == nil ? 2 : 0) + (left.cell == cell.number ? 0 : 1) }
    return channels.withLock { channels in
      guard let groups = channels[name]?.groups, !groups.isEmpty else { return nil }
      channels[name]?.advance(to: newest, now: now)
      guard let current = channels[name]?.groups,
        let index = current.indices.min(by: { rank(current[$0].left) < rank(current[$1].left) })
      else { return nil }
      if current[index].count == 1 {
        channels[name]?.groups.remove(at: index)
      } else {
        channels[name]?.groups[index].count -= 1
      }
      return current[index].left.client
    }
  }

  /// Adds the absent clients of a channel to its figures.
  package func add(to figures: inout ClientFigures, of name: String, now: UInt32) {
    let known = channels.withLock { channels in
      channels[name]?.advance(to: figures.change, now: now)
      return channels[name]
    }
    guard let known else { return }
    for (left, count) in known.groups {
      if let bucket = left.bucket { figures.add(ClientCell(number: left.cell), bucket, count) }
    }
    for (cell, count) in known.gone { figures.add(ClientCell(number: cell), .gone, count) }
  }
}

extension AbsentClients.Channel {
  /// Begins with a newer change, and moves the clients that can't come back any more.
  fileprivate mutating func advance(to newest: Cursor, now: UInt32) {
    if change != newest {
      (change, gone) = (newest, [:])
      groups = groups.compactMap { left, count in
        guard left.bucket != nil else { return nil }
        var late = left
        (late.client, late.bucket) = (.init(isTold: false, isBack: false), .late)
        return (late, count)
      }
    }
    guard groups.contains(where: { $0.left.deadline <= now }) else { return }
    for (left, count) in groups where left.deadline <= now && left.bucket != nil {
      gone[left.cell, default: 0] += count
    }
    groups.removeAll { $0.left.deadline <= now }
  }
}

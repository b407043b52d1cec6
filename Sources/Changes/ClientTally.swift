internal import Synchronization

/// The counts of one worker, which alone writes them. Other threads read them.
///
/// Times are tenths of a second of a clock that all workers share.
package final class ClientTally: Sendable {
  private let counts = Mutex(ClientCounts())
  private let absent: AbsentClients

  package init(absent: AbsentClients) { self.absent = absent }

  package func figures(of channel: String) -> ClientFigures? { counts.withLock { $0.figures(of: channel) } }

  package var all: (figures: [(channel: String, figures: ClientFigures)], times: BackTimes) {
    counts.withLock { ($0.allFigures, $0.times) }
  }

  /// Handles an event in a channel whose newest change is known. Returns nil if there is no such channel.
  private func update<Value: Sendable>(
    _ channel: String, from current: Current, head: UInt64 = 0,
    _ change: (inout ClientCounts, ClientCounts.Number) -> Value
  ) -> Value? {
    let version = current.version
    let done = counts.withLock { counts in
      counts.number(of: channel, at: version, head: head).map { change(&counts, $0) }
    }
    if let done { return done }
    let snapshot = current.now
    guard let newest = snapshot.newestChange(in: channel) else { return nil }
    return counts.withLock { counts in
      if !counts.knows(channel) { absent.open(channel, newest.cursor) }
      return change(&counts, counts.begin(newest, at: version, head: snapshot.cursor.revision))
    }
  }

  private func name(of client: CountedClient) -> String? {
    client.isCounted ? counts.withLock { $0.name(of: client) } : nil
  }

  /// Notes that a client waits, or begins a stream, with the current tag.
  /// - Parameter head: the revision up to which the tag was found to be current.
  /// - Returns: a channel that the connection had clients of before, if it has none here now.
  package func wait(
    _ wait: ClientCounts.Wait, in channel: String, _ client: inout CountedClient, from current: Current,
    head: UInt64, now: UInt32, clock: Timestamp
  ) -> String? {
    var emptied: String?
    if let former = name(of: client), former != channel { emptied = end(&client, now: now) }
    let newest = update(channel, from: current, head: head) { counts, number -> Cursor? in
      guard !client.isCounted else {
        counts.wait(wait, in: number, &client, now: clock)
        return nil
      }
      return counts.change(number)
    }
    if let newest = newest ?? nil {
      let former = absent.claim(wait.cell, in: channel, newest, now: now)
      _ = update(channel, from: current, head: head) {
        $0.wait(wait, in: $1, &client, now: clock, as: former)
      }
    }
    return emptied
  }

  /// Notes that the wait of a client continues after a change.
  package func stay(_ client: inout CountedClient, from current: Current) {
    guard let channel = name(of: client) else { return }
    _ = update(channel, from: current) { $0.stay(&client, in: $1) }
  }

  /// Notes that a client was answered with what a channel shows now. Returns whether its state lapses at the deadline.
  /// - Parameter cell: that of a client that is counted though it is not known; nil if such a client is not counted.
  package func tell(
    _ client: inout CountedClient, of channel: String, isWoken: Bool, as cell: ClientCell? = nil,
    from current: Current, deadline: UInt32
  ) -> Bool {
    guard name(of: client).map({ $0 == channel }) ?? (cell != nil) else { return false }
    let cell = client.isCounted ? nil : cell
    return update(channel, from: current) {
      $0.tell(&client, isWoken: isWoken, in: $1, as: cell, deadline: deadline)
    } ?? false
  }

  /// Notes that the socket has taken what a stream wrote, up to a revision.
  package func stream(
    _ client: inout CountedClient, upTo revision: UInt64, from current: Current, clock: Timestamp
  ) {
    guard let channel = name(of: client) else { return }
    _ = update(channel, from: current) { $0.stream(&client, upTo: revision, in: $1, now: clock) }
  }

  /// Notes that the wait of a client ended without news.
  package func pause(_ client: inout CountedClient, deadline: UInt32) {
    counts.withLock { $0.pause(&client, deadline: deadline) }
  }

  /// Ends a state that has lapsed.
  package func lapse(_ client: inout CountedClient) {
    counts.withLock { $0.lapse(&client) }
  }

  /// Removes a client. Returns the name of its channel if it has no other client here.
  package func end(_ client: inout CountedClient, now: UInt32) -> String? {
    guard let channel = name(of: client) else { return nil }
    let (left, isLast, newest) = counts.withLock { counts in
      let newest = counts.change(client.channel)
      let (left, isLast) = counts.end(&client, now: now)
      return (left, isLast, newest)
    }
    if let left { absent.add(left, to: channel, newest, now: now) }
    return isLast ? channel : nil
  }

  /// Discards a channel that has had no clients for a while.
  package func discard(_ channel: String, now: UInt32) {
    if counts.withLock({ $0.discard(channel, now: now) }) { absent.close(channel) }
  }
}

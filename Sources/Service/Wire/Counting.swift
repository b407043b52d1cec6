internal import Bindings
internal import Changes
internal import ThemeAPI

/// The times at which the states of clients lapse, in tenths of a second. All entries of a queue are added with the same
/// delay, so the first is the next.
struct LapseQueue {
  private var entries: [(key: ConnectionKey, due: UInt32)] = []
  private var first = 0

  var isEmpty: Bool { entries.isEmpty }

  /// The time of the next entry, or nil if there is none.
  var next: UInt32? { first < entries.count ? entries[first].due : nil }

  mutating func add(_ key: ConnectionKey, due: UInt32) { entries.append((key, due)) }

  /// Removes and returns the first entry if it is due, or if its client has left that state.
  mutating func removeFirst(
    now: UInt32, unless isAwaited: (ConnectionKey, UInt32) -> Bool
  ) -> ConnectionKey? {
    guard first < entries.count else { return nil }
    let (key, due) = entries[first]
    guard due <= now || !isAwaited(key, due) else { return nil }
    first += 1
    if first * 2 > entries.count {
      // An empty queue gives its memory back: one switch adds each client that waits.
      if first == entries.count { entries = [] } else { entries.removeFirst(first) }
      first = 0
    }
    return key
  }
}

/// The clients of a worker whose states lapse.
struct Lapses {
  /// Clients that were notified of a change, and are gone after a minute.
  var told = LapseQueue()
  /// Clients between two waits, which may take two seconds.
  var pauses = LapseQueue()
  /// The channels that have no clients here any more.
  var emptied: [(channel: String, due: UInt32)] = []

  static let pause: UInt32 = 20

  /// Asked in each round of the loop, of workers without clients that wait too.
  var isEmpty: Bool { told.isEmpty && pauses.isEmpty && emptied.isEmpty }

  var next: UInt32? {
    isEmpty ? nil : [told.next, pauses.next, emptied.first?.due].compactMap { $0 }.min()
  }
}

/// Counting the clients that wait. Requests that are no waits are not counted.
extension Worker {
  private var tenths: UInt32 { now.tenths }

  /// Counts a wait, or a stream, that begins with the current tag.
  func countWait(
    _ connection: Connection, _ channel: String, head: UInt64, route: String, isStream: Bool = false
  ) {
    guard let current, let form = ClientRepresentation(route: route) else { return }
    let kind = isStream ? .stream : ClientKind(userAgent: connection.header("User-Agent"))
    let refusal = isStream ? nil : connection.header("Livery-Refused").map(ClientFigures.reason)
    let emptied = handle.clients.wait(
      .init(cell: ClientCell(kind, form), refusal: refusal, isStream: isStream), in: channel,
      &connection.counted, from: current, head: head, now: tenths, clock: .now)
    if let emptied { lapses.emptied.append((emptied, tenths + AbsentClients.patience)) }
  }

  /// Counts the wait of a client that continues after a change.
  func countStay(_ connection: Connection) {
    if let current, connection.counted.isCounted { handle.clients.stay(&connection.counted, from: current) }
  }

  /// Counts the reply to a wait.
  /// - Parameter isWoken: whether the client was counted as one that waits.
  func count(_ reply: Reply, to connection: Connection, route: String, isWoken: Bool = false) {
    guard reply.notifiedChannel != nil || isWoken && connection.counted.isCounted, let current else { return }
    guard let channel = reply.notifiedChannel else {
      return reply.status < 400 ? countPause(connection) : countEnd(connection)
    }
    // The first answer to a client that was away during a restart counts as its notification.
    let isEarly = !connection.counted.isCounted && now < context.startedAt + .seconds(60)
    let cell =
      isEarly
      ? ClientRepresentation(route: route).map {
        ClientCell(ClientKind(userAgent: connection.header("User-Agent")), $0)
      } : nil
    let due = tenths + AbsentClients.patience
    let lapses = handle.clients.tell(
      &connection.counted, of: channel, isWoken: isWoken, as: cell, from: current, deadline: due)
    if lapses { return self.lapses.told.add(connection.key, due: due) }
    if isWoken { countPause(connection) }
  }

  private func countPause(_ connection: Connection) {
    let due = tenths + Lapses.pause
    handle.clients.pause(&connection.counted, deadline: due)
    lapses.pauses.add(connection.key, due: due)
  }

  /// Counts a stream whose socket has taken everything up to a revision.
  func countStream(_ connection: Connection, upTo revision: UInt64) {
    guard let current, connection.counted.isCounted else { return }
    handle.clients.stream(&connection.counted, upTo: revision, from: current, clock: .now)
  }

  /// Counts the end of a client: its connection closes, or its wait is refused.
  func countEnd(_ connection: Connection) {
    guard connection.counted.isCounted, let emptied = handle.clients.end(&connection.counted, now: tenths)
    else { return }
    lapses.emptied.append((emptied, tenths + AbsentClients.patience))
  }

  /// Ends the states that have lapsed.
  func endLapsed() {
    guard !lapses.isEmpty else { return }
    let now = tenths
    func isAwaited(_ key: ConnectionKey, _ due: UInt32) -> Bool {
      connections.find(key).map { $0.counted.lapses && $0.counted.deadline == due } ?? false
    }
    func lapse(_ key: ConnectionKey) {
      guard let connection = connections.find(key), connection.counted.lapses,
        connection.counted.deadline <= now
      else { return }
      handle.clients.lapse(&connection.counted)
    }
    while let key = lapses.told.removeFirst(now: now, unless: isAwaited) { lapse(key) }
    while let key = lapses.pauses.removeFirst(now: now, unless: isAwaited) { lapse(key) }
    while let first = lapses.emptied.first, first.due <= now {
      lapses.emptied.removeFirst()
      handle.clients.discard(first.channel, now: now)
    }
  }
}

extension HTTPServer {
  /// Returns the clients of a channel at all servers of the log.
  func clients(of channel: String, _ publisher: Publisher) -> ClientReport? {
    let known = workers.compactMap { $0.clients.figures(of: channel) }
    // After the workers: it knows each change that they know.
    guard let newest = publisher.current.now.newestChange(in: channel) else { return nil }
    var sum = ClientFigures(change: newest.cursor)
    for figures in known { sum.merge(figures) }
    context.absent.add(to: &sum, of: channel, now: MonotonicTime.now.tenths)
    return publisher.report(on: newest, own: sum)
  }

  /// Returns the clients of all channels at this server, and the times in which they came back.
  func allClients(_ now: () -> Snapshot) -> (figures: [String: ClientFigures], times: BackTimes) {
    var known: [String: [ClientFigures]] = [:]
    var times = BackTimes()
    for worker in workers {
      let (all, own) = worker.clients.all
      for (channel, figures) in all { known[channel, default: []].append(figures) }
      times.merge(own)
    }
    var sums: [String: ClientFigures] = [:]
    let snapshot = now()
    for (channel, parts) in known {
      guard let newest = snapshot.newestChange(in: channel) else { continue }
      var sum = ClientFigures(change: newest.cursor)
      for figures in parts { sum.merge(figures) }
      context.absent.add(to: &sum, of: channel, now: MonotonicTime.now.tenths)
      if !sum.isEmpty { sums[channel] = sum }
    }
    return (sums, times)
  }
}

/// The clients of a server in numbers, by channel and state.
struct ClientStatistics: Sendable {
  typealias Channel = (name: String, counts: [ClientState: Int], sum: Int)

  private var channels: [Channel] = []
  let times: BackTimes

  init(_ clients: (figures: [String: ClientFigures], times: BackTimes)) {
    times = clients.times
    for (channel, figures) in clients.figures { add(figures, of: channel) }
  }

  /// Adds the clients of a channel, unless there are none.
  private mutating func add(_ figures: ClientFigures, of channel: String) {
    let counts = Dictionary(uniqueKeysWithValues: ClientState.allCases.map { ($0, figures.count($0)) })
    let sum = counts.values.reduce(0, +)
    if sum > 0 { channels.append((channel, counts, sum)) }
  }

  /// Returns the channels with most clients, and all others.
  func byNumber(_ most: Int) -> (ArraySlice<Channel>, ArraySlice<Channel>) {
    let sorted = channels.sorted { ($1.sum, $0.name) < ($0.sum, $1.name) }
    return (sorted.prefix(most), sorted.dropFirst(most))
  }
}

extension MonotonicTime {
  /// The time in tenths of a second.
  fileprivate var tenths: UInt32 { UInt32(truncatingIfNeeded: nanoseconds / 100_000_000) }
}

/// The part of a client that its connection keeps, in 16 bytes.
package struct CountedClient: Sendable {
  fileprivate(set) var channel: Int32 = -1
  /// The number of the change that it holds or was notified of, among those of its channel at this worker.
  fileprivate var turn: UInt32 = 0
  /// The time at which its state lapses, in tenths of a second.
  package fileprivate(set) var deadline: UInt32 = 0
  fileprivate var state = State.none
  fileprivate var cell: UInt8 = 0
  fileprivate var reason: UInt8 = 0
  fileprivate var marks: Marks = []

  fileprivate enum State: UInt8 {
    case none
    /// It waits, or pauses between two waits.
    case waiting
    case refusing
    case told
    /// It came back with an older tag after it was notified.
    case late
    case gone
    /// It has paused for too long.
    case away
  }

  fileprivate struct Marks: OptionSet {
    let rawValue: UInt8
    /// It was notified of the change of its turn.
    static let told = Marks(rawValue: 1)
    /// It has come back since.
    static let back = Marks(rawValue: 2)
    static let pausing = Marks(rawValue: 4)
    static let streaming = Marks(rawValue: 8)
  }

  package init() {}

  package var isCounted: Bool { channel >= 0 }

  /// Indicates whether the client is in a state that lapses.
  package var lapses: Bool { isMissing || marks.contains(.pausing) }

  /// Indicates whether the client was notified and is not back with the current tag.
  fileprivate var isMissing: Bool { state == .told || state == .late }
}

/// The clients of one worker by channel and state: a state machine without clock, lock or socket.
///
/// A client is counted in one place, which follows from its state and from whether its turn is the newest. So a newer change
/// moves all clients of a channel at once, by their sums.
package struct ClientCounts: Sendable {
  private struct Channel: Sendable {
    var name: String
    var figures: ClientFigures
    /// The time of the newest change, in milliseconds.
    var at: Int64
    var turn: UInt32 = 0
    /// The snapshot in which the newest change was looked up, by its number and the revision of its log.
    var version: UInt64 = 0
    var head: UInt64 = 0
    /// The number of connections that are counted.
    var population = 0
    /// The time at which the last of them left, in tenths of a second.
    var emptiedAt: UInt32 = 0
  }

  typealias Number = Int32

  /// The channels by their numbers. A channel without a name stands at each free number.
  private var channels: [Channel] = []
  private var numbers: [String: Number] = [:]
  private var freeNumbers: [Number] = []
  /// The times in which clients of all channels came back, since the start.
  private(set) var times = BackTimes()

  /// Returns the number of a channel whose newest change is known as of a snapshot.
  /// - Parameter head: a revision that the snapshot must have reached: it may have been swapped a moment ago.
  func number(of channel: String, at version: UInt64, head: UInt64) -> Number? {
    guard let number = numbers[channel] else { return nil }
    let known = channels[Int(number)]
    return known.version == version && known.head >= head ? number : nil
  }

  func knows(_ channel: String) -> Bool { numbers[channel] != nil }

  func name(of client: CountedClient) -> String { channels[Int(client.channel)].name }

  /// Makes the newest change of a channel known.
  mutating func begin(_ newest: NewestChange, at version: UInt64, head: UInt64) -> Number {
    let number = numbers[newest.channel] ?? makeNumber(newest)
    modify(number) { channel in
      (channel.version, channel.head) = (version, head)
      guard channel.figures.change != newest.cursor else { return }
      channel.figures.begin(newest.cursor)
      channel.at = newest.at.milliseconds
      channel.turn &+= 1
    }
    return number
  }

  private mutating func makeNumber(_ newest: NewestChange) -> Number {
    let made = Channel(
      name: newest.channel, figures: ClientFigures(change: newest.cursor), at: newest.at.milliseconds)
    let number = freeNumbers.popLast() ?? Number(channels.count)
    if Int(number) == channels.count { channels.append(made) } else { channels[Int(number)] = made }
    numbers[newest.channel] = number
    return number
  }

  @discardableResult
  private mutating func modify<Value>(_ number: Number, _ change: (inout Channel) -> Value) -> Value {
    change(&channels[Int(number)])
  }
}

/// The events in the life of a client.
extension ClientCounts {
  /// A wait, or a stream, with the current tag begins.
  package struct Wait {
    package let cell: ClientCell
    package let refusal: String?
    package let isStream: Bool

    package init(cell: ClientCell, refusal: String? = nil, isStream: Bool = false) {
      (self.cell, self.refusal, self.isStream) = (cell, refusal, isStream)
    }
  }

  /// - Parameter former: the client of a connection that ended, if this one is taken for it.
  mutating func wait(
    _ wait: Wait, in number: Number, _ client: inout CountedClient, now: Timestamp,
    as former: AbsentClients.Former? = nil
  ) {
    add(&client, to: number)
    leave(client)
    let turn = channels[Int(number)].turn
    if client.turn != turn || client.state == .none { client.marks = [] }
    if let former { client.marks = former.isBack ? [.told, .back] : former.isTold ? [.told] : [] }
    client.marks.subtract([.pausing, .streaming])
    if wait.isStream { client.marks.insert(.streaming) }
    (client.turn, client.cell) = (turn, wait.cell.number)
    client.state = wait.refusal == nil ? .waiting : .refusing
    if let reason = wait.refusal { client.reason = UInt8(group(reason, in: number)) }
    noteReturn(&client, now)
    enter(client)
  }

  private mutating func add(_ client: inout CountedClient, to number: Number) {
    guard !client.isCounted else { return }
    client.channel = number
    modify(number) { $0.population += 1 }
  }

  /// Notes that the wait of a client continues, since the newest change does not alter what it has.
  mutating func stay(_ client: inout CountedClient, in number: Number) {
    let turn = channels[Int(number)].turn
    guard client.turn != turn else { return }
    leave(client)
    (client.turn, client.state) = (turn, .waiting)
    client.marks.formIntersection([.streaming])
    enter(client)
  }

  /// Notes that a client was answered with what its channel shows now. Returns whether it is gone at the deadline.
  /// - Parameters:
  ///   - isWoken: whether it was parked.
  ///   - cell: that of a client that is not known yet.
  mutating func tell(
    _ client: inout CountedClient, isWoken: Bool, in number: Number, as cell: ClientCell?, deadline: UInt32
  ) -> Bool {
    let turn = channels[Int(number)].turn
    // A parked client may be woken by a plan, which leaves it in its state.
    if isWoken, client.turn == turn { return false }
    add(&client, to: number)
    leave(client)
    if let cell { client.cell = cell.number }
    let wasTold = client.turn == turn && client.marks.contains(.told)
    let isNew = !client.isMissing
    client.state = wasTold ? .late : .told
    client.marks = wasTold ? client.marks.intersection([.told, .back]) : [.told]
    client.turn = turn
    if isNew { client.deadline = deadline }
    if !wasTold { modify(number) { $0.figures.toldInAll += 1 } }
    enter(client)
    return isNew
  }

  /// Notes that a stream has written everything up to a revision. If that includes the newest change, the client of the
  /// stream counts as notified and as having it from the same moment.
  mutating func stream(
    _ client: inout CountedClient, upTo revision: UInt64, in number: Number, now: Timestamp
  ) {
    let turn = channels[Int(number)].turn
    guard client.turn != turn, channels[Int(number)].figures.change.revision <= revision else { return }
    leave(client)
    (client.turn, client.state, client.marks) = (turn, .waiting, [.told, .streaming])
    modify(number) { $0.figures.toldInAll += 1 }
    noteReturn(&client, now)
    enter(client)
  }

  /// Notes that the wait of a client ended without news. It keeps its state until the deadline.
  mutating func pause(_ client: inout CountedClient, deadline: UInt32) {
    guard client.state == .waiting || client.state == .refusing else { return }
    client.marks.insert(.pausing)
    client.deadline = deadline
  }

  /// Ends a state that has lapsed.
  mutating func lapse(_ client: inout CountedClient) {
    leave(client)
    let turn = channels[Int(client.channel)].turn
    client.state = client.isMissing ? .gone : .away
    client.marks.remove(.pausing)
    // A client that was told something older is gone all the same.
    if client.turn != turn { (client.turn, client.marks) = (turn, []) }
    enter(client)
  }

  /// Removes a client. Returns it for the absent if it was notified, and whether its channel has no other here.
  mutating func end(
    _ client: inout CountedClient, now: UInt32
  ) -> (left: AbsentClients.Left?, isLast: Bool) {
    let channel = channels[Int(client.channel)]
    let isNewest = client.turn == channel.turn
    let isTold = isNewest && client.marks.contains(.told)
    var left: AbsentClients.Left?
    if client.isMissing || client.state == .waiting && isTold {
      left = AbsentClients.Left(
        client: .init(isTold: isTold, isBack: isTold && client.marks.contains(.back)), cell: client.cell,
        bucket: client.isMissing ? Self.bucket(of: client, isNewest: isNewest) : nil,
        deadline: client.isMissing ? client.deadline : now + AbsentClients.patience)
    }
    let isCut = !isNewest && client.state == .waiting && client.marks.contains(.streaming)
    if client.state != .gone { leave(client) }
    let cell = ClientCell(number: client.cell)
    let isLast = modify(client.channel) { channel in
      channel.population -= 1
      if channel.population == 0 { channel.emptiedAt = now }
      if isCut {
        channel.figures.add(cell, .gone)
        channel.figures.toldInAll += 1
      }
      return channel.population == 0
    }
    client = CountedClient()
    return (left, isLast)
  }

  /// Discards a channel that has had no clients for a while. Returns whether it did.
  mutating func discard(_ name: String, now: UInt32) -> Bool {
    guard let number = numbers[name] else { return false }
    let channel = channels[Int(number)]
    guard channel.population == 0, channel.emptiedAt + AbsentClients.patience <= now else { return false }
    channels[Int(number)] = Channel(name: "", figures: ClientFigures(), at: 0)
    numbers[name] = nil
    freeNumbers.append(number)
    return true
  }
}

/// The places in which clients are counted.
extension ClientCounts {
  private static func bucket(of client: CountedClient, isNewest: Bool) -> ClientFigures.Bucket? {
    switch client.state {
    case .none, .away: nil
    case .waiting: isNewest ? .holding : .behind
    case .refusing: isNewest ? .refused : .behind
    case .told: isNewest ? .told : .late
    case .late: .late
    case .gone: isNewest ? .gone : nil
    }
  }

  private mutating func enter(_ client: CountedClient) { count(client, by: 1) }

  private mutating func leave(_ client: CountedClient) { count(client, by: -1) }

  private mutating func count(_ client: CountedClient, by step: Int) {
    modify(client.channel) { channel in
      let isNewest = client.turn == channel.turn
      guard let bucket = Self.bucket(of: client, isNewest: isNewest) else { return }
      let cell = ClientCell(number: client.cell)
      channel.figures.add(cell, bucket, step)
      if bucket == .holding, client.marks.contains(.told) { channel.figures.held += step }
      if bucket == .refused { channel.figures.refusals[Int(client.reason)].count += step }
    }
  }

  /// Notes the time of a client that was notified and holds the change for the first time.
  private mutating func noteReturn(_ client: inout CountedClient, _ now: Timestamp) {
    guard client.state == .waiting, client.marks.contains(.told), !client.marks.contains(.back) else {
      return
    }
    client.marks.insert(.back)
    let time = modify(client.channel) { channel in
      let time = Int(max(0, now.milliseconds - channel.at))
      channel.figures.back.add(time)
      return time
    }
    times.add(time)
  }

  /// Returns the index of a group of refusals, which begins with no client if there is none yet.
  private mutating func group(_ reason: String, in number: Number) -> Int {
    modify(number) { channel in
      let groups = channel.figures.refusals
      if let known = groups.firstIndex(where: { $0.reason == reason }) { return known }
      let used = groups.filter { $0.count > 0 && $0.reason != ClientFigures.otherReasons }.count
      let text = used < ClientFigures.groupLimit ? reason : ClientFigures.otherReasons
      if let known = groups.firstIndex(where: { $0.reason == text }) { return known }
      let made = ClientFigures.Refusals(reason: text, count: 0)
      if let free = groups.firstIndex(where: { $0.count == 0 }) {
        channel.figures.refusals[free] = made
        return free
      }
      channel.figures.refusals.append(made)
      return channel.figures.refusals.count - 1
    }
  }

  func change(_ number: Number) -> Cursor { channels[Int(number)].figures.change }

  func figures(of channel: String) -> ClientFigures? {
    numbers[channel].map { channels[Int($0)].figures }
  }

  var allFigures: [(channel: String, figures: ClientFigures)] {
    channels.compactMap { $0.name.isEmpty ? nil : ($0.name, $0.figures) }
  }
}

/// The times in which clients came back, as Prometheus counts them.
package struct BackTimes: Sendable, Hashable {
  /// The upper bounds of the buckets in seconds. The last bucket has none.
  package static let bounds: [Double] = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
  package private(set) var counts = [UInt64](repeating: 0, count: bounds.count + 1)
  package private(set) var sum: Double = 0

  package init() {}

  mutating func add(_ milliseconds: Int) {
    let seconds = Double(milliseconds) / 1000
    counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
    sum += seconds
  }

  package mutating func merge(_ other: BackTimes) {
    for index in counts.indices { counts[index] += other.counts[index] }
    sum += other.sum
  }
}

internal import Documents

/// The newest change of what a channel shows: the last switch, or the last update of its theme.
package struct NewestChange: Sendable, Hashable {
  package let channel: String
  /// The place of the change; of revision 0 if nothing was ever switched there.
  package let cursor: Cursor
  package let kind: ChangeKind?
  package let theme: String
  package let at: Timestamp
  package let by: String
}

extension Snapshot {
  /// Returns nil if there is no such channel. Of an update that is older than the changes in memory, the switch before it
  /// is returned.
  package func newestChange(in channel: String) -> NewestChange? {
    guard let activation = activation(of: channel) else { return nil }
    var before = activation.latest + 1
    while before > activation.revision + 1 {
      let page = log.history(of: channel, before: before, limit: 50).changes
      for change in page.prefix(while: { $0.revision > activation.revision }) where change.kind == .updated {
        return NewestChange(
          channel: channel, cursor: Cursor(epoch: state.epoch, revision: change.revision),
          kind: change.kind, theme: activation.theme, at: change.at, by: change.by)
      }
      before = page.last?.revision ?? 0
    }
    return NewestChange(
      channel: channel, cursor: Cursor(epoch: state.epoch, revision: activation.revision),
      kind: activation.revision == 0 ? nil : .activated, theme: activation.theme, at: activation.at,
      by: activation.by)
  }
}

/// The kind of a client, by its way to follow and the first product of its `User-Agent`.
package enum ClientKind: String, Sendable, Hashable, CaseIterable {
  case web, swift, kotlin, stream, other

  package init(userAgent: String?) {
    let product = userAgent.map { $0.prefix { $0 != "/" && $0 != " " } } ?? ""
    self =
      switch product {
      case "Mozilla": .web
      case "LiveryClient": .swift
      case "LiveryKotlin", "Dalvik", "okhttp": .kotlin
      default: .other
      }
  }
}

/// The representation that a client waits for.
package enum ClientRepresentation: String, Sendable, Hashable, CaseIterable {
  case theme, css = "theme.css", xml = "theme.xml", tokens = "theme.tokens.json", appearance, colors, values
  case images, active, changes

  /// - Parameter route: the pattern of the operation. Returns nil for an operation whose clients are not counted.
  package init?(route: String) {
    let step = route.dropFirst(4).prefix { $0 != "/" }
    guard let known = Self(rawValue: step == "theme.json" ? "theme" : String(step)) else { return nil }
    self = known
  }
}

/// The kind and the representation of a client, as one byte.
package struct ClientCell: Sendable, Hashable {
  let number: UInt8

  package init(_ kind: ClientKind, _ representation: ClientRepresentation) {
    let kind = ClientKind.allCases.firstIndex(of: kind) ?? 0
    let form = ClientRepresentation.allCases.firstIndex(of: representation) ?? 0
    number = UInt8(kind * ClientRepresentation.allCases.count + form)
  }

  init(number: UInt8) { self.number = number }

  /// The rows in which it is counted.
  fileprivate var rows: (kind: Int, representation: Int) {
    let (kind, form) = Int(number).quotientAndRemainder(dividingBy: ClientRepresentation.allCases.count)
    return (kind, ClientKind.allCases.count + form)
  }
}

/// The state of a client.
package enum ClientState: String, Sendable, Hashable, CaseIterable {
  case holding, told, refused, behind, gone
}

/// The clients of a channel in numbers: of a worker, of a server, or of several.
package struct ClientFigures: Sendable, Hashable {
  /// The places in which clients are counted. Those behind are counted by whether they wait.
  package enum Bucket: Int, Sendable, CaseIterable {
    case holding, refused, behind, told, late, gone

    var state: ClientState {
      switch self {
      case .holding: .holding
      case .refused: .refused
      case .behind, .late: .behind
      case .told: .told
      case .gone: .gone
      }
    }
  }

  /// Clients with the same reason for refusing.
  package struct Refusals: Sendable, Hashable {
    package var reason: String
    package var count: Int

    package init(reason: String, count: Int) { (self.reason, self.count) = (reason, count) }
  }

  /// The newest change of the channel, to which all figures belong.
  package private(set) var change: Cursor
  /// A row for each kind, then one for each representation.
  package private(set) var counts: [UInt32]
  /// The number of clients that were notified of the newest change.
  package var toldInAll = 0
  /// The number of those that hold it.
  package var held = 0
  package var back = TimeSketch()
  package var refusals: [Refusals] = []

  package static let size = (ClientKind.allCases.count + ClientRepresentation.allCases.count) * width
  private static let width = Bucket.allCases.count
  package static let groupLimit = 20
  static let otherReasons = "other reasons"

  package init(change: Cursor) {
    self.change = change
    counts = [UInt32](repeating: 0, count: Self.size)
  }

  /// Figures of no channel, which take no memory.
  init() { (change, counts) = (Cursor(epoch: Epoch(word: 0), revision: 0), []) }

  /// Makes figures from their parts; nil unless there is a count for each place.
  package init?(change: Cursor, counts: [UInt32]) {
    guard counts.count == Self.size else { return nil }
    (self.change, self.counts) = (change, counts)
  }

  /// The kinds and the representations with their rows.
  package static let kinds = ClientKind.allCases.enumerated().map { (name: $1.rawValue, row: $0) }
  package static let representations = ClientRepresentation.allCases.enumerated().map {
    (name: $1.rawValue, row: ClientKind.allCases.count + $0)
  }

  package func count(_ state: ClientState) -> Int {
    Self.kinds.reduce(0) { $0 + count(state, inRow: $1.row) }
  }

  package func count(_ state: ClientState, inRow row: Int) -> Int {
    Bucket.allCases.reduce(0) { sum, bucket in
      bucket.state == state ? sum + Int(counts[row * Self.width + bucket.rawValue]) : sum
    }
  }

  /// The number of clients that are parked or streaming.
  package var waiting: Int { Self.kinds.reduce(0) { $0 + waiting(inRow: $1.row) } }

  package func waiting(inRow row: Int) -> Int {
    [Bucket.holding, .refused, .behind].reduce(0) { $0 + Int(counts[row * Self.width + $1.rawValue]) }
  }

  package var isEmpty: Bool { toldInAll == 0 && counts.allSatisfy { $0 == 0 } }

  /// The share of the notified clients that hold the change; nil if none was notified.
  package var share: Double? { toldInAll == 0 ? nil : Double(held) / Double(toldInAll) }

  /// Returns the time in milliseconds at which a share of the notified clients had come back.
  package func time(ofShare share: Double) -> Double? {
    let rank = Int((Double(toldInAll) * share).rounded(.up))
    return rank == 0 ? nil : back.time(ofRank: rank)
  }

  /// The time in milliseconds at which the last came back; nil while some are told and not back.
  package var lastTime: Double? {
    back.count == 0 || count(.told) > 0 ? nil : Double(back.longest)
  }

  mutating func add(_ cell: ClientCell, _ bucket: Bucket, _ number: Int = 1) {
    let (kind, form) = cell.rows
    for row in [kind, form] {
      counts[row * Self.width + bucket.rawValue] &+= UInt32(truncatingIfNeeded: number)
    }
  }

  /// Begins with a newer change. A client is behind until it is answered with that change, or is found to hold it.
  package mutating func begin(_ newest: Cursor) {
    change = newest
    (toldInAll, held, back, refusals) = (0, 0, TimeSketch(), [])
    for row in stride(from: 0, to: counts.count, by: Self.width) {
      counts[row + Bucket.behind.rawValue] +=
        counts[row + Bucket.holding.rawValue] + counts[row + Bucket.refused.rawValue]
      counts[row + Bucket.late.rawValue] += counts[row + Bucket.told.rawValue]
      for bucket in [Bucket.holding, .refused, .told, .gone] { counts[row + bucket.rawValue] = 0 }
    }
  }

  /// Returns the reason that a client gives for refusing, or that it can't be read.
  package static func reason(_ header: String) -> String {
    let isReadable =
      (1...100).contains(header.utf8.count) && header.utf8.allSatisfy { (0x20...0x7e).contains($0) }
    return isReadable ? header : "unreadable reason"
  }

  /// Adds the figures of another worker or server. Those of an older change count as behind.
  package mutating func merge(_ other: ClientFigures) {
    var other = other
    if other.change != change { other.begin(change) }
    for index in counts.indices { counts[index] &+= other.counts[index] }
    toldInAll += other.toldInAll
    held += other.held
    back.merge(other.back)
    for more in other.refusals where more.count > 0 {
      if let index = refusals.firstIndex(where: { $0.reason == more.reason }) {
        refusals[index].count += more.count
      } else {
        refusals.append(more)
      }
    }
  }

  /// Returns the reasons of refusals, the most frequent first, in so many groups and one for all others.
  package func groupedRefusals(limit: Int = groupLimit) -> [Refusals] {
    let known = refusals.filter { $0.count > 0 && $0.reason != Self.otherReasons }
      .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
    let rest =
      refusals.reduce(0) { $0 + $1.count } - known.prefix(limit).reduce(0) { $0 + $1.count }
    return known.prefix(limit)
      + (rest > 0 ? [Refusals(reason: Self.otherReasons, count: rest)] : [])
  }
}

/// The clients of a channel, counted by what they have of its newest change.
package struct ClientReport: Sendable {
  package let newest: NewestChange
  package let figures: ClientFigures
  /// The clients by which a guard of the change is decided.
  package let watched: SwitchGuard.Figures
  package let servers: Servers

  /// The servers whose clients are counted.
  package struct Servers: Sendable {
    package let known: Int
    /// The number of those whose figures are of the newest change.
    package let counted: Int
    /// The age of the oldest figures in seconds.
    package let oldest: Double

    package init(known: Int, counted: Int, oldest: Double) {
      (self.known, self.counted, self.oldest) = (known, counted, oldest)
    }
  }

  package init(
    newest: NewestChange, figures: ClientFigures, watched: SwitchGuard.Figures, servers: Servers
  ) {
    (self.newest, self.figures, self.watched, self.servers) = (newest, figures, watched, servers)
  }
}

/// The times in which clients came back, in 305 buckets: exact below 50 ms, and to 2 % up to a minute. The sketches of
/// several servers add up.
package struct TimeSketch: Sendable, Hashable {
  private var buckets: [UInt16] = []
  /// The multiples of 65 536 in each bucket.
  private var carries: [Int: Int] = [:]
  package private(set) var count = 0
  /// The longest time in milliseconds.
  package private(set) var longest = 0

  package static let size = 305
  private static let fine = 50
  private static let steps = 25

  package init() {}

  private static func bucket(of milliseconds: Int) -> Int {
    guard milliseconds >= fine else { return max(milliseconds, 0) }
    let octave = Int.bitWidth - 1 - (milliseconds / fine).leadingZeroBitCount
    return min(fine + steps * octave + (milliseconds >> (octave + 1)) - steps, size - 1)
  }

  /// Returns the middle of a bucket, in milliseconds.
  private static func time(of bucket: Int) -> Double {
    guard bucket >= fine else { return Double(bucket) }
    let (octave, step) = (bucket - fine).quotientAndRemainder(dividingBy: steps)
    let width = 2 << octave
    return Double((steps + step) * width) + Double(width - 1) / 2
  }

  package mutating func add(_ milliseconds: Int) {
    add(1, at: Self.bucket(of: milliseconds))
    longest = max(longest, milliseconds)
  }

  /// The buckets that are not empty.
  package var filled: [(bucket: Int, count: Int)] {
    buckets.indices.compactMap { index in
      let count = Int(buckets[index]) + (carries[index] ?? 0) << 16
      return count == 0 ? nil : (index, count)
    }
  }

  package mutating func merge(_ other: TimeSketch) { merge(other.filled, longest: other.longest) }

  /// Adds buckets; those that no sketch has are left out.
  package mutating func merge(_ filled: [(bucket: Int, count: Int)], longest: Int) {
    for (bucket, count) in filled where (0..<Self.size).contains(bucket) && count > 0 {
      add(count, at: bucket)
    }
    self.longest = max(self.longest, longest)
  }

  private mutating func add(_ number: Int, at bucket: Int) {
    if buckets.isEmpty { buckets = [UInt16](repeating: 0, count: Self.size) }
    let sum = Int(buckets[bucket]) + number
    buckets[bucket] = UInt16(truncatingIfNeeded: sum)
    if sum > UInt16.max { carries[bucket, default: 0] += sum >> 16 }
    count += number
  }

  /// Returns the time of the client that came back as the one with this number; nil if fewer came back.
  package func time(ofRank rank: Int) -> Double? {
    guard rank <= count else { return nil }
    var sum = 0
    for (bucket, count) in filled {
      sum += count
      if sum >= rank { return min(Self.time(of: bucket), Double(longest)) }
    }
    return nil
  }
}

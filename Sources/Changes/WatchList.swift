/// Who waits for which channel, as one worker knows it: a state machine without clock, lock or socket.
///
/// A worker owns one list and alone calls it. It registers a client with the newest revision that it has just
/// read for the channel; a publisher first stores the new revision, then signals every worker. So a change is
/// either seen by the reading or told by a later `publish`, and none falls between. Clients leave in three
/// ways, a change, their time or their departure, and each is handed out exactly once.
///
/// Deadlines are kept in slots of 100 ms on a wheel, so that time-outs come in batches. Every call costs as much
/// as the clients that it hands out.
package struct WatchList<Client: Sendable>: Sendable {
  /// Names a registration. A ticket whose client has been handed out is stale, and harmless.
  package struct Ticket: Sendable, Hashable {
    fileprivate let index: Int32
    fileprivate let generation: UInt32
  }

  package enum Registration: Sendable, Hashable {
    /// The list holds the client now.
    case parked(Ticket)
    /// There is a change already: the list does not hold the client, answer it.
    case changed
  }

  private var entries: [Entry] = []
  private var free: Int32 = none
  private var channels: [String: Channel] = [:]
  private var wheel = [Int32](repeating: none, count: slots)
  /// The last slot whose clients were handed out.
  private var reached: Int64

  /// The clients held.
  package private(set) var count = 0

  /// - Parameter now: the worker's monotonic clock.
  package init(now: Duration) { reached = Self.slot(of: now) }

  package var isEmpty: Bool { count == 0 }

  /// Parks a client until something after `since` happens in its channel, or until its deadline: never later
  /// than that, and up to 100 ms earlier.
  /// - Parameter latest: the newest revision that concerns the channel, read just now.
  package mutating func register(
    _ client: Client, channel: String, since: UInt64, latest: UInt64, deadline: Duration
  ) -> Registration {
    guard latest <= since else { return .changed }
    let index = takeEntry()
    entries[Int(index)].client = client
    entries[Int(index)].since = since
    entries[Int(index)].channel = channel
    entries[Int(index)].slot = max(Self.slot(of: deadline), reached + 1)
    link(index)
    count += 1
    return .parked(Ticket(index: index, generation: entries[Int(index)].generation))
  }

  /// Hands out everyone in the channel who knows only older revisions, those who have waited longest first.
  /// - Parameter most: as many as the caller wants to answer now; with the same question it gets the next ones.
  package mutating func publish(channel: String, revision: UInt64, most: Int = .max) -> [Client] {
    guard let first = channels[channel]?.first else { return [] }
    var woken: [Client] = []
    var index = first
    while index != none, woken.count < most {
      let next = entries[Int(index)].nextInChannel
      if entries[Int(index)].since < revision { handOut(index, to: &woken) }
      index = next
    }
    return woken
  }

  /// The channels in which somebody waits, in no particular order.
  package var watchedChannels: [String] { Array(channels.keys) }

  /// Takes out a client that has gone away; nil when it had been handed out before.
  package mutating func depart(_ ticket: Ticket) -> Client? {
    guard Int(ticket.index) < entries.count, entries[Int(ticket.index)].generation == ticket.generation,
      entries[Int(ticket.index)].client != nil
    else { return nil }
    var gone: [Client] = []
    handOut(ticket.index, to: &gone)
    return gone.first
  }

  /// Hands out everyone whose deadline has come.
  package mutating func advance(to now: Duration) -> [Client] {
    let target = Self.slot(of: now)
    guard target > reached else { return [] }
    var due: [Client] = []
    let first = max(reached + 1, target - Int64(Self.slots) + 1)
    reached = target
    guard count > 0 else { return [] }
    for slot in first...target {
      var index = wheel[Self.position(of: slot)]
      while index != none {
        let next = entries[Int(index)].nextInSlot
        if entries[Int(index)].slot <= target { handOut(index, to: &due) }
        index = next
      }
    }
    return due
  }

  /// When `advance` should be called next; nil while nobody waits. While deadlines are further off than one turn
  /// of the wheel, 102 s, that may be before any is due.
  package var nextDeadline: Duration? {
    guard count > 0 else { return nil }
    for slot in (reached + 1)...(reached + Int64(Self.slots)) where wheel[Self.position(of: slot)] != none {
      return .milliseconds(slot * Self.slotMilliseconds)
    }
    return nil
  }

  /// Hands out at most so many clients, in no particular order, so that a drain can be spread over time.
  package mutating func drain(_ share: Int) -> [Client] {
    var drained: [Client] = []
    while drained.count < share, let index = channels.first?.value.first { handOut(index, to: &drained) }
    return drained
  }
}

/// The lists inside: entries in one array, threaded by channel and by slot.
extension WatchList {
  private static var slots: Int { 1024 }
  private static var slotMilliseconds: Int64 { 100 }

  private struct Entry: Sendable {
    var client: Client?
    var generation: UInt32 = 0
    var channel = ""
    var since: UInt64 = 0
    var slot: Int64 = 0
    var nextInChannel = none
    var previousInChannel = none
    var nextInSlot = none
    var previousInSlot = none
  }

  private struct Channel: Sendable {
    var first: Int32
    var last: Int32
  }

  private static func slot(of time: Duration) -> Int64 {
    let (seconds, attoseconds) = time.components
    return seconds * (1000 / slotMilliseconds) + attoseconds / (slotMilliseconds * 1_000_000_000_000_000)
  }

  private static func position(of slot: Int64) -> Int { Int(slot & Int64(slots - 1)) }

  private mutating func takeEntry() -> Int32 {
    guard free != none else {
      entries.append(Entry())
      return Int32(entries.count - 1)
    }
    let index = free
    free = entries[Int(index)].nextInSlot
    return index
  }

  private mutating func link(_ index: Int32) {
    let place = Int(index)
    let channel = entries[place].channel
    let tail = channels[channel]?.last ?? none
    entries[place].previousInChannel = tail
    entries[place].nextInChannel = none
    if tail == none {
      channels[channel] = Channel(first: index, last: index)
    } else {
      entries[Int(tail)].nextInChannel = index
      channels[channel]?.last = index
    }

    let position = Self.position(of: entries[place].slot)
    let slotHead = wheel[position]
    entries[place].nextInSlot = slotHead
    entries[place].previousInSlot = none
    if slotHead != none { entries[Int(slotHead)].previousInSlot = index }
    wheel[position] = index
  }

  private mutating func handOut(_ index: Int32, to out: inout [Client]) {
    let entry = entries[Int(index)]
    if let client = entry.client { out.append(client) }
    unlinkFromChannel(entry)
    unlinkFromSlot(entry)
    entries[Int(index)] = Entry(generation: entry.generation &+ 1, nextInSlot: free)
    free = index
    count -= 1
  }

  private mutating func unlinkFromChannel(_ entry: Entry) {
    let (previous, next) = (entry.previousInChannel, entry.nextInChannel)
    if previous != none { entries[Int(previous)].nextInChannel = next }
    if next != none { entries[Int(next)].previousInChannel = previous }
    if previous == none, next == none {
      channels[entry.channel] = nil
    } else if previous == none {
      channels[entry.channel]?.first = next
    } else if next == none {
      channels[entry.channel]?.last = previous
    }
  }

  private mutating func unlinkFromSlot(_ entry: Entry) {
    if entry.nextInSlot != none { entries[Int(entry.nextInSlot)].previousInSlot = entry.previousInSlot }
    if entry.previousInSlot != none {
      entries[Int(entry.previousInSlot)].nextInSlot = entry.nextInSlot
    } else {
      wheel[Self.position(of: entry.slot)] = entry.nextInSlot
    }
  }
}

/// No entry.
private let none: Int32 = -1

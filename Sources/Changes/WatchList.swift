/// The clients of one worker that wait for changes: a state machine without clock, lock or socket.
///
/// Only its worker calls a list. It registers a client with the newest revision that it has just read for the
/// channel; the publisher first shows the new revision, then signals every worker. So each change is either seen by
/// the reading or reported by a later `publish`. A client leaves by a change, its deadline or its departure, and is
/// returned exactly once.
///
/// Deadlines are kept in slots of 100 ms on a wheel, so that they come in batches. Each call costs as much as the
/// clients that it returns. The list is not generic: another module calls it for each client, and would
/// look up a generic type at run time in each call.
package struct WatchList: Sendable {
  /// The worker's name for a client.
  package typealias Client = Int

  /// The name of a registration. The ticket of a client that was returned is stale, and harmless.
  package struct Ticket: Sendable, Hashable {
    fileprivate let index: Int32
    fileprivate let generation: UInt32
  }

  package enum Registration: Sendable, Hashable {
    /// The list holds the client now.
    case parked(Ticket)
    /// There is a change already: the list does not hold the client, respond to it.
    case changed
  }

  private var waiters: [Waiter] = []
  private var free: Int32 = none
  private var queues: [ChannelQueue] = []
  private var queueNumbers: [String: Int32] = [:]
  private var freeQueues: [Int32] = []
  private var wheel = [Int32](repeating: none, count: slots)
  /// The last slot whose clients were returned.
  private var reached: Int64

  /// The number of waiting clients.
  package private(set) var count = 0

  /// - Parameter now: the worker's monotonic clock.
  package init(now: Duration) { reached = Self.slot(of: now) }

  package var isEmpty: Bool { count == 0 }

  /// Registers a client until something after `since` happens in its channel, or until its deadline: never later than
  /// that, and up to 100 ms earlier.
  /// - Parameter latest: the newest revision that concerns the channel, read just now.
  package mutating func register(
    _ client: Client, channel: String, since: UInt64, latest: UInt64, deadline: Duration
  ) -> Registration {
    guard latest <= since else { return .changed }
    let index = takeWaiter()
    waiters[Int(index)].client = client
    waiters[Int(index)].since = since
    waiters[Int(index)].slot = max(Self.slot(of: deadline), reached + 1)
    enqueue(index, in: channel)
    linkToSlot(index)
    count += 1
    return .parked(Ticket(index: index, generation: waiters[Int(index)].generation))
  }

  /// Removes and returns the clients of the channel that know only older revisions, the longest waiting first.
  /// - Parameter most: the limit for this call; the same call again returns the next ones.
  package mutating func publish(channel: String, revision: UInt64, most: Int = .max) -> [Client] {
    guard let number = queueNumbers[channel] else { return [] }
    var woken: [Client] = []
    var index = queues[Int(number)].first
    while index != none, woken.count < most {
      let next = waiters[Int(index)].nextInQueue
      if waiters[Int(index)].since < revision { handOut(index, to: &woken) }
      index = next
    }
    return woken
  }

  /// Removes a client that has disconnected; nil if it was returned before.
  package mutating func depart(_ ticket: Ticket) -> Client? {
    guard Int(ticket.index) < waiters.count, waiters[Int(ticket.index)].generation == ticket.generation,
      waiters[Int(ticket.index)].client != nil
    else { return nil }
    var gone: [Client] = []
    handOut(ticket.index, to: &gone)
    return gone.first
  }

  /// Removes and returns the clients whose deadline has come.
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
        let next = waiters[Int(index)].nextInSlot
        if waiters[Int(index)].slot <= target { handOut(index, to: &due) }
        index = next
      }
    }
    return due
  }

  /// The time of the next call of `advance`; nil while no client waits. If deadlines are further off than 102
  /// seconds, one turn of the wheel, nothing may be due yet.
  package var nextDeadline: Duration? {
    guard count > 0 else { return nil }
    for slot in (reached + 1)...(reached + Int64(Self.slots)) where wheel[Self.position(of: slot)] != none {
      return .milliseconds(slot * Self.slotMilliseconds)
    }
    return nil
  }

  /// Removes and returns at most so many clients, in no particular order, so that a drain can be spread over time.
  package mutating func drain(_ share: Int) -> [Client] {
    var drained: [Client] = []
    while drained.count < share, let number = queueNumbers.first?.value {
      handOut(queues[Int(number)].first, to: &drained)
    }
    return drained
  }
}

/// The lists inside: waiters in one array, linked by channel and by slot.
extension WatchList {
  private static var slots: Int { 1024 }
  private static var slotMilliseconds: Int64 { 100 }

  private struct Waiter: Sendable {
    var client: Client?
    var generation: UInt32 = 0
    var queue = none
    var since: UInt64 = 0
    var slot: Int64 = 0
    var nextInQueue = none
    var previousInQueue = none
    var nextInSlot = none
    var previousInSlot = none
  }

  private struct ChannelQueue: Sendable {
    let channel: String
    var first = none
    var last = none
  }

  private static func slot(of time: Duration) -> Int64 {
    let (seconds, attoseconds) = time.components
    return seconds * (1000 / slotMilliseconds) + attoseconds / (slotMilliseconds * 1_000_000_000_000_000)
  }

  private static func position(of slot: Int64) -> Int { Int(slot & Int64(slots - 1)) }

  private mutating func takeWaiter() -> Int32 {
    guard free != none else {
      waiters.append(Waiter())
      return Int32(waiters.count - 1)
    }
    let index = free
    free = waiters[Int(index)].nextInSlot
    return index
  }

  private mutating func takeQueue(_ channel: String) -> Int32 {
    if let number = queueNumbers[channel] { return number }
    let number = freeQueues.popLast() ?? Int32(queues.count)
    if Int(number) < queues.count {
      queues[Int(number)] = ChannelQueue(channel: channel)
    } else {
      queues.append(ChannelQueue(channel: channel))
    }
    queueNumbers[channel] = number
    return number
  }

  private mutating func enqueue(_ index: Int32, in channel: String) {
    let number = takeQueue(channel)
    let last = queues[Int(number)].last
    waiters[Int(index)].queue = number
    waiters[Int(index)].previousInQueue = last
    waiters[Int(index)].nextInQueue = none
    if last == none {
      queues[Int(number)].first = index
    } else {
      waiters[Int(last)].nextInQueue = index
    }
    queues[Int(number)].last = index
  }

  private mutating func linkToSlot(_ index: Int32) {
    let position = Self.position(of: waiters[Int(index)].slot)
    let head = wheel[position]
    waiters[Int(index)].nextInSlot = head
    waiters[Int(index)].previousInSlot = none
    if head != none { waiters[Int(head)].previousInSlot = index }
    wheel[position] = index
  }

  private mutating func handOut(_ index: Int32, to out: inout [Client]) {
    let waiter = waiters[Int(index)]
    if let client = waiter.client { out.append(client) }
    dequeue(waiter)
    unlinkFromSlot(waiter)
    waiters[Int(index)] = Waiter(generation: waiter.generation &+ 1, nextInSlot: free)
    free = index
    count -= 1
  }

  private mutating func dequeue(_ waiter: Waiter) {
    let (previous, next) = (waiter.previousInQueue, waiter.nextInQueue)
    if previous == none {
      queues[Int(waiter.queue)].first = next
    } else {
      waiters[Int(previous)].nextInQueue = next
    }
    if next == none {
      queues[Int(waiter.queue)].last = previous
    } else {
      waiters[Int(next)].previousInQueue = previous
    }
    guard previous == none, next == none else { return }
    queueNumbers[queues[Int(waiter.queue)].channel] = nil
    freeQueues.append(waiter.queue)
  }

  private mutating func unlinkFromSlot(_ waiter: Waiter) {
    if waiter.nextInSlot != none { waiters[Int(waiter.nextInSlot)].previousInSlot = waiter.previousInSlot }
    if waiter.previousInSlot != none {
      waiters[Int(waiter.previousInSlot)].nextInSlot = waiter.nextInSlot
    } else {
      wheel[Self.position(of: waiter.slot)] = waiter.nextInSlot
    }
  }
}

/// No waiter.
private let none: Int32 = -1

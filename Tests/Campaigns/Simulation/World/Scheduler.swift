import Foundation
import Glibc
import Hooks
import TestSupport

/// The threads of a simulation, of which one runs at a time, and its time.
///
/// Each place where a thread would wait hands the turn on: a sleep, a bell, a contended lock, the disk. The seed decides
/// who is next among those that can go on; if nobody can, time jumps to the next deadline.
final class Scheduler {
  /// A process of the simulation. What its threads do once it is dead reaches nobody, and takes no time.
  final class Process {
    var isDead = false
    fileprivate var timeOver: Int64 = 0
    /// The time until which it is stopped.
    var frozenUntil: Int64 = 0
    /// The time until which nothing passes between it and the database.
    var silentUntil: Int64 = 0
  }

  /// A thread, with what it waits for.
  final class Thread {
    let name: String
    let process: Process?
    fileprivate var deadline: Int64?
    fileprivate var isReady: () -> Bool
    private var body: (() -> Void)?
    fileprivate let turn = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    fileprivate(set) var hasEnded = false

    fileprivate init(_ name: String, of process: Process?, _ body: @escaping () -> Void) {
      (self.name, self.process, self.body) = (name, process, body)
      isReady = { true }
      sem_init(turn, 0, 0)
    }

    /// Runs the body, and releases what it holds before another thread goes on.
    fileprivate func run() {
      let work = body
      body = nil
      work?()
    }
  }

  /// The simulation of this process.
  nonisolated(unsafe) static var shared = Scheduler(seed: 0)

  /// Milliseconds since 1970.
  private(set) var now: Int64 = 0
  var random: SeededGenerator
  private var threads: [Thread] = []
  private var current: Thread
  /// The threads that the code under test has started, by their numbers, less one.
  private var started: [Thread] = []
  /// What happens at a time on no thread, the next one last.
  private var events: [(time: Int64, act: () -> Void)] = []
  private var ready: [Int] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    current = Thread("main", of: nil) {}
    threads = [current]
  }

  /// Makes the calling thread the first one of the simulation.
  func begin(at start: Int64, seed: UInt64) {
    now = start
    simulation_seed(seed)
    simulation_enter()
    simulation_begin(
      simulation_calls(
        wait_for: { lock in Scheduler.shared.wait(for: { simulation_is_free(lock) != 0 }) },
        now: { Scheduler.shared.monotonic },
        sleep: { Scheduler.shared.pause(until: Scheduler.shared.now + $0) },
        poll: { Scheduler.shared.poll($0, Int($1), $2) },
        start: { body, context in Int32(Scheduler.shared.start { _ = body?(context) }) },
        join: { number in Scheduler.shared.wait(for: { Scheduler.shared.started[Int(number) - 1].hasEnded }) }
      ))
  }

  /// For a dead process all deadlines have passed, and those pass at once that it sets now.
  private var monotonic: Int64 {
    guard let process = current.process, process.isDead else { return now }
    process.timeOver += 60_000
    return now + 86_400_000 + process.timeOver
  }

  private func pause(until time: Int64, for condition: @escaping () -> Bool = { false }) {
    let process = current.process
    wait(until: time, for: { process?.isDead == true || condition() })
  }

  private func poll(_ polled: UnsafeMutablePointer<pollfd>?, _ count: Int, _ timeout: Int32) -> Int32 {
    let polled = UnsafeMutableBufferPointer(start: polled, count: count)
    func events(_ one: pollfd) -> Int16 {
      if let connection = Connection.all[one.fd] { return connection.ready(one.events) }
      return simulation_is_rung(one.fd) != 0 ? one.events : 0
    }
    if timeout != 0, !polled.contains(where: { events($0) != 0 }) {
      let end = timeout < 0 ? Int64.max : now + Int64(timeout)
      pause(until: end, for: { polled.contains { events($0) != 0 } })
    }
    guard current.process?.isDead != true else { return 0 }
    for index in polled.indices { polled[index].revents = events(polled[index]) }
    return Int32(polled.count { $0.revents != 0 })
  }

  /// Starts a thread of the process whose thread runs. Returns its number.
  private func start(_ body: @escaping () -> Void) -> Int {
    started.append(start("thread \(started.count + 1)", of: current.process, body))
    return started.count
  }

  /// Does something at a time, on no thread: it must not wait.
  func at(_ time: Int64, _ act: @escaping () -> Void) {
    let index = events.lastIndex { $0.time > time }.map { $0 + 1 } ?? 0
    events.insert((time, act), at: index)
  }

  @discardableResult
  func start(_ name: String, of process: Process? = nil, _ body: @escaping () -> Void) -> Thread {
    let thread = Thread(name, of: process, body)
    threads.append(thread)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 2 << 20)
    var handle: pthread_t = 0
    let context = Unmanaged.passRetained(thread).toOpaque()
    let code = simulation_create_thread(
      &handle, &attributes,
      { context in
        guard let context else { return nil }
        let thread = Unmanaged<Thread>.fromOpaque(context).takeRetainedValue()
        Scheduler.take(thread.turn)
        simulation_enter()
        thread.run()
        Scheduler.shared.end(thread)
        return nil
      }, context)
    guard code == 0 else { fatalError("a thread can't be started: \(code)") }
    pthread_detach(handle)
    return thread
  }

  /// Lets others go on until a time has come or a condition holds.
  func wait(until deadline: Int64? = nil, for condition: @escaping () -> Bool = { false }) {
    let own = current
    (own.deadline, own.isReady) = (deadline, condition)
    let next = pick()
    (next.deadline, next.isReady) = (nil, { true })
    guard next !== own else { return }
    current = next
    sem_post(next.turn)
    Self.take(own.turn)
  }

  func sleep(_ milliseconds: Int64) { wait(until: now + milliseconds) }

  /// Lets another thread go on, if the seed says so.
  func mayChange(oneIn count: Int) { if isChance(oneIn: count) { wait(for: { true }) } }

  func isChance(oneIn count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  private func end(_ thread: Thread) {
    thread.hasEnded = true
    threads.removeAll { $0 === thread }
    let next = pick()
    (next.deadline, next.isReady) = (nil, { true })
    current = next
    sem_post(next.turn)
  }

  private func pick() -> Thread {
    while true {
      while let event = events.last, event.time <= now {
        events.removeLast()
        event.act()
      }
      ready.removeAll(keepingCapacity: true)
      var next = events.last?.time ?? .max
      for (index, thread) in threads.enumerated() {
        if let frozen = thread.process?.frozenUntil, frozen > now {
          next = min(next, frozen)
        } else if let deadline = thread.deadline, deadline <= now {
          ready.append(index)
        } else if thread.isReady() {
          ready.append(index)
        } else if let deadline = thread.deadline {
          next = min(next, deadline)
        }
      }
      if ready.count == 1 { return threads[ready[0]] }
      if !ready.isEmpty { return threads[random.pick(ready)] }
      guard next < .max else {
        Judge.shared.convict("all threads wait for ever: \(threads.map(\.name).joined(separator: ", "))")
      }
      now = next
    }
  }

  private static func take(_ semaphore: UnsafeMutablePointer<sem_t>) {
    while sem_wait(semaphore) != 0 {}
  }

  /// The process whose thread runs.
  var process: Process? { current.process }
}

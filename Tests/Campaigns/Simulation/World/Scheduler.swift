import Foundation
import Glibc
import Hooks
import TestSupport

/// The threads of a simulation, of which one runs at a time, and its time.
///
/// Each place where a thread would wait hands the turn on: a sleep, a bell, a contended lock, the disk. The seed decides
/// who is next among those that can go on; if nobody can, time jumps to the next deadline.
final class Scheduler {
  /// A thread, with what it waits for.
  final class Thread {
    let name: String
    fileprivate var deadline: Int64?
    fileprivate var isReady: () -> Bool
    private var body: (() -> Void)?
    fileprivate let turn = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    fileprivate(set) var hasEnded = false
    /// The time until which it does not go on, as if its process was stopped.
    var frozenUntil: Int64 = 0

    fileprivate init(_ name: String, _ body: @escaping () -> Void) {
      (self.name, self.body) = (name, body)
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

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    current = Thread("main") {}
    threads = [current]
  }

  /// Makes the calling thread the first one of the simulation.
  func begin(at start: Int64, seed: UInt64) {
    now = start
    simulation_seed(seed)
    simulation_enter()
    simulation_on_wait { lock in Scheduler.shared.wait(for: { simulation_is_free(lock) != 0 }) }
  }

  @discardableResult
  func start(_ name: String, _ body: @escaping () -> Void) -> Thread {
    let thread = Thread(name, body)
    threads.append(thread)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 2 << 20)
    var handle: pthread_t = 0
    let context = Unmanaged.passRetained(thread).toOpaque()
    let code = pthread_create(
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
      let ready = threads.filter { thread in
        thread.frozenUntil <= now && (thread.deadline.map { $0 <= now } ?? false || thread.isReady())
      }
      if !ready.isEmpty { return ready.count == 1 ? ready[0] : random.pick(ready) }
      let deadlines = threads.compactMap { thread in
        thread.frozenUntil > now ? thread.frozenUntil : thread.deadline
      }
      guard let next = deadlines.min() else {
        Judge.shared.convict("all threads wait for ever: \(threads.map(\.name).joined(separator: ", "))")
      }
      now = next
    }
  }

  private static func take(_ semaphore: UnsafeMutablePointer<sem_t>) {
    while sem_wait(semaphore) != 0 {}
  }

  /// The name of the thread that runs.
  var threadName: String { current.name }
}

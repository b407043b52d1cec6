internal import CLinux
internal import Glibc
internal import Synchronization

/// A thread that runs one function. Call `join` or `detach` once.
package struct SystemThread: Sendable {
  private let handle: pthread_t

  /// The scheduling priority when there are fewer cores than busy threads. The kernel gives a low-priority thread about a
  /// tenth of the time of a normal one.
  package enum Priority: Sendable { case normal, low }

  package init(
    named name: String, priority: Priority = .normal, _ body: sending @escaping () -> Void
  ) throws(SystemError) {
    var handle = pthread_t()
    // The thread releases it first.
    let context = unsafe Unmanaged.passRetained(Body(name: name, priority: priority, run: body)).toOpaque()
    let code = unsafe pthread_create(&handle, nil, { unsafe SystemThread.enter($0) }, context)
    guard code == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(context).release()
      throw SystemError("pthread_create", code: code)
    }
    self.handle = handle
  }

  package func join() { _ = pthread_join(handle, nil) }

  package func detach() { _ = pthread_detach(handle) }

  /// Lets another thread run on the calling thread's core.
  package static func yield() { sched_yield() }

  /// Suspends the calling thread for the given time.
  package static func sleep(for time: Duration) {
    let (seconds, attoseconds) = time.components
    var rest = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    var asked = rest
    // A signal may end the sleep early.
    while unsafe nanosleep(&asked, &rest) != 0, errno == EINTR { asked = rest }
  }

  private static func enter(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    let body = unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
    _ = unsafe livery_name_thread(String(body.name.prefix(15)))
    if body.priority == .low { _ = livery_lower_priority(10) }
    body.run()
    return nil
  }

  private final class Body {
    let name: String
    let priority: Priority
    let run: () -> Void

    init(name: String, priority: Priority, run: @escaping () -> Void) {
      self.name = name
      self.priority = priority
      self.run = run
    }
  }
}

/// A lock that threads take in the order in which they came. Unlike a `Mutex`, it can be waited for until a deadline.
package final class TimedLock: Sendable {
  private let queue = Mutex((isHeld: false, waiting: [Doorbell]()))

  package init() {}

  /// - Parameter time: nil for no limit.
  /// - Returns: false if the time has passed first, or if the process has no descriptor left to wait with.
  package func lock(within time: Duration?) -> Bool {
    if take(orWaitBy: nil) { return true }
    guard let bell = try? Doorbell() else { return false }
    if take(orWaitBy: bell) || bell.wait(atMost: time) { return true }
    return queue.withLock { queue in
      // It may have been rung since.
      guard let index = queue.waiting.firstIndex(where: { $0 === bell }) else { return true }
      queue.waiting.remove(at: index)
      return false
    }
  }

  private func take(orWaitBy bell: Doorbell?) -> Bool {
    queue.withLock { queue in
      if let bell, queue.isHeld { queue.waiting.append(bell) }
      defer { queue.isHeld = true }
      return !queue.isHeld
    }
  }

  package func unlock() {
    queue.withLock { queue in
      if queue.waiting.isEmpty { queue.isHeld = false } else { queue.waiting.removeFirst().ring() }
    }
  }
}

/// A thread that sleeps until another thread rings, a descriptor becomes readable, or a time has come.
///
/// The owner keeps the orders for the thread, usually in a `Mutex`, and rings after it has changed them.
package final class LoopThread: Sendable {
  private let bell: Doorbell
  private let finished: Doorbell
  private let isStopped = Atomic<Bool>(false)
  private let thread = Mutex<SystemThread?>(nil)

  /// Takes the descriptors. The thread begins with `start`.
  package init() throws(SystemError) {
    bell = try Doorbell()
    finished = try Doorbell()
  }

  /// Starts the thread. Its body calls `wait` in a loop, and returns soon after `isEnding` has become true.
  package func start(
    named name: String, priority: SystemThread.Priority = .normal, _ body: sending @escaping () -> Void
  ) throws(SystemError) {
    let started = try SystemThread(named: name, priority: priority) { [finished] in
      body()
      finished.ring()
    }
    thread.withLock { $0 = started }
  }

  /// Wakes the thread, or keeps it from its next sleep.
  package func ring() { bell.ring() }

  /// Asks the thread to end, and returns immediately.
  package func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    bell.ring()
  }

  /// Waits for the end of the thread. If it takes longer than the given time, the thread is left to itself.
  package func join(within time: Duration? = nil) {
    let ending = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    let isJoined = time.map { finished.wait(atMost: $0) } ?? true
    if isJoined { ending?.join() } else { ending?.detach() }
  }

  /// Indicates whether the thread was asked to end.
  package var isEnding: Bool { isStopped.load(ordering: .sequentiallyConsistent) }

  /// Sleeps until the thread is rung, one of the descriptors becomes readable, or the time has passed.
  /// - Parameter time: nil for no limit.
  package func wait(atMost time: Duration? = nil, or descriptors: Int32...) {
    Poll.wait(for: [bell.descriptor] + descriptors, until: time.map { .now + $0 })
    bell.quiet()
  }
}

internal import Synchronization

/// A thread that sleeps until it has something to do: another thread rings, a descriptor becomes readable, or a time has
/// come.
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

  /// Starts the thread.
  /// - Parameter body: the whole life of the thread. It calls `wait` in a loop, and returns soon after `isEnding` has
  ///   become true.
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
}

/// For the body of the thread.
extension LoopThread {
  /// Indicates whether the thread was asked to end.
  package var isEnding: Bool { isStopped.load(ordering: .sequentiallyConsistent) }

  /// Sleeps until the thread is rung, one of the descriptors becomes readable, or the time has passed.
  /// - Parameter time: nil for no limit.
  package func wait(atMost time: Duration? = nil, or descriptors: Int32...) {
    Poll.wait(for: [bell.descriptor] + descriptors, until: time.map { .now + $0 })
    bell.quiet()
  }
}

internal import CLinux
internal import Glibc

/// A thread that runs one function and can be joined.
package struct SystemThread: Sendable {
  private let handle: pthread_t

  /// The scheduling priority when there are fewer cores than busy threads.
  package enum Priority: Sendable {
    case normal, low

    /// The kernel gives a low-priority thread about a tenth of the time of a normal one.
    fileprivate var niceness: Int32 { self == .low ? 10 : 0 }
  }

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

  /// Waits for the end of the thread. Call this or `detach` once.
  package func join() { _ = pthread_join(handle, nil) }

  /// Leaves the thread to itself. Call this or `join` once.
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
    if body.priority != .normal { _ = livery_lower_priority(body.priority.niceness) }
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

internal import CLinux
internal import Glibc

/// A thread of the system that runs one function and can be waited for.
package struct SystemThread: Sendable {
  private let handle: pthread_t

  /// Who comes first where there are fewer cores than threads with something to do.
  package enum Priority: Sendable {
    case normal, low

    /// The kernel gives a thread of low priority about a tenth of the time of another.
    fileprivate var niceness: Int32 { self == .low ? 10 : 0 }
  }

  package init(
    named name: String, priority: Priority = .normal, _ body: sending @escaping () -> Void
  ) throws(SystemError) {
    var handle = pthread_t()
    // Released by the thread itself, first thing.
    let context = unsafe Unmanaged.passRetained(Body(name: name, priority: priority, run: body)).toOpaque()
    let code = unsafe pthread_create(&handle, nil, { unsafe SystemThread.enter($0) }, context)
    guard code == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(context).release()
      throw SystemError("pthread_create", code: code)
    }
    self.handle = handle
  }

  /// Returns when the function has. Once for each thread, unless it is detached.
  package func join() { _ = pthread_join(handle, nil) }

  /// Leaves the thread to itself. Once for each thread, in place of joining it.
  package func detach() { _ = pthread_detach(handle) }

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

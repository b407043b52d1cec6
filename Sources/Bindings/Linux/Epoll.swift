internal import CLinux
internal import Glibc

/// A set of descriptors for which one thread waits.
package final class Epoll: Sendable {
  /// The events for which a descriptor is watched.
  package struct Interest: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = Interest(rawValue: EPOLLIN.rawValue)
    /// The peer has closed the connection or its sending direction. Arriving bytes do not count.
    package static let departure = Interest(rawValue: EPOLLRDHUP.rawValue)
    package static let once = Interest(rawValue: EPOLLONESHOT.rawValue)
  }

  private let descriptor: Descriptor

  package init() throws(SystemError) {
    descriptor = try Descriptor("epoll_create1", epoll_create1(Int32(EPOLL_CLOEXEC)))
  }

  package func add(_ number: Int32, _ interest: Interest, token: UInt64) throws(SystemError) {
    try control(EPOLL_CTL_ADD, number, interest, token)
  }

  package func modify(_ number: Int32, _ interest: Interest, token: UInt64) throws(SystemError) {
    try control(EPOLL_CTL_MOD, number, interest, token)
  }

  /// Watches a descriptor, whether or not it is watched already. Returns false if the kernel refuses.
  package func watch(_ number: Int32, _ interest: Interest, token: UInt64) -> Bool {
    (try? add(number, interest, token: token)) != nil || (try? modify(number, interest, token: token)) != nil
  }

  package func remove(_ number: Int32) { _ = epoll_ctl(descriptor.number, EPOLL_CTL_DEL, number, nil) }

  /// Waits up to the given number of milliseconds (-1: without limit) and stores the tokens of the ready
  /// descriptors, at most as many as there is room for.
  package func wait(milliseconds: Int32, into ready: inout Ready) {
    let room = unsafe Int32(ready.events.count)
    ready.count = max(0, unsafe epoll_wait(descriptor.number, &ready.events, room, milliseconds))
  }

  private func control(
    _ operation: Int32, _ number: Int32, _ interest: Interest, _ token: UInt64
  ) throws(SystemError) {
    var event = unsafe epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token))
    guard unsafe epoll_ctl(descriptor.number, operation, number, &event) == 0 else {
      throw SystemError("epoll_ctl")
    }
  }

  /// The buffer for the results of a wait, allocated once.
  @safe package struct Ready {
    fileprivate var events: [epoll_event]
    fileprivate(set) package var count: Int32 = 0

    package init(room: Int) {
      unsafe events = unsafe [epoll_event](
        repeating: epoll_event(events: 0, data: epoll_data_t(u64: 0)), count: room)
    }

    package func token(_ index: Int32) -> UInt64 { unsafe events[Int(index)].data.u64 }
  }
}

/// An event that any thread rings to wake the thread that waits for it.
package final class Doorbell: Sendable {
  private let owned: Descriptor

  package init() throws(SystemError) {
    owned = try Descriptor("eventfd", eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)))
  }

  package var descriptor: Int32 { owned.number }

  package func ring() { _ = eventfd_write(owned.number, 1) }

  /// Resets the doorbell, so that the next ring wakes the thread again. Returns whether it had been rung.
  @discardableResult
  package func quiet() -> Bool {
    var count: UInt64 = 0
    return unsafe eventfd_read(owned.number, &count) == 0
  }

  /// Returns false if the doorbell was not rung in time.
  @discardableResult
  package func wait(atMost time: Duration? = nil) -> Bool {
    Poll.wait(for: [descriptor], until: time.map { .now + $0 })
  }
}

/// Waits for a few descriptors by poll(2), which needs no descriptor of its own.
enum Poll {
  /// Returns false if none of the descriptors became readable before the deadline.
  @discardableResult
  static func wait(for descriptors: [Int32], until deadline: MonotonicTime?) -> Bool {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    return wait(for: &polled, until: deadline)
  }

  /// Returns false if none of the descriptors became ready before the deadline.
  static func wait(for polled: inout [pollfd], until deadline: MonotonicTime?) -> Bool {
    while true {
      let left = deadline.map { ($0 - .now).wholeNanoseconds }
      // A negative time would be no limit.
      let milliseconds = left.map { Int32(clamping: max(0, ($0 + 999_999) / 1_000_000)) } ?? -1
      let count = unsafe Glibc.poll(&polled, nfds_t(polled.count), milliseconds)
      if count > 0 { return true }
      if count == 0 || errno != EINTR { return false }
    }
  }
}

internal import CLinux
internal import Glibc

/// A set of descriptors that one thread waits for.
package final class Epoll: Sendable {
  /// What a descriptor is watched for.
  package struct Interest: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = Interest(rawValue: EPOLLIN.rawValue)
    /// The peer has closed, or will send no more; bytes that arrive are no such thing.
    package static let departure = Interest(rawValue: EPOLLRDHUP.rawValue)
    package static let once = Interest(rawValue: EPOLLONESHOT.rawValue)
  }

  private let descriptor: Descriptor

  package init() throws(SystemError) {
    let number = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard number >= 0 else { throw SystemError("epoll_create1") }
    descriptor = Descriptor(owning: number)
  }

  package func add(_ number: Int32, _ interest: Interest, token: UInt64) throws(SystemError) {
    try control(EPOLL_CTL_ADD, number, interest, token)
  }

  package func modify(_ number: Int32, _ interest: Interest, token: UInt64) throws(SystemError) {
    try control(EPOLL_CTL_MOD, number, interest, token)
  }

  /// Watches a descriptor whether or not it is watched already; false when the kernel refuses.
  package func watch(_ number: Int32, _ interest: Interest, token: UInt64) -> Bool {
    (try? add(number, interest, token: token)) != nil || (try? modify(number, interest, token: token)) != nil
  }

  package func remove(_ number: Int32) {
    _ = epoll_ctl(descriptor.number, EPOLL_CTL_DEL, number, nil)
  }

  /// Waits up to so many milliseconds (-1: for ever) and returns the tokens of what is ready, at most as many as
  /// the array has room for.
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

  /// Room for what one wait returns, made once.
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

internal import Bindings

extension Doorbell {
  /// Waits until it is rung, for so long at most.
  func wait(atMost time: Duration) {
    guard let epoll = try? Epoll(), (try? epoll.add(descriptor, .readable, token: 0)) != nil else { return }
    var ready = Epoll.Ready(room: 1)
    epoll.wait(milliseconds: Int32(clamping: time.wholeNanoseconds / 1_000_000), into: &ready)
  }
}

internal import Bindings

/// The daemons of a worker. A daemon can't change its certificate, so another one takes the connections that come later.
struct Daemons {
  var current: Daemon?
  /// The daemons with an older certificate, for as long as they have connections.
  fileprivate(set) var retired: [Daemon] = []
  /// The credentials for which no daemon could be made yet.
  var nextCredentials: Daemon.Credentials?

  /// Indicates whether a daemon has more to do, though its descriptor may not be readable.
  var haveMore: Bool { current?.hasMore ?? false || retired.contains(where: \.hasMore) }

  mutating func takeAll() -> [Daemon] {
    defer { (current, retired) = (nil, []) }
    return retired + [current].compactMap { $0 }
  }
}

extension Worker {
  func takeCertificate() {
    guard let next = daemons.nextCredentials, drain == nil else { return }
    do throws(SystemError) {
      let made = try makeDaemon(next)
      if let daemon = daemons.current { daemons.retired.append(daemon) }
      daemons.current = made
      daemons.nextCredentials = nil
    } catch {
      // Descriptors have run out: the next turn of the loop tries again.
    }
  }

  /// Runs the retired daemons until the last of their connections has closed.
  func runRetired() {
    let retired = daemons.retired
    for daemon in retired { daemon.run() }
    for daemon in retired where daemon.isEmpty {
      epoll.remove(daemon.descriptor)
      daemon.stop()
      daemons.retired.removeAll { $0 === daemon }
    }
  }
}

internal import Bindings

/// Going over to another certificate: a daemon can't change its own, so another takes the connections that come later.
extension Worker {
  func takeCertificate() {
    guard let next = nextCredentials, drain == nil else { return }
    do throws(SystemError) {
      let made = try makeDaemon(next)
      if let daemon { retired.append(daemon) }
      daemon = made
      nextCredentials = nil
    } catch {
      // Descriptors have run out: it is tried again in the next turn.
    }
  }

  /// Runs the daemons whose certificate is out of date, until the last of their connections has closed.
  func runRetired() {
    for daemon in retired { daemon.run() }
    retired.removeAll { daemon in
      guard daemon.isEmpty else { return false }
      epoll.remove(daemon.descriptor)
      daemon.stop()
      return true
    }
  }
}

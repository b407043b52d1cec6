internal import CLinux
internal import Glibc

/// The signals that the process takes one after the other instead of being interrupted by them.
package final class SignalQueue: Sendable {
  package enum Signal: Int32, Sendable, CaseIterable {
    case hangUp = 1
    case interrupt = 2
    case terminate = 15
  }

  private let owned: Descriptor

  /// Call it before any other thread begins: threads inherit what is blocked here.
  package init() throws(SystemError) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in Signal.allCases { unsafe sigaddset(&signals, signal.rawValue) }
    guard unsafe pthread_sigmask(SIG_BLOCK, &signals, nil) == 0 else { throw SystemError("pthread_sigmask") }
    let number = unsafe signalfd(-1, &signals, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    guard number >= 0 else { throw SystemError("signalfd") }
    owned = Descriptor(owning: number)
  }

  /// For watching.
  package var descriptor: Int32 { owned.number }

  /// The next one that came; nil when there is none now.
  package func next() -> Signal? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard unsafe Glibc.read(owned.number, &information, size) == size else { return nil }
    return Signal(rawValue: Int32(information.ssi_signo))
  }

  /// A peer that goes away, or a file that may not grow, is an error of the call that wrote to it, no more.
  package static func ignoreFailedWrites() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }
}

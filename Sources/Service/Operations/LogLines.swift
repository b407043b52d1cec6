internal import Bindings
internal import Synchronization

/// Lines on their way to standard error, on a thread of their own: whoever reads the log slowly holds up no request.
final class LogLines: Sendable {
  private struct Waiting {
    var lines: [String] = []
    /// How many had no room.
    var lost = 0
    var isEnding = false
  }

  private static let limit = 10_000

  private let waiting = Mutex(Waiting())
  private let doorbell: Doorbell
  private let epoll: Epoll
  private let write: @Sendable (String) -> Void
  private let thread = Mutex<SystemThread?>(nil)

  /// Begins at once.
  init(write: @escaping @Sendable (String) -> Void) throws(SystemError) {
    self.write = write
    doorbell = try Doorbell()
    epoll = try Epoll()
    try epoll.add(doorbell.descriptor, .readable, token: 0)
    let started = try SystemThread(named: "livery-log") { [self] in run() }
    thread.withLock { $0 = started }
  }

  func add(_ line: String) {
    let isFirst = waiting.withLock { waiting in
      guard waiting.lines.count < Self.limit else {
        waiting.lost += 1
        return false
      }
      waiting.lines.append(line)
      return waiting.lines.count == 1
    }
    if isFirst { doorbell.ring() }
  }

  /// Writes what there is, and ends.
  func end() {
    waiting.withLock { $0.isEnding = true }
    doorbell.ring()
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
  }

  private func run() {
    var ready = Epoll.Ready(room: 1)
    while true {
      epoll.wait(milliseconds: -1, into: &ready)
      doorbell.quiet()
      let next = waiting.withLock { waiting in
        defer { (waiting.lines, waiting.lost) = ([], 0) }
        return waiting
      }
      if !next.lines.isEmpty { write(next.lines.joined()) }
      if next.lost > 0 {
        write("livery: \(next.lost) lines of the log were left out, since nobody read it\n")
      }
      if next.isEnding { return }
    }
  }
}

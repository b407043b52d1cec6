internal import CPostgreSQL
internal import Glibc
internal import Synchronization

/// Connects to several servers side by side, so that one that is silent keeps nobody from another.
package struct PostgresRace {
  private struct Runner {
    let index: Int
    let connecting: PostgresLine.Connecting
  }

  private var runners: [Runner] = []
  private var failures: [(index: Int, failure: PostgresFailure)] = []

  /// - Parameter interruption: rung by whoever knows that waiting for such a server is of no use any more.
  package init(to servers: [PostgresParameters], interruption: Doorbell? = nil) {
    for (index, server) in servers.enumerated() {
      do throws(PostgresFailure) {
        let connecting = try PostgresLine.Connecting(to: server, interruption: interruption)
        runners.append(Runner(index: index, connecting: connecting))
      } catch { failures.append((index, error)) }
    }
  }

  /// The next that has arrived, or why it never will, with the number of its server; nil when none is left or the
  /// deadline has passed.
  package mutating func next(
    until deadline: MonotonicTime
  ) -> (index: Int, outcome: Result<PostgresLine, PostgresFailure>)? {
    while true {
      if let failed = failures.popLast() { return (failed.index, .failure(failed.failure)) }
      guard !runners.isEmpty, let ready = ready(until: deadline) else { return nil }
      if let outcome = runners[ready].connecting.advance() {
        return (runners.remove(at: ready).index, outcome)
      }
    }
  }

  private func ready(until deadline: MonotonicTime) -> Int? {
    var polled = runners.map(\.connecting.polled)
    guard Readiness.poll(&polled, until: deadline) else { return nil }
    return polled.firstIndex { $0.revents != 0 }
  }
}

extension PostgresLine {
  /// A connection that is being made.
  final class Connecting: Sendable {
    private let line: PostgresLine
    private let isWriting = Atomic<Bool>(true)

    init(to server: PostgresParameters, interruption: Doorbell?) throws(PostgresFailure) {
      line = PostgresLine(try PostgresConnection(starting: server, interruption: interruption))
    }

    /// What is waited for; libpq may take another socket at each step.
    var polled: pollfd {
      let events = Int16(isWriting.load(ordering: .relaxed) ? POLLOUT : POLLIN)
      return pollfd(fd: line.withConnection { $0.descriptor }, events: events, revents: 0)
    }

    /// Goes one step on; nil where there are more.
    func advance() -> Result<PostgresLine, PostgresFailure>? {
      let outcome = line.withConnection { $0.advance() }
      switch outcome {
      case .waits(let isWriting):
        self.isWriting.store(isWriting, ordering: .relaxed)
        return nil
      case .arrived: return .success(line)
      case .failed(let failure): return .failure(failure)
      }
    }
  }
}

extension PostgresConnection {
  /// What a step of connecting comes to.
  enum ConnectStep: Sendable {
    case waits(toWrite: Bool)
    case arrived
    case failed(PostgresFailure)
  }

  fileprivate func advance() -> ConnectStep {
    switch unsafe PQconnectPoll(handle) {
    case PGRES_POLLING_READING: return .waits(toWrite: false)
    case PGRES_POLLING_WRITING: return .waits(toWrite: true)
    case PGRES_POLLING_OK:
      do throws(PostgresFailure) {
        try begin()
        return .arrived
      } catch { return .failed(error) }
    default: return .failed(connectFailure)
    }
  }
}

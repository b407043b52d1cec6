internal import Bindings

/// The life of the server after its start, on the process's first thread.
extension LiveryServer {
  /// Serves until a signal ends it; returns the exit code.
  package func run() throws(StartFailure) -> Int32 {
    do throws(SystemError) {
      return try waitForSignals()
    } catch { throw StartFailure(error) }
  }

  enum WakeSource: UInt64 { case signal, drainFinished }

  private func waitForSignals() throws(SystemError) -> Int32 {
    var ready = Epoll.Ready(room: 8)
    var draining: SystemThread?
    while true {
      epoll.wait(milliseconds: -1, into: &ready)
      for index in 0..<ready.count {
        switch WakeSource(rawValue: ready.token(index)) {
        case .drainFinished:
          draining?.join()
          log.info("Ended")
          lines.end()
          return 0
        case .signal: draining = try take(signals.next()) ?? draining
        case nil: break
        }
      }
    }
  }

  /// Returns the thread that drains where the signal began it.
  private func take(_ signal: SignalQueue.Signal?) throws(SystemError) -> SystemThread? {
    switch signal {
    case .terminate, .interrupt:
      if status.now.phase == .draining { endAtOnce(signal) }
      return try drain()
    case .hangUp: maintenance.reload()
    case nil: break
    }
    return nil
  }

  /// Answers everybody who waits, on a thread of its own: a second signal must be heard meanwhile.
  private func drain() throws(SystemError) -> SystemThread {
    status.update { $0.phase = .draining }
    log.info("Draining", .number("parked", server.statistics().parked))
    return try SystemThread(named: "livery-drain") {
      [server, maintenance, webhooks, drainFinished, drainTime = settings.wire.drainTime] in
      let deadline = MonotonicTime.now + min(drainTime, .seconds(1))
      webhooks.stop()
      server.drain()
      maintenance.end()
      webhooks.wait(until: deadline)
      drainFinished.ring()
    }
  }

  /// A shell calls it 128 and the signal's number.
  private func endAtOnce(_ signal: SignalQueue.Signal?) -> Never {
    log.warning("Ended before everybody was answered")
    lines.end()
    ProcessEnd.atOnce(128 + (signal?.rawValue ?? 0))
  }
}

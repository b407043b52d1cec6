internal import Bindings
internal import Changes
internal import ThemeAPI

/// What a start has at hand before anything is served.
struct ServerStart {
  let settings: Settings
  let descriptors: Int
  let signals: SignalQueue
  let epoll: Epoll
  let log: Log

  /// Takes the port.
  func server() throws(WireError) -> HTTPServer {
    try HTTPServer(configuration: settings.wire(descriptors: descriptors), onAnswer: log.onAnswer)
  }

  /// Opens the publisher, after a wait where the engine behind the store is away and nothing is known of the log.
  func publisher(
    on store: any ChangeStore, _ lines: LogWriter, _ open: () throws(Publisher.StartError) -> Publisher
  ) throws -> (Publisher, WaitingStart?) {
    do throws(Publisher.StartError) { return (try open(), nil) } catch {
      guard case .store(let cause) = error, store.isShared, cause.isAbsence else { throw error }
      let waiting = try WaitingStart(self, because: cause)
      guard let publisher = try waiting.publisher(open) else {
        log.info("Ended")
        lines.end()
        ProcessEnd.atOnce(0)
      }
      return (publisher, waiting)
    }
  }
}

internal import Bindings
internal import Changes
internal import ThemeAPI

/// A start without the engine: the process listens and says that it is alive, and no more, until the engine was seen
/// once.
struct WaitingStart {
  let server: HTTPServer
  private let start: ServerStart
  private let responder = WaitingResponder()

  /// Takes the port and answers there.
  init(_ start: ServerStart, because cause: StoreError) throws(WireError) {
    self.start = start
    server = try start.server()
    try server.start(answering: responder)
    start.log.warning(
      "The change log can't be reached and nothing is known of it, so nothing is served until it can",
      .text("why", "\(cause)"))
    let address = ListenAddress(host: start.settings.listen.host, port: server.port)
    start.log.info(
      "Listening on \(start.settings.scheme)://\(address)", .text("address", "\(address)"),
      .number("port", Int(server.port)))
  }

  /// Tries again and again, until it is there or waiting does not help; nil where a signal ended the wait.
  func publisher(
    _ open: () throws(Publisher.StartError) -> Publisher
  ) throws(Publisher.StartError) -> Publisher? {
    while true {
      if let signal = start.signals.wait(atMost: .milliseconds(100)), signal != .hangUp {
        server.drain()
        return nil
      }
      do throws(Publisher.StartError) { return try open() } catch {
        guard case .store(let cause) = error, cause.isAbsence else { throw error }
      }
    }
  }

  /// Serves from now on.
  func serve(_ responder: any Responder) { self.responder.become(responder) }
}

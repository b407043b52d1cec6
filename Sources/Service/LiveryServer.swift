internal import Bindings
internal import Changes
internal import ThemeAPI

/// The whole server: every part is named here once, in the order in which data passes through them.
package final class LiveryServer: Sendable {
  let settings: Settings
  let log: Log
  let vitals = Vitals(startedAt: .now)
  let signals: SignalQueue
  let server: Server

  /// One sentence that says what is in the way of starting.
  package struct StartFailure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Takes the port and begins to serve. Call it before any other thread begins.
  package init(settings: Settings, log: Log) throws(StartFailure) {
    self.settings = settings
    self.log = log
    do {
      signals = try SignalQueue()
      SignalQueue.ignoreBrokenPipes()
      let descriptors = ResourceLimits.raiseDescriptors()
      let folder = try ConfigFolder.read(settings.config)
      let link = ServerLink()
      let door = FrontDoor(vitals: vitals, statistics: { link.statistics }, next: NothingElse())
      server = try Server(configuration: settings.wire(descriptors: descriptors), answering: door)
      link.tie(to: server)
      for name in folder.ignored { log.warning("Ignored a file that is no document", .text("file", name)) }
      try server.start()
    } catch { throw StartFailure(description: "\(error)") }
    vitals.update { $0.phase = .serving }
    sayListening()
  }

  private func sayListening() {
    let scheme = settings.certificate == nil ? "http" : "https"
    let address = ListenAddress(host: settings.listen.host, port: server.port)
    log.info(
      "Listening on \(scheme)://\(address)", .text("address", "\(address)"),
      .number("port", Int(server.port)),
      .text("version", Version.number))
  }
}

internal import Bindings

/// Looks every second at the certificate and its key. Connections that come later get what the files say by then:
/// both of them or, when anything is wrong, none. Older connections live on.
struct CertificateMonitor {
  private let configuration: WireConfiguration
  private let server: HTTPServer
  private var served: Daemon.Credentials?
  private var rounds = RepeatedLook()

  init(of settings: Settings, for server: HTTPServer) {
    configuration = settings.wire
    self.server = server
    served = server.credentials
  }

  /// - Parameter isOrdered: whether somebody asked for it now, and wants to hear what is wrong once more.
  mutating func look(isOrdered: Bool, _ log: Log) {
    guard served != nil, rounds.begins(isOrdered: isOrdered) else { return }
    do {
      let next = try TLSFiles.read(configuration)
      if let next, next != served {
        try server.take(next)
        served = next
        log.info("Read the certificate again; new connections get it")
      }
      rounds.succeeded()
    } catch {
      if let sentence = rounds.failed(error, isOrdered: isOrdered) {
        log.error(
          "The certificate is not used as it is now; the one known before stays", .text("why", sentence))
      }
    }
  }
}

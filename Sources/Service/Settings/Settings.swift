/// Everything that can be set, with what holds where nobody says otherwise.
package struct Settings: Sendable {
  package var config = "Config"
  package var state = "state"
  package var store = StoreLocation.sqlite(path: nil)
  package var defaultTheme: String?

  package var listen = ListenAddress(host: "127.0.0.1", port: 8080)
  package var certificate: String?
  package var certificateKey: String?
  package var corsOrigin = "*"
  /// 0 is one a core.
  package var workers = 0

  package var token: String?
  package var readToken: String?
  package var tokensFile: String?

  package var headerBytes = 4096
  package var urlBytes = 2048
  package var bodyBytes = 4 << 20
  package var bodiesBytes = 64 << 20
  package var batchNodes = 10_000
  package var batchDepth = 64
  package var connections = 65_536
  /// 0 is no limit.
  package var connectionsPerAddress = 0
  package var parkedClients = 50_000

  package var idleTime = Duration.seconds(60)
  package var headerTime = Duration.seconds(10)
  package var bodyTime = Duration.seconds(60)
  package var drainTime = Duration.seconds(1)

  package var logFormat = Log.Format.automatic
  package var logLevel = Log.Level.info
  package var keepChanges = 10_000
  package var keepDays = 30

  package init() {}
}

extension Settings {
  /// What the wire needs of them, where the process may open so many descriptors.
  func wire(descriptors: Int) -> WireConfiguration {
    var wire = WireConfiguration()
    wire.host = listen.host
    wire.port = listen.port
    wire.workers = workers
    wire.headerLimit = headerBytes
    wire.targetLimit = urlBytes
    wire.bodyLimit = bodyBytes
    wire.bodiesLimit = bodiesBytes
    // Some are needed for files and for the loops themselves.
    wire.connectionLimit = min(connections, max(descriptors - 64, 16))
    wire.connectionsPerAddressLimit = connectionsPerAddress == 0 ? nil : connectionsPerAddress
    wire.parkedLimit = parkedClients
    wire.idleTimeout = idleTime
    wire.headerTimeout = headerTime
    wire.bodyTimeout = bodyTime
    wire.drainTime = drainTime
    wire.certificateFile = certificate
    wire.keyFile = certificateKey
    return wire
  }
}

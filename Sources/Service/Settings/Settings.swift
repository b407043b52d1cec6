package import Bindings
package import ThemeAPI

/// Everything that can be set. A default stands here, or in the part whose setting it is, and nowhere else:
/// `SettingTable` reads it from here for the help, and a test holds the schema of `livery.json` against the table.
package struct Settings: Sendable {
  package var config = "Config"
  /// Whether the themes to begin with are served, for there is no config folder yet.
  package var servesStarter = false
  package var state = "state"
  package var store = StoreLocation.sqlite(path: nil)
  package var storePasswordFile: String?
  package var defaultTheme: String?
  package var missingTheme: String?
  package var keepChanges = 10_000
  package var keepDays = 30

  /// Where to listen, what a client may send, how long it may take.
  package var wire = WireConfiguration()
  /// How much a client may look up in one request.
  package var lookUps = Services.LookUpLimits()

  /// How much may be uploaded.
  package var uploads = Services.UploadLimits()

  /// How long caches between server and apps may show a theme without asking.
  package var caching = CachePolicy()

  package var corsOrigin = "*"
  package var web: String?
  /// Where clients reach this server, without a slash at the end.
  package var publicURL: String?
  package var token: String?
  package var readToken: String?
  package var tokensFile: String?

  /// Who is told of changes.
  package var webhooks: [Webhook] = []
  package var webhookSecret: String?
  package var webhookSecretFile: String?
  package var webhookCA: String?
  /// How long a receiver may take.
  package var webhookTime: Duration = .seconds(10)

  package var logFormat = Log.LogFormat.automatic
  package var logLevel = Log.LogLevel.info

  package init() {}
}

/// Settings that people write in another way than the wire takes them.
extension Settings {
  package var listen: ListenAddress {
    get { ListenAddress(host: wire.host, port: wire.port) }
    set { (wire.host, wire.port) = (newValue.host, newValue.port) }
  }

  /// How clients speak to it.
  var scheme: String { wire.certificateFile == nil ? "http" : "https" }

  /// 0 is no limit.
  package var connectionsPerAddress: Int {
    get { wire.connectionsPerAddressLimit ?? 0 }
    set { wire.connectionsPerAddressLimit = newValue == 0 ? nil : newValue }
  }

  /// What the wire is told where the process may open so many descriptors.
  func wire(descriptors: Int) -> WireConfiguration {
    var wire = wire
    // Some are needed for files and for the loops themselves.
    wire.connectionLimit = min(wire.connectionLimit, max(descriptors - 64, 16))
    return wire
  }
}

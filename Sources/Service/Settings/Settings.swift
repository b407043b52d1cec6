package import Bindings
package import ThemeAPI
internal import Themes

/// All settings with their defaults. `SettingTable` reads the defaults from here for the help, and a test
/// compares the schema of `livery.json` with the table.
package struct Settings: Sendable {
  package var config = "Config"
  /// Indicates whether the themes to begin with are served, because there is no config folder yet.
  package var servesStarter = false
  package var state = "state"
  package var store = StoreLocation.sqlite(path: nil)
  package var storePasswordFile: String?
  package var defaultTheme: String?
  package var missingTheme: String?
  package var keepChanges = 10_000
  package var keepDays = 30

  /// The settings of the HTTP server: address, limits, times.
  package var wire = WireConfiguration()
  package var lookUps = Services.LookUpLimits()

  package var uploads = Services.UploadLimits()

  /// The lifetime of themes in shared caches.
  package var caching = CachePolicy()

  package var corsOrigin = "*"
  package var web: String?
  /// The URL under which clients reach this server, without a slash at the end.
  package var publicURL: String?
  package var token: String?
  package var readToken: String?
  package var tokensFile: String?

  package var webhooks = WebhookSettings()

  package var logFormat = Log.Format.automatic
  package var logLevel = Log.Level.info

  package init() {}
}

/// Settings whose written form differs from their use.
extension Settings {
  package var listen: ListenAddress {
    get { ListenAddress(host: wire.host, port: wire.port) }
    set { (wire.host, wire.port) = (newValue.host, newValue.port) }
  }

  var scheme: String { wire.certificateFile == nil ? "http" : "https" }

  /// The limit of connections from one address; 0 is no limit.
  package var connectionsPerAddress: Int {
    get { wire.connectionsPerAddressLimit ?? 0 }
    set { wire.connectionsPerAddressLimit = newValue == 0 ? nil : newValue }
  }

  /// Returns the configuration of the HTTP server, limited to the given number of descriptors.
  func wire(descriptors: Int) -> WireConfiguration {
    var wire = wire
    // Files and threads need descriptors, too.
    wire.connectionLimit = min(wire.connectionLimit, max(descriptors - 64, 16))
    return wire
  }
}

/// All errors in the settings, each in one sentence.
package struct SettingsError: Error, CustomStringConvertible {
  package enum Origin: Sendable, Equatable {
    case usage
    case files
  }

  package let cause: Origin
  package let sentences: [String]

  package var description: String { sentences.joined(separator: "\n") }
}

internal import Bindings
package import ThemeAPI
internal import Themes

/// All settings with their defaults. `SettingTable` reads the defaults from here for the help, and a test compares the schema
/// of `livery.json` with the table.
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
  /// The length of the time slots in which a cache makes one request of those of all clients, in seconds; 0 for none.
  package var crowdSlot = 0

  package var corsOrigin = "*"
  package var web: String?
  /// The URL under which clients reach this server, without a slash at the end.
  package var publicURL: String?
  /// The public URLs of single hosts, if they have their own.
  package var publicURLs: [String: String] = [:]
  /// The channels of hosts in the settings file.
  package var hosts = HostTable()
  package var hostsFile: String?
  package var token: String?
  package var readToken: String?
  package var tokensFile: String?
  package var approval = Approval.none

  package var webhooks = WebhookSettings()

  package var logFormat = Log.Format.automatic
  package var logLevel = Log.Level.info

  package init() {}
}

extension Settings {
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
  /// The place of the errors: flags and variables, or the settings file and its folder.
  package enum Origin: Sendable { case usage, files }

  package let cause: Origin
  package let sentences: [String]

  package var description: String { sentences.joined(separator: "\n") }
}

/// The location of the change log, as in `--store`.
package enum StoreLocation: Sendable, Hashable {
  case memory
  /// An SQLite file; nil for the one in the state folder.
  case sqlite(path: String?)
  /// A PostgreSQL database, which several servers may share.
  case postgres(url: String)

  /// Nil if the scheme is unknown.
  package init?(_ text: String) {
    if text == "memory:" {
      self = .memory
    } else if text.hasPrefix("sqlite:") {
      let path = text.dropFirst("sqlite:".count)
      self = .sqlite(path: path.isEmpty ? nil : String(path))
    } else if Self.isPostgres(text) {
      self = .postgres(url: text)
    } else {
      return nil
    }
  }

  static func isPostgres(_ text: String) -> Bool {
    text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
  }

  static func holdsPassword(_ text: String) -> Bool {
    guard isPostgres(text), let start = text.firstRange(of: "://")?.upperBound else { return false }
    let authority = text[start...].prefix { $0 != "/" && $0 != "?" }
    let user = authority.lastIndex(of: "@").map { authority[..<$0] } ?? ""
    return user.contains(":") || text.contains("password=")
  }

  /// Returns the path of the SQLite file: the one in the state folder if no other is named.
  static func path(_ named: String?, in state: String) -> String { named ?? "\(state)/livery.sqlite" }

  /// The location as it appears in the log.
  package func text(state: String) -> String {
    switch self {
    case .memory: "memory:"
    case .postgres(let url): Self.withoutSecrets(url)
    case .sqlite(let path): "sqlite:\(Self.path(path, in: state))"
    }
  }

  /// Returns the URL with its hosts and database only, without user and parameters.
  private static func withoutSecrets(_ url: String) -> String {
    let rest = url.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2)
    let hosts = rest.first.map { $0.split(separator: "@", omittingEmptySubsequences: false).last ?? "" } ?? ""
    return (["postgres:/", String(hosts)] + rest.dropFirst().map(String.init)).joined(separator: "/")
  }
}

internal import Themes

/// The location of the change log, as in `--store`.
package enum StoreLocation: Sendable, Hashable {
  /// A log in memory, which ends with the process.
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

  /// Indicates whether the text contains a password.
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

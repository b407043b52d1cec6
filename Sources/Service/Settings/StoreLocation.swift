internal import Themes

/// Where the change log is kept, as `--store` says it.
package enum StoreLocation: Sendable, Hashable {
  /// Nothing survives.
  case memory
  /// Nil is a file in the state folder.
  case sqlite(path: String?)
  /// A database for any number of servers.
  case postgres(url: String)

  /// Nil for a scheme that is none of these.
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

  /// Whether whoever sees the text learns a password.
  static func holdsPassword(_ text: String) -> Bool {
    guard isPostgres(text), let start = text.firstRange(of: "://")?.upperBound else { return false }
    let authority = text[start...].prefix { $0 != "/" && $0 != "?" }
    let user = authority.lastIndex(of: "@").map { authority[..<$0] } ?? ""
    return user.contains(":") || text.contains("password=")
  }

  /// The file that keeps the log: one of the state folder when no other is named.
  static func path(_ named: String?, in state: String) -> String { named ?? "\(state)/livery.sqlite" }

  /// As the log tells it.
  package func text(state: String) -> String {
    switch self {
    case .memory: "memory:"
    case .postgres(let url): Self.withoutSecrets(url)
    case .sqlite(let path): "sqlite:\(Self.path(path, in: state))"
    }
  }

  /// Hosts and database; neither who connects there nor how.
  private static func withoutSecrets(_ url: String) -> String {
    let rest = url.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2)
    let hosts = rest.first.map { $0.split(separator: "@", omittingEmptySubsequences: false).last ?? "" } ?? ""
    return (["postgres:/", String(hosts)] + rest.dropFirst().map(String.init)).joined(separator: "/")
  }
}

internal import Bindings
internal import Changes
internal import Documents
internal import Storage
internal import Themes

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

/// Opens the store that the settings name.
enum Stores {
  /// - Parameter warn: called with warnings about a database.
  static func open(
    _ settings: Settings, warn: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(StartFailure) -> any ChangeStore {
    let state = settings.state
    switch settings.store {
    case .memory: return MemoryStore()
    case .sqlite(let path):
      if path == nil { try makeFolder(state) }
      let path = StoreLocation.path(path, in: state)
      do throws(StoreError) { return try SQLiteStore(path: path) } catch {
        throw StartFailure("The change log \(path) can't be used: \(error).")
      }
    case .postgres(let url):
      try makeFolder(state)
      return try atDatabase(url, settings) { address throws(StoreError) in
        try PostgresStore(address, position: "\(state)/standing", copy: "\(state)/snapshot", warn: warn)
      }
    }
  }

  /// Calls `act` with the address of the database. Errors become sentences that name the database.
  static func atDatabase<Value>(
    _ url: String, _ settings: Settings, _ act: (PostgresAddress) throws(StoreError) -> Value
  ) throws(StartFailure) -> Value {
    do throws(StoreError) {
      return try act(try PostgresAddress(url: url, passwordFile: settings.storePasswordFile))
    } catch {
      let name = settings.store.text(state: settings.state)
      throw StartFailure("The change log \(name) can't be used: \(error).")
    }
  }

  /// Returns the state folder, created if it is missing, or nil if nothing must survive a restart.
  static func stateFolder(_ settings: Settings) throws(StartFailure) -> String? {
    guard settings.store != .memory else { return nil }
    try makeFolder(settings.state)
    return settings.state
  }

  private static func makeFolder(_ path: String) throws(StartFailure) {
    do throws(SystemError) {
      try FileSystem.makeFolder(path, isPrivate: true)
    } catch {
      throw StartFailure(
        "The state folder '\(path)' can't be made: \(error.cause). Name another with --state DIR.")
    }
    guard FileSystem.isWritable(path) else {
      throw StartFailure(
        "This user may not write into the state folder '\(path)'; name another with --state DIR.")
    }
  }
}

internal import Bindings
internal import Changes
internal import Documents
internal import Storage

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

internal import Changes
internal import Storage

/// What `livery store renew` does.
package enum StoreRenewal {
  /// The path of the log that was renewed, with the revision where it stands.
  package static func perform(
    _ settings: Settings
  ) throws(StartFailure) -> (path: String, revision: UInt64) {
    let name = settings.store.text(state: settings.state)
    switch settings.store {
    case .memory:
      throw StartFailure(
        "A log in memory is never put back from a copy; name a file with --store sqlite:PATH.")
    case .sqlite(let named):
      let path = StoreLocation.path(named, in: settings.state)
      return (path, try renew(name) { () throws(StoreError) in try SQLiteStore.renew(path: path) })
    case .postgres(let url):
      let revision = try renew(name) { () throws(StoreError) in
        try PostgresStore.renew(PostgresAddress(url: url, passwordFile: settings.storePasswordFile))
      }
      return (name, revision)
    }
  }

  private static func renew(
    _ name: String, by renewal: () throws(StoreError) -> UInt64
  ) throws(StartFailure) -> UInt64 {
    do throws(StoreError) { return try renewal() } catch {
      throw StartFailure("The change log \(name) can't be renewed: \(error).")
    }
  }
}

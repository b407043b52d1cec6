internal import Changes
internal import Storage

/// What `livery store renew` does.
package enum StoreRenewal {
  /// The path of the log that was renewed, with the revision where it stands.
  package static func perform(
    _ settings: Settings
  ) throws(StartFailure) -> (path: String, revision: UInt64) {
    let (location, state) = (settings.store, settings.state)
    if location == .memory {
      throw StartFailure(
        "A log in memory is never put back from a copy; name a file with --store sqlite:PATH.")
    }
    let name = location.text(state: state)
    do throws(StoreError) {
      switch location {
      case .postgres(let url):
        return (
          name,
          try PostgresStore.renew(
            PostgresAddress(url: url, passwordFile: settings.storePasswordFile))
        )
      case .sqlite(let path?): return (path, try SQLiteStore.renew(path: path))
      case .sqlite(nil), .memory:
        let path = StoreLocation.standardPath(in: state)
        return (path, try SQLiteStore.renew(path: path))
      }
    } catch { throw StartFailure("The change log \(name) can't be renewed: \(error).") }
  }
}

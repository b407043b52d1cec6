internal import Changes
internal import Storage

/// What `livery store renew` does.
package enum StoreRenewal {
  /// The path of the log that was renewed, with the revision where it stands.
  package static func perform(
    _ location: StoreLocation, state: String
  ) throws(StartFailure) -> (path: String, revision: UInt64) {
    guard case .sqlite(let named) = location else {
      throw StartFailure(
        "A log in memory is never put back from a copy; name a file with --store sqlite:PATH.")
    }
    let path = named ?? StoreLocation.standardPath(in: state)
    do throws(StoreError) { return (path, try SQLiteStore.renew(path: path)) } catch {
      throw StartFailure("The change log \(path) can't be renewed: \(error).")
    }
  }
}

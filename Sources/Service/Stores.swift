internal import Bindings
internal import Changes
internal import Storage

/// Opens the store that the settings name.
enum Stores {
  static func open(_ location: StoreLocation, state: String) throws(StartFailure) -> any ChangeStore {
    switch location {
    case .memory: return MemoryStore()
    case .sqlite(let path?): return try sqlite(path)
    case .sqlite(nil):
      try makeFolder(state)
      return try sqlite(StoreLocation.standardPath(in: state))
    }
  }

  private static func sqlite(_ path: String) throws(StartFailure) -> any ChangeStore {
    do throws(StoreError) {
      return try SQLiteStore(path: path)
    } catch { throw StartFailure("The change log \(path) can't be used: \(error).") }
  }

  private static func makeFolder(_ path: String) throws(StartFailure) {
    do throws(SystemError) {
      try FileSystem.makeFolder(path)
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

internal import Bindings
internal import Changes

/// What SQLite says, in the store's words.
func stored<Value>(_ body: () throws(SQLiteFailure) -> Value) throws(StoreError) -> Value {
  do { return try body() } catch { throw StoreError(error) }
}

extension StoreError {
  init(_ failure: SQLiteFailure) {
    switch failure.reason {
    case .full: self = .full(failure.words)
    case .corrupt: self = .corrupt(failure.message)
    case .notADatabase: self = .corrupt("the file is not a database")
    case .busy:
      self = .unusable(
        "another process is using it (\(failure.message)). Give this one a folder of its own with --state, or ask the "
          + "server that runs, without --offline")
    case .readOnly, .cannotOpen: self = .unusable(failure.message)
    case .sync: self = .failed("the disk did not take what was written (fsync): \(failure.words)")
    case .io: self = .failed(failure.words)
    case .other: self = .failed(failure.message)
    }
  }
}

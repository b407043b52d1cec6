internal import Bindings
internal import Changes

/// Runs `body`; what PostgreSQL says, in the store's words.
func stored<Value>(_ body: () throws(PostgresFailure) -> Value) throws(StoreError) -> Value {
  do { return try body() } catch { throw StoreError(error) }
}

extension StoreError {
  init(_ failure: PostgresFailure) {
    switch failure.kind {
    case .away, .busy: self = .away(failure.description)
    case .full: self = .full(failure.description)
    case .refused, .other: self = .unusable(failure.description)
    }
  }
}

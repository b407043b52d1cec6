internal import Bindings
package import Changes

/// What is done to a log by hand.
extension PostgresStore {
  /// Has a log go on under a new epoch, as after it was put back from a copy.
  /// - Returns: the revision where it stands.
  package static func renew(_ address: PostgresAddress) throws(StoreError) -> UInt64 {
    let store = try PostgresStore(address, evenSealed: true)
    return try store.atDesk { desk throws(StoreError) in
      try desk.renew(until: .now + EnginePatience().starting)
    }
  }

  /// The version of the tables that are there; 0 for none. Nothing is changed.
  package static func schemaVersion(at address: PostgresAddress) throws(StoreError) -> Int {
    let search = PostgresSearch(try address.servers(for: "check"))
    return try stored { () throws(PostgresFailure) in try search.find(within: .seconds(5)).get() }
      .line.withConnection { live throws(StoreError) in
        try PostgresDesk.version(live, .now + .seconds(5))
      }
  }
}

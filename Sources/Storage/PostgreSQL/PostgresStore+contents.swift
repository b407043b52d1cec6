internal import Bindings
internal import Changes

extension PostgresStore: PortableStore {
  func contents() throws(StoreError) -> LogContents {
    try ear.read(within: .seconds(600)) { live, deadline throws(StoreError) in
      try PostgresReader(connection: live, deadline: deadline).contents()
    }
  }

  func seal() throws(StoreError) {
    try atDesk { desk throws(StoreError) in try desk.seal(until: .now + .seconds(30)) }
  }

  func fingerprint(at revision: UInt64) throws(StoreError) -> Fingerprint? {
    try ear.read(within: .seconds(30)) { live, deadline throws(StoreError) in
      try PostgresReader(connection: live, deadline: deadline).fingerprint(at: revision)
    }
  }
}

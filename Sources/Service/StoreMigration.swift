internal import Changes
internal import Storage

/// What `livery store schema` and `livery store migrate` do.
package enum StoreMigration {
  /// The statements that make the tables in PostgreSQL, for whoever runs them by hand.
  package static var schema: String { PostgresSchema.script }

  /// What was done to the tables, or would be, in a sentence.
  package static func perform(
    _ settings: Settings, isPlanned: Bool
  ) throws(StartFailure) -> String {
    guard case .postgres(let url) = settings.store else {
      throw StartFailure(
        "Only tables in PostgreSQL are made beforehand; name the database with LIVERY_STORE=postgres://… "
          + "A log in a file is brought up to date by 'livery serve'.")
    }
    let name = settings.store.text(state: settings.state)
    return try Stores.atDatabase(url, settings) { address throws(StoreError) in
      let (found, known) = (try PostgresStore.schemaVersion(at: address), PostgresSchema.version)
      if found >= known { return "\(name) is up to date: its tables have version \(found)." }
      if isPlanned { return "\(name) would be brought from version \(found) to version \(known)." }
      _ = try PostgresStore(address)
      return "\(name) was brought from version \(found) to version \(known)."
    }
  }
}

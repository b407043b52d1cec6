internal import Bindings
internal import Changes
internal import Storage

/// The work of the `livery store` commands. Each result is a text for the operator.
package enum StoreCommands {
  /// Begins a new epoch in a log that was restored from a copy. Returns the location of the log and its last revision.
  package static func renew(_ settings: Settings) throws(StartFailure) -> (path: String, revision: UInt64) {
    let name = settings.store.text(state: settings.state)
    do throws(StoreError) {
      switch settings.store {
      case .memory: break
      case .sqlite(let named):
        let path = StoreLocation.path(named, in: settings.state)
        defer { FileSystem.giveToFolderOwner(path) }
        return (path, try SQLiteStore.renew(path: path))
      case .postgres(let url):
        let address = try PostgresAddress(url: url, passwordFile: settings.storePasswordFile)
        return (name, try PostgresStore.renew(address))
      }
    } catch { throw StartFailure("The change log \(name) can't be renewed: \(error).") }
    throw StartFailure("A log in memory is never put back from a copy; name a file with --store sqlite:PATH.")
  }

  /// The SQL that creates the tables in PostgreSQL.
  package static var schema: String { PostgresSchema.script }

  /// Creates or updates the tables in PostgreSQL.
  /// - Parameter isPlanned: whether to say only what would be done.
  package static func migrate(_ settings: Settings, isPlanned: Bool) throws(StartFailure) -> String {
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

  /// Examines a PostgreSQL database. Returns a line for each finding, and whether a server can work there.
  package static func check(_ settings: Settings) throws(StartFailure) -> (words: String, isGood: Bool) {
    guard case .postgres(let url) = settings.store else {
      throw StartFailure(
        "Only a database is checked; name it with LIVERY_STORE=postgres://… "
          + "A log in a file is checked when a server opens it.")
    }
    let name = settings.store.text(state: settings.state)
    let findings = try Stores.atDatabase(url, settings) { address throws(StoreError) in
      try PostgresCheck(address).findings()
    }
    let lines = findings.map { finding in
      let mark = finding.weight == .fact ? " " : finding.weight == .advice ? "!" : "✗"
      let subject = finding.subject + String(repeating: " ", count: max(0, 9 - finding.subject.count))
      return "\(mark) \(subject) \(finding.words)"
    }
    return (([name] + lines).joined(separator: "\n"), !findings.contains { $0.weight == .obstacle })
  }

  /// Copies a log into an empty one.
  /// - Parameters:
  ///   - isMove: whether the copy keeps the epoch and the source is sealed.
  ///   - isPlanned: whether to say only what would be done.
  package static func copy(
    from source: String, to target: String, _ settings: Settings, isMove: Bool, isPlanned: Bool
  ) throws(StartFailure) -> String {
    let places = (try place(source, settings), try place(target, settings))
    let transfer = LogTransfer(from: places.0, to: places.1, isMove: isMove)
    defer {
      for case .sqlite(let path) in [places.0, places.1] { FileSystem.giveToFolderOwner(path) }
    }
    do throws(StoreError) {
      switch try transfer.perform(isPlanned: isPlanned) {
      case .copied(let changes, let head):
        return "Copied \(changes) changes, up to revision \(head), under a new epoch; clients start again."
      case .moved(let changes, let head):
        return
          "Moved \(changes) changes, up to revision \(head), under the epoch that it had: clients notice nothing. "
          + "\(source) is sealed; only 'livery store renew' opens it again."
      case .planned(let changes, let head): return "Would copy \(changes) changes, up to revision \(head)."
      case .present(let head): return "Nothing to do: the log is there up to revision \(head) already."
      }
    } catch { throw StartFailure("The change log can't be copied: \(error).") }
  }

  private static func place(_ text: String, _ settings: Settings) throws(StartFailure) -> LogTransfer.LogPlace
  {
    guard !StoreLocation.holdsPassword(text) else {
      throw StartFailure(
        "An operand must not hold a password, since every user of a machine can read those; give it in PGPASSFILE "
          + "or LIVERY_STORE_PASSWORD_FILE.")
    }
    switch StoreLocation(text) {
    case .sqlite(let path): return .sqlite(path: StoreLocation.path(path, in: settings.state))
    case .postgres(let url):
      do throws(StoreError) {
        return .postgres(try PostgresAddress(url: url, passwordFile: settings.storePasswordFile))
      } catch { throw StartFailure("\(error)") }
    case .memory, nil:
      throw StartFailure(
        "A log is copied from and to sqlite:, sqlite:PATH or postgres://USER@HOST:5432/DATABASE, not '\(text)'."
      )
    }
  }
}

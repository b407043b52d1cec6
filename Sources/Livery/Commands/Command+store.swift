internal import Service
internal import Themes

extension Command {
  /// What is done to a change log while no server, or another one, runs on it.
  static let store = Command(
    "store", "Look after the change log: make its tables, check them, copy it, tell it that it was put back.",
    operands: Operands(usage: "renew | schema | migrate | check | copy FROM TO", count: 1...3),
    flags: Flag.settings(["config", "state", "store", "storePasswordFile"]) + [.dryRun, .move],
    details: """
      renew    Run it after each restore, before the server is started. The log goes on under a new epoch: every
               client is told that its place in the log is gone and begins with what holds now. A start notices
               most restores by itself, but not that of a whole disk. No server must be running on a file.
      schema   Prints the statements that make the tables in PostgreSQL.
      migrate  Makes the tables in PostgreSQL, or brings them up to date, as a server does when it starts: for
               servers whose role may not.
      check    Says how a database is: its hosts, what would be lost in a failover, rights, TLS, whether notices
               arrive, how long a turn takes. Lines with ! could be better; with ✗ no server works, and it exits 1.
      copy     Copies a log with its history and idempotency keys into an empty one: sqlite:PATH to postgres://…
               or back. Servers on either must be stopped. Done again, it finds that the log is there. With --move
               the copy keeps the epoch, so clients notice nothing, and the log that was copied is sealed.

      Where the log is, is found as 'livery serve' finds it.
      """
  ) { arguments throws(CommandError) in
    let order = try StoreOrder(arguments)
    do {
      let (settings, _) = try Settings.read(flags: arguments.given, variables: ProcessEnvironment.variables)
      let outcome = try order.perform(settings, isPlanned: arguments.has(.dryRun))
      Console.print(outcome.words + "\n")
      return outcome.isGood ? .done : .refused
    } catch { throw CommandError(error) }
  }
}

extension Flag {
  static let move = Flag("--move", nil, "have 'copy' keep the epoch, and seal the log that was copied")
  static let dryRun = Flag("--dry-run", nil, "only say what 'migrate' or 'copy' would do")
}

/// What `livery store` was told.
private enum StoreOrder {
  case renew, schema, migrate, check
  case copy(from: String, to: String, isMove: Bool)

  init(_ arguments: Arguments) throws(Command.CommandError) {
    let words = arguments.operands
    switch (words[0], words.count) {
    case ("renew", 1): self = .renew
    case ("schema", 1): self = .schema
    case ("migrate", 1): self = .migrate
    case ("check", 1): self = .check
    case ("copy", 3): self = .copy(from: words[1], to: words[2], isMove: arguments.has(.move))
    case ("copy", _): throw .usage("'livery store copy' needs FROM and TO, such as sqlite:PATH postgres://….")
    case ("renew", _), ("schema", _), ("migrate", _), ("check", _):
      throw .usage("'livery store \(words[0])' takes nothing beside it; name the log with --store.")
    default:
      throw .usage("'livery store' can be told renew, schema, migrate, check or copy, not '\(words[0])'.")
    }
    if arguments.has(.move), words[0] != "copy" { throw .usage("--move is for 'livery store copy'.") }
    if arguments.has(.dryRun), !isPlannable {
      throw .usage("--dry-run is for 'livery store migrate' and 'livery store copy'.")
    }
  }

  private var isPlannable: Bool {
    switch self {
    case .renew, .schema, .check: false
    case .migrate, .copy: true
    }
  }

  /// Returns what to say, and whether all is well.
  func perform(_ settings: Settings, isPlanned: Bool) throws(StartFailure) -> (words: String, isGood: Bool) {
    switch self {
    case .renew:
      let (path, revision) = try StoreCommands.renew(settings)
      return ("\(path) goes on after revision \(revision) under a new epoch; clients begin anew.", true)
    case .schema: return (StoreCommands.schema, true)
    case .migrate: return (try StoreCommands.migrate(settings, isPlanned: isPlanned), true)
    case .check: return try StoreCommands.check(settings)
    case .copy(let source, let target, let isMove):
      let words = try StoreCommands.copy(
        from: source, to: target, settings, isMove: isMove, isPlanned: isPlanned)
      return (words, true)
    }
  }
}

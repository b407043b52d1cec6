internal import Documents
internal import Service
internal import Themes

extension Command {
  static let store = Command(
    name: "store",
    summary: "Maintain the change log: create its tables, check it, copy it, renew it after a restore.",
    operands: ("renew | schema | migrate | check | copy FROM TO", 1...3),
    flags: Flag.settings(["config", "state", "store", "storePasswordFile"]) + [.dryRun, .move],
    details: """
      renew    Run this after each restore, before the server starts. The log continues under a new epoch: all clients
               learn that their cursors are gone, and start again with the active theme. A start notices most
               restores, but not that of a whole disk. For a log in a file, no server may be running.
      schema   Prints the SQL that creates the tables in PostgreSQL.
      migrate  Creates the tables in PostgreSQL, or updates them, as a server does when it starts: for servers whose
               role may not do this.
      check    Examines a database: its hosts, possible losses in a failover, permissions, TLS, notifications, and the
               duration of a transaction. Lines with ! are advice; with ✗, no server can work, and the exit code is 1.
      copy     Copies a log with its history and idempotency keys into an empty one: sqlite:PATH to postgres://…
               or back. The servers of both must be stopped. If the log was copied already, nothing is done. With
               --move, the copy keeps the epoch, so clients notice nothing, and the source is sealed.

      The location of the log is read from the settings of 'livery serve'. If there is no config folder, flags and
      variables are enough. Files that root creates beside a log get the owner of its folder, so that the server's user
      can open them.
      """
  ) { arguments throws(CommandError) in
    let words = arguments.operands
    switch (words[0], words.count) {
    case ("renew", 1), ("schema", 1), ("migrate", 1), ("check", 1), ("copy", 3): break
    case ("copy", _): throw .usage("'livery store copy' needs FROM and TO, such as sqlite:PATH postgres://….")
    case ("renew", _), ("schema", _), ("migrate", _), ("check", _):
      throw .usage("'livery store \(words[0])' takes no operand; name the log with --store.")
    default:
      throw .usage("'livery store' takes renew, schema, migrate, check or copy, not '\(words[0])'.")
    }
    if arguments.has(.move), words[0] != "copy" { throw .usage("--move is for 'livery store copy'.") }
    if arguments.has(.dryRun), !["migrate", "copy"].contains(words[0]) {
      throw .usage("--dry-run is for 'livery store migrate' and 'livery store copy'.")
    }
    let (text, isGood) = try attempt {
      let (settings, _) = try Settings.read(
        flags: arguments.given, variables: ProcessEnvironment.variables, needsFolder: false)
      return try maintain(words, settings, isPlanned: arguments.has(.dryRun), isMove: arguments.has(.move))
    }
    Console.print(text + "\n")
    return isGood ? .done : .refused
  }

  /// Runs a subcommand. Returns the text to print, and whether the store is usable.
  private static func maintain(
    _ words: [String], _ settings: Settings, isPlanned: Bool, isMove: Bool
  ) throws(StartFailure) -> (words: String, isGood: Bool) {
    switch words[0] {
    case "renew":
      let (path, revision) = try StoreCommands.renew(settings)
      return ("\(path) goes on after revision \(revision) under a new epoch; clients start again.", true)
    case "schema": return (StoreCommands.schema, true)
    case "migrate": return (try StoreCommands.migrate(settings, isPlanned: isPlanned), true)
    case "check": return try StoreCommands.check(settings)
    default:
      let text = try StoreCommands.copy(
        from: words[1], to: words[2], settings, isMove: isMove, isPlanned: isPlanned)
      return (text, true)
    }
  }
}

extension Flag {
  static let move = Flag("--move", nil, "make 'copy' keep the epoch and seal the source")
  static let dryRun = Flag("--dry-run", nil, "only print what 'migrate' or 'copy' would do")
}

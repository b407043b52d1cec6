internal import Service
internal import Themes

extension Command {
  /// Follows a channel until it is stopped.
  static let watch = Command(
    "watch", "Follow a channel of a running server: tell each change as it happens, until it is stopped.",
    flags: [.channel, .since, .once, .exec, .json] + Flag.connection,
    details: """
      It survives restarts of the server, and tells when changes were missed. The line after --exec is run by the shell
      for what is active at first and after each change, with LIVERY_CHANNEL, LIVERY_THEME, LIVERY_KIND and
      LIVERY_CURSOR in its environment; the next change waits until it is done.

        livery watch --exec 'echo "$LIVERY_THEME is on"'
      """
  ) { arguments throws(CommandError) in
    var follower = Follower(
      client: try ServerConnection(arguments), channel: arguments[.channel] ?? "main",
      cursor: arguments[.since])
    let printer = ChangePrinter(
      channel: follower.channel, exec: arguments[.exec], isJSON: arguments.has(.json))
    while true {
      let event = try follower.next()
      try printer.tell(event)
      if arguments.has(.once), event.isChange { return .done }
    }
  }
}

extension Flag {
  fileprivate static let since = Flag(
    "--since", "CURSOR", "begin after this cursor instead of with what is active now")
  fileprivate static let once = Flag("--once", nil, "end after the first change")
  fileprivate static let exec = Flag("--exec", "LINE", "what the shell runs for each change")
}

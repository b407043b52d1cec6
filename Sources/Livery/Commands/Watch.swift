internal import Documents
internal import ServerAccess
internal import Service
internal import Themes

extension Command {
  static let watch = Command(
    name: "watch",
    summary: "Follow a channel of a running server and print each change, until the command is stopped.",
    flags: [.channel, .since, .once, .exec, .json] + Flag.connection,
    details: """
      It continues after restarts of the server, and reports missed changes. The shell runs the line after --exec for the
      active theme at the start and after each change, with LIVERY_CHANNEL, LIVERY_THEME, LIVERY_KIND and LIVERY_CURSOR
      in its environment; the next change waits until the line has ended.

        livery watch --exec 'echo "$LIVERY_THEME is on"'
      """
  ) { arguments throws(CommandError) in
    let channel = arguments[.channel] ?? "main"
    var follower = Follower(
      client: try ServerConnection(arguments), channel: channel, cursor: arguments[.since])
    let printer = ChangePrinter(channel: channel, exec: arguments[.exec], isJSON: arguments.has(.json))
    while true {
      let event = try follower.next()
      try printer.print(event)
      if arguments.has(.once), event.isChange { return .done }
    }
  }
}

extension Flag {
  fileprivate static let since = Flag(
    "--since", "CURSOR", "start after this cursor instead of with the active theme")
  fileprivate static let once = Flag("--once", nil, "end after the first change")
  fileprivate static let exec = Flag("--exec", "LINE", "a command line that the shell runs for each change")
}

/// Follows a channel by long poll, through failures and restarts. It keeps its cursor and starts again without one if
/// the server requires it.
private struct Follower {
  let client: ServerConnection
  let channel: String
  var cursor: String?
  private var pause = RetryPause()
  private var isLost = false
  /// Indicates whether the channel has existed; only then may it be missing for a while.
  private var hasFollowed = false
  private var isMissing = false
  private static let target = "/v1/changes"

  init(client: ServerConnection, channel: String, cursor: String?) {
    (self.client, self.channel, self.cursor) = (client, channel, cursor)
  }

  /// Waits for the next event. Throws only if a retry is useless.
  mutating func next() throws(CommandError) -> ChannelEvent {
    while true {
      guard let answer = try ask() else { continue }
      switch answer.status {
      case 200, 410:
        guard answer.isDocument, answer["cursor"] != nil else {
          throw client.stranger(answer, to: Self.target)
        }
        let (isMissed, isFirst) = (answer.status == 410, cursor == nil)
        advance(to: answer["cursor"])
        return isFirst || isMissed ? .present(answer, missed: isMissed) : .changes(answer)
      case 204: advance(to: answer.header("livery-cursor") ?? cursor)
      case 404 where hasFollowed:
        // A server that has lost its log does not know the channel before the first switch.
        if !isMissing { warn("\(answer.refusal()) Waiting for it.") }
        isMissing = true
        pause.wait()
      case 429, 500...599:
        warn("The server is busy (\(answer.status)).")
        let seconds = answer.header("retry-after").flatMap { Double($0) } ?? 0
        pause.wait(atLeast: .seconds(max(0, min(seconds, 1e6))))
      default: throw client.refusal(answer, of: Self.target)
      }
    }
  }

  private mutating func advance(to cursor: String?) {
    self.cursor = cursor
    hasFollowed = true
    isMissing = false
    pause.recover()
  }

  /// Sends a request. Returns nil after a pause if no server answered.
  private mutating func ask() throws(CommandError) -> ServerAnswer? {
    let target = ServerConnection.target(
      Self.target, [("channel", channel), ("since", cursor), ("wait", "55"), ("mode", "all")])
    do throws(CommandError) {
      let answer = ServerAnswer(try client.http.ask("GET", target, within: .seconds(70)))
      if answer.status < 500 {
        if isLost { warn("The server is back.") }
        isLost = false
      }
      return answer
    } catch {
      guard case .unreachable(let sentence) = error else { throw error }
      if !isLost { warn("\(sentence) Trying again.") }
      isLost = true
      pause.wait()
      return nil
    }
  }

  private func warn(_ sentence: String) { Console.printError("livery: \(sentence)\n") }
}

private enum ChannelEvent {
  /// The active theme, at the beginning or after changes were missed.
  case present(ServerAnswer, missed: Bool)
  case changes(ServerAnswer)

  var isChange: Bool { if case .present(_, missed: false) = self { false } else { true } }
}

/// Prints events, and runs the user's command line for each.
private struct ChangePrinter {
  let channel: String
  let exec: String?
  let isJSON: Bool

  func print(_ event: ChannelEvent) throws(CommandError) {
    switch event {
    case .present(let answer, let missed):
      if isJSON { Console.print(compact(answer)) }
      guard let active = answer.root?["active"], active.kind == .object else { return }
      if !isJSON {
        if missed {
          Console.printError("livery: Changes were missed (\(answer.root?.text("reason") ?? "gone")).\n")
        }
        Console.print("\(channel): \(active.text("theme") ?? "") since \(active.text("since") ?? "")\n")
      }
      try run(missed ? "missed" : "present", active.text("theme"), answer["cursor"])
    case .changes(let answer):
      if isJSON { Console.print(compact(answer)) }
      for change in answer.list("changes") {
        if !isJSON { Console.print(SwitchReport.change(change) + "\n") }
        try run(change.text("kind"), change.text("theme"), change.text("cursor"))
      }
    }
  }

  private func run(_ kind: String?, _ theme: String?, _ cursor: String?) throws(CommandError) {
    guard let exec else { return }
    let variables = [
      "LIVERY_CHANNEL": channel, "LIVERY_KIND": kind ?? "", "LIVERY_THEME": theme ?? "",
      "LIVERY_CURSOR": cursor ?? "",
    ]
    let code: Int32
    do { code = try Shell.run(exec, variables: variables) } catch {
      throw .refused("The shell can't be started: \(error)")
    }
    if code != 0 { Console.printError("livery: The line after --exec exited with \(code).\n") }
  }

  /// Returns the JSON on one line.
  private func compact(_ answer: ServerAnswer) -> String {
    answer.text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined() + "\n"
  }
}

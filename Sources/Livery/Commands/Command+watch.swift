internal import Glibc
internal import ServerAccess
internal import Service
internal import Themes

extension Command {
  /// Follows a channel for ever.
  static let watch = Command(
    "watch", "Follow a channel of a running server: tell each change as it happens, for ever.",
    flags: [.channel, .since, .once, .exec, .server, .token, .json],
    details: """
      It survives restarts of the server, and tells when changes were missed. The line after --exec is run by the shell
      for what is active at first and after each change, with LIVERY_CHANNEL, LIVERY_THEME, LIVERY_KIND and
      LIVERY_CURSOR in its environment; the next change waits until it is done.

        livery watch --exec 'echo "$LIVERY_THEME is on"'
      """
  ) { arguments throws(Failure) in
    var follower = Follower(
      client: try ServerConnection(arguments), channel: arguments[.channel] ?? "main",
      cursor: arguments[.since])
    let herald = Herald(channel: follower.channel, exec: arguments[.exec], isJSON: arguments.has(.json))
    while true {
      let news = try follower.next()
      try herald.tell(news)
      if arguments.has(.once), news.isChange { return .done }
    }
  }
}

extension Flag {
  fileprivate static let since = Flag(
    "--since", "CURSOR", "begin after this cursor instead of with what is active now")
  fileprivate static let once = Flag("--once", nil, "end after the first change")
  fileprivate static let exec = Flag("--exec", "LINE", "what the shell runs for each change")
}

/// What a follower hears.
enum News {
  /// What is active, at the beginning or after changes were missed.
  case present(ServerAnswer, missed: Bool)
  case changes(ServerAnswer)

  var isChange: Bool {
    switch self {
    case .present(_, let missed): missed
    case .changes: true
    }
  }

  var answer: ServerAnswer {
    switch self {
    case .present(let answer, _), .changes(let answer): answer
    }
  }
}

/// Polls a channel, come what may: it keeps its place, and begins anew where the server says that it must.
struct Follower {
  let client: ServerConnection
  let channel: String
  var cursor: String?
  private var pause = RetryPause()
  private var isLost = false
  /// Whether the channel has been there; only then may it be missing for a while.
  private var hasFollowed = false
  private var isMissing = false

  init(client: ServerConnection, channel: String, cursor: String?) {
    self.client = client
    self.channel = channel
    self.cursor = cursor
  }

  /// Waits for the next thing to tell; ends only where asking again is of no use.
  mutating func next() throws(Command.Failure) -> News {
    while true {
      guard let answer = ask() else { continue }
      switch answer.status {
      case 200:
        let isFirst = cursor == nil
        stand(at: answer["cursor"])
        if isFirst { return .present(answer, missed: false) }
        return .changes(answer)
      case 204: stand(at: answer.header("livery-cursor") ?? cursor)
      case 410:
        stand(at: answer["cursor"])
        return .present(answer, missed: true)
      case 404 where hasFollowed:
        // A server that has lost its log does not know the channel before its first switch.
        if !isMissing { complain("\(answer.refusal) Waiting for it.") }
        isMissing = true
        rest()
      case 429, 500...599:
        complain("The server is busy (\(answer.status)).")
        rest(atLeast: answer.header("retry-after").flatMap { Double($0) } ?? 0)
      default: throw .refused(answer.refusal)
      }
    }
  }

  private mutating func stand(at cursor: String?) {
    self.cursor = cursor
    hasFollowed = true
    isMissing = false
    pause.recover()
  }

  /// Nil when no server answers now; a pause has been made then.
  private mutating func ask() -> ServerAnswer? {
    let target = ServerConnection.target(
      "/v1/changes", [("channel", channel), ("since", cursor), ("wait", "55"), ("mode", "all")])
    do throws(Command.Failure) {
      let answer = ServerAnswer(try client.http.ask("GET", target, within: .seconds(70)))
      if answer.status < 500 {
        if isLost { complain("The server is back.") }
        isLost = false
      }
      return answer
    } catch {
      if case .unreachable(let sentence) = error, !isLost { complain("\(sentence) Trying again.") }
      isLost = true
      rest()
      return nil
    }
  }

  /// - Parameter told: the seconds after which the server wants to be asked again; 0 where it did not say.
  private mutating func rest(atLeast told: Double = 0) {
    var random = SystemRandomNumberGenerator()
    let told = told > 0 ? Duration.seconds(min(told, 1e6)) : .zero
    let (seconds, attoseconds) = pause.next(atLeast: told, using: &random).components
    sleep(UInt32(seconds))
    usleep(UInt32(attoseconds / 1_000_000_000_000))
  }

  private func complain(_ sentence: String) { Console.printError("livery: \(sentence)\n") }
}

/// Tells news on standard output, and to the shell.
struct Herald {
  let channel: String
  let exec: String?
  let isJSON: Bool

  func tell(_ news: News) throws(Command.Failure) {
    if isJSON { Console.print(compact(news.answer)) }
    switch news {
    case .present(let answer, let missed):
      guard let active = answer.root?["active"], active.kind == .object else { return }
      if !isJSON {
        if missed {
          Console.printError("livery: Changes were missed (\(answer.root?.text("reason") ?? "gone")).\n")
        }
        Console.print("\(channel): \(active.text("theme") ?? "") since \(active.text("since") ?? "")\n")
      }
      try run(missed ? "missed" : "present", active.text("theme"), answer["cursor"])
    case .changes(let answer):
      for change in answer.root?["changes"].map({ Array($0.items) }) ?? [] {
        if !isJSON { Console.print(SwitchReport.change(change) + "\n") }
        try run(change.text("kind"), change.text("theme"), change.text("cursor"))
      }
    }
  }

  private func run(_ kind: String?, _ theme: String?, _ cursor: String?) throws(Command.Failure) {
    guard let exec else { return }
    let variables = [
      "LIVERY_CHANNEL": channel, "LIVERY_KIND": kind ?? "", "LIVERY_THEME": theme ?? "",
      "LIVERY_CURSOR": cursor ?? "",
    ]
    let code: Int32
    do { code = try Shell.run(exec, variables: variables) } catch {
      throw .refused("The shell can't be run: \(error)")
    }
    if code != 0 { Console.printError("livery: the line after --exec ended with \(code).\n") }
  }

  /// One line an answer.
  private func compact(_ answer: ServerAnswer) -> String {
    answer.text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined() + "\n"
  }
}

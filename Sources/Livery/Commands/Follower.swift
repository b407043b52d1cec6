internal import ServerAccess
internal import Service
internal import Themes

/// Follows a channel by long poll, through failures and restarts: it keeps its cursor, and begins anew where the
/// server says that it must.
struct Follower {
  let client: ServerConnection
  let channel: String
  var cursor: String?
  private var pause = RetryPause()
  private var isLost = false
  /// Whether the channel has been there; only then may it be missing for a while.
  private var hasFollowed = false
  private var isMissing = false
  private static let target = "/v1/changes"

  init(client: ServerConnection, channel: String, cursor: String?) {
    self.client = client
    self.channel = channel
    self.cursor = cursor
  }

  /// Waits for the next thing to tell; ends only where asking again is of no use.
  mutating func next() throws(Command.CommandError) -> ChannelEvent {
    while true {
      guard let answer = try ask() else { continue }
      switch answer.status {
      case 200, 410:
        guard answer.isDocument, answer["cursor"] != nil else {
          throw client.stranger(answer, to: Self.target)
        }
        let isMissed = answer.status == 410
        let isFirst = cursor == nil
        advance(to: answer["cursor"])
        return isFirst || isMissed ? .present(answer, missed: isMissed) : .changes(answer)
      case 204: advance(to: answer.header("livery-cursor") ?? cursor)
      case 404 where hasFollowed:
        // A server that has lost its log does not know the channel before its first switch.
        if !isMissing { warn("\(answer.refusal()) Waiting for it.") }
        isMissing = true
        rest()
      case 429, 500...599:
        warn("The server is busy (\(answer.status)).")
        rest(atLeast: answer.header("retry-after").flatMap { Double($0) } ?? 0)
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

  /// Nil when no server answers now; a pause has been made then.
  private mutating func ask() throws(Command.CommandError) -> ServerAnswer? {
    let target = ServerConnection.target(
      Self.target, [("channel", channel), ("since", cursor), ("wait", "55"), ("mode", "all")])
    do throws(Command.CommandError) {
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
      rest()
      return nil
    }
  }

  /// - Parameter told: the seconds after which the server wants to be asked again; 0 where it did not say.
  private mutating func rest(atLeast told: Double = 0) {
    var random = SystemRandomNumberGenerator()
    let told = told > 0 ? Duration.seconds(min(told, 1e6)) : .zero
    Pause.wait(for: pause.next(atLeast: told, using: &random))
  }

  private func warn(_ sentence: String) { Console.printError("livery: \(sentence)\n") }
}

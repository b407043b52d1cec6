internal import Documents
internal import ServerAccess
internal import Service
internal import Themes

/// The text for the figures of a channel's clients.
enum ClientsReport {
  /// The members of a valid response.
  static let needed = [
    "channel": JSONNode.Kind.string, "theme": .string, "waiting": .number, "kinds": .object,
  ]

  private static let states = ["waiting", "holding", "told", "refused", "behind", "gone"]

  /// Returns the figures, a row for each kind that has clients, and the reasons of refusals.
  static func text(_ root: JSONNode) -> String {
    var text =
      "\(root.text("channel") ?? ""): \(root.text("theme") ?? "") since \(root.text("at") ?? "")"
      + "\(root.text("by", after: " by "))\n\(summary(root))\n"
    if let watch = root["guard"], watch.kind == .object { text += line(ofGuard: watch) + "\n" }
    let kinds = root["kinds"].map { Array($0.members) } ?? []
    let used = kinds.filter { kind in states.contains { kind.value[$0]?.integer ?? 0 > 0 } }
    let all = (name: "all", node: root)
    let rows = (used.isEmpty ? [] : [all]) + used.map { (name: $0.name.printable, node: $0.value) }
    text += Columns(
      (rows.isEmpty ? [] : [["kind"] + states])
        + rows.map { row in [row.name] + states.map { String(row.node[$0]?.integer ?? 0) } }
    ).text(indent: "  ")
    return text + reasons(refusals(root))
  }

  /// Returns a line such as `1 204 of 1 310 have it: half after 0.021 s, 90 % after 0.044 s`.
  private static func summary(_ root: JSONNode) -> String {
    guard let told = root["toldInAll"]?.integer, told > 0 else {
      return "No client was notified of it."
    }
    let names = [("half", "half"), ("ninety", "90 %"), ("ninetyNine", "99 %"), ("last", "the last")]
    let times = names.compactMap { member, words in
      root["back"]?[member]?.number.map { "\(words) after \(JSONWriter.shortest($0)) s" }
    }
    return "\(grouped(held(root))) of \(grouped(told)) have it" + (times.isEmpty ? "" : ": ")
      + times.joined(separator: ", ")
  }

  static func line(ofGuard watch: JSONNode) -> String {
    let condition = [watch["holding"], watch["within"]].map { JSONWriter.shortest($0?.number ?? 0) }
    return "guard \(condition.joined(separator: "/")): \(watch.text("state") ?? "")"
      + watch.text("reason", after: ", ")
  }

  /// Returns the number of clients that were told and hold it.
  static func held(_ root: JSONNode) -> Int {
    Int(((root["share"]?.number ?? 0) * Double(root["toldInAll"]?.integer ?? 0)).rounded())
  }

  static func refusals(_ root: JSONNode) -> [(count: Int, reason: String)] {
    root["refusals"].map { list in
      list.items.map { ($0["count"]?.integer ?? 0, $0.text("reason") ?? "") }
    } ?? []
  }

  /// Returns a line for each reason.
  static func reasons(_ refusals: [(count: Int, reason: String)]) -> String {
    refusals.map { "  \(grouped($0.count)) refused it: \($0.reason)\n" }.joined()
  }

  /// Returns a number with its digits in groups of three.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.reduce(into: "") { text, index in
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += " " }
      text.append(digits[index])
    }
  }
}

/// Watches how clients get a switch: the work of `livery switch --watch`.
struct ArrivalWatch {
  private let server: ServerConnection
  private let channel: String
  private let theme: String
  private let cursor: String
  /// Indicates whether the end is the decision of a guard.
  private let isGuarded: Bool
  private let isQuiet: Bool
  private let limit: Duration
  private let startedAt = ContinuousClock.now
  private var tag: String?
  private var refusals: [(count: Int, reason: String)] = []
  private var line = ""

  /// The end of a watch: its sentence, and whether the switch has arrived.
  private typealias Ending = (code: Command.ExitCode, sentence: String)

  /// - Parameter answer: the response to the switch.
  init(_ server: ServerConnection, after answer: ServerAnswer, within guardTime: Double?, isQuiet: Bool) {
    (self.server, self.isQuiet) = (server, isQuiet)
    (channel, theme) = (answer["channel"] ?? "main", answer["theme"] ?? "")
    cursor = answer["cursor"] ?? ""
    isGuarded = guardTime != nil
    // A server that was restarted decides 15 s after its start.
    limit = .seconds(60 + (guardTime ?? 0))
  }

  /// Follows the figures to their end. Returns the exit code with the last response.
  mutating func run() throws(CommandError) -> (code: Command.ExitCode, last: ServerAnswer) {
    while true {
      let answer = try next()
      guard let root = answer.root else { continue }
      let ending = ending(root)
      if !isOver(root) { note(root) }
      if Console.outputIsTerminal { show("\r\(line)\u{1b}[K") }
      guard let ending else { continue }
      show((Console.outputIsTerminal ? "" : line) + (line.isEmpty ? "" : "\n"))
      show(ending.sentence)
      if ending.code != .done { show(ClientsReport.reasons(refusals)) }
      return (ending.code, answer)
    }
  }

  private func show(_ text: String) {
    if !isQuiet { Console.print(text) }
  }

  /// Returns the figures once they differ from the ones before, or after a few seconds.
  private mutating func next() throws(CommandError) -> ServerAnswer {
    let target = "/v1/channels/\(channel.percentEscaped())/clients"
    var headers = [("Livery-Cursor", cursor)]
    if let tag { headers += [("If-None-Match", tag), ("Prefer", "wait=2")] }
    let reply = try server.http.ask("GET", target, headers: headers, within: .seconds(30))
    if reply.status == 304 {
      tag = nil
      return try next()
    }
    tag = reply["etag"]
    return try server.accepted(reply, to: target, needing: ClientsReport.needed)
  }

  private mutating func note(_ root: JSONNode) {
    let (held, told) = (ClientsReport.held(root), root["toldInAll"]?.integer ?? 0)
    refusals = ClientsReport.refusals(root)
    guard told > 0 else { return }
    let full = 12 * held / told
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: 12 - full)
    let refused = root["refused"]?.integer ?? 0
    let tenths = startedAt.duration(to: .now) / .milliseconds(100)
    line =
      "\(bar) \(ClientsReport.grouped(held)) of \(ClientsReport.grouped(told)) have it, "
      + (refused > 0 ? "\(ClientsReport.grouped(refused)) refused, " : "")
      + "\(JSONWriter.shortest(tenths.rounded() / 10)) s"
  }

  /// Returns whether the figures are those of another switch.
  private func isOver(_ root: JSONNode) -> Bool {
    root["theme"]?.string != theme || root["change"]?.string != cursor && root["kind"]?.string == "activated"
  }

  private func ending(_ root: JSONNode) -> Ending? {
    let state = root["guard"]?["state"]?.string
    if isOver(root) {
      let isBack = state == "back" && root["by"]?.string == "guard"
      return (
        .refused, isBack ? "The guard has taken it back.\n" : "There was another switch in that time.\n"
      )
    }
    let (waiting, told) = (root["waiting"]?.integer ?? 0, root["toldInAll"]?.integer ?? 0)
    // The figures of other servers may be 2 s old.
    let isLone = root["servers"]?["known"]?.integer == 1 || startedAt.duration(to: .now) > .seconds(3)
    if waiting == 0, told == 0, isLone { return (.done, "No client waits for '\(channel.printable)'.\n") }
    if isGuarded {
      guard let state, state != "watching" else { return timeout }
      let isKept = ["held", "idle"].contains(state)
      let sentence = root["guard"].map { ClientsReport.line(ofGuard: $0) + "\n" } ?? ""
      return (isKept ? .done : .refused, sentence)
    }
    if root["share"]?.number ?? 0 >= 0.99 { return (.done, "") }
    return timeout
  }

  private var timeout: Ending? {
    startedAt.duration(to: .now) > limit ? (.refused, "Not all clients got it in time.\n") : nil
  }
}

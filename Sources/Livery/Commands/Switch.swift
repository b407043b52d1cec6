internal import Changes
internal import Documents
internal import Service
internal import Themes

extension Command {
  static let active = Command(
    name: "active", summary: "Print the active theme of a channel of a running server.",
    flags: [.channel, .clients, .json] + Flag.connection
  ) { arguments throws(CommandError) in
    if arguments.has(.clients) {
      let channel = (arguments[.channel] ?? "main").percentEscaped()
      let answer = try ServerConnection(arguments).get(
        "/v1/channels/\(channel)/clients", needing: ClientsReport.needed)
      return arguments.print(json: answer.text, text: answer.root.map(ClientsReport.text) ?? answer.text)
    }
    let answer = try ServerConnection(arguments).get(
      "/v1/active", [("channel", arguments[.channel])], needing: SwitchReport.needed)
    return arguments.print(
      json: answer.text, text: answer.root.map { SwitchReport.active($0) + "\n" } ?? answer.text)
  }

  static let `switch` = Command(
    name: "switch", summary: "Switch a channel of a running server, or of a stopped one, to a theme.",
    operands: ("THEME", 1...1),
    flags: [.channel, .note, .buildsOn, .otherKit, .watch, .guard, .json, .offline] + Flag.connection
      + OfflineOrder.flags,
    details: """
      The command ends when the switch is on disk and the waiting clients are being notified. A theme of another kit
      than the active one is refused, unless --force is given.

        livery switch new-year --note "until Sunday"

      With --watch, it prints how many clients have the switch until 99 % do, or for a minute. With --guard, the server
      takes the switch back unless so many of the notified clients have it in time:

        livery switch new-year --watch --guard 0.95/30

      With --offline, it writes the switch into the log of a server that is not running. The location of the log is read
      from the settings of 'livery serve':

        livery switch default --offline --state /var/lib/livery
      """
  ) { arguments throws(CommandError) in
    if arguments.has(.offline) { return try OfflineOrder.run(arguments) }
    if let flag = OfflineOrder.flags.first(where: arguments.has) {
      throw .usage("'\(flag.name)' is the location of a stopped server's log; give --offline, too.")
    }
    let condition = try arguments.condition
    let server = try ServerConnection(arguments)
    let answer = try change(
      "/v1/active", [("theme", arguments.operands[0])], condition, arguments, on: server)
    let isChanged = answer.root?["changed"]?.bool ?? true
    guard arguments.has(.watch), isChanged else {
      return arguments.print(json: answer.text, text: SwitchReport.switched(answer))
    }
    if !arguments.has(.json) { Console.print(SwitchReport.switched(answer)) }
    var watch = ArrivalWatch(
      server, after: answer, within: condition?.within, isQuiet: arguments.has(.json))
    let (code, last) = try watch.run()
    return arguments.print(json: last.text, text: "", exit: code)
  }

  static let rollback = Command(
    name: "rollback", summary: "Switch a channel back to the theme before, or to an entry of its history.",
    flags: [.channel, .to, .note, .buildsOn, .otherKit, .json] + Flag.connection
  ) { arguments throws(CommandError) in
    let server = try ServerConnection(arguments)
    let answer = try change("/v1/rollback", [("to", arguments[.to])], nil, arguments, on: server)
    return arguments.print(json: answer.text, text: SwitchReport.switched(answer))
  }

  private static func change(
    _ path: String, _ members: [(String, String?)], _ condition: Condition?, _ arguments: Arguments,
    on server: ServerConnection
  ) throws(CommandError) -> ServerAnswer {
    let others = [("channel", arguments[.channel]), ("note", arguments[.note]), ("if", arguments[.buildsOn])]
    return try server.send(
      "POST", path, members + others, force: arguments.has(.otherKit), needing: SwitchReport.needed
    ) { json in
      guard let condition else { return }
      json.object("guard") { json in
        json.member("holding", condition.holding)
        json.member("within", condition.within)
      }
    }
  }

  static let history = Command(
    name: "history", summary: "List the past changes of a channel, newest first.",
    flags: [.channel, .limit, .before, .json] + Flag.connection
  ) { arguments throws(CommandError) in
    let answer = try ServerConnection(arguments).get(
      "/v1/history",
      [("channel", arguments[.channel]), ("limit", arguments[.limit]), ("before", arguments[.before])],
      needing: ["changes": .array])
    let lines = answer.list("changes").map { SwitchReport.change($0) + "\n" }.joined()
    return arguments.print(json: answer.text, text: lines.isEmpty ? "Nothing has changed yet.\n" : lines)
  }
}

/// The condition of a guard, as its flag gives it.
private typealias Condition = (holding: Double, within: Double)

extension Arguments {
  fileprivate var condition: Condition? {
    get throws(CommandError) {
      guard let text = self[.guard] else { return nil }
      let numbers = text.split(separator: "/", omittingEmptySubsequences: false).compactMap { Double($0) }
      guard numbers.count == 2, numbers.allSatisfy(\.isFinite) else {
        throw .usage("'--guard' is a share and a number of seconds, such as 0.95/30, not '\(text)'.")
      }
      return (numbers[0], numbers[1])
    }
  }
}

extension Flag {
  static let buildsOn = Flag(
    "--if", "CURSOR", "only if the channel has not changed since this cursor")
  fileprivate static let clients = Flag("--clients", nil, "print how many clients have it")
  fileprivate static let watch = Flag("--watch", nil, "print how many clients have it, until they do")
  fileprivate static let `guard` = Flag(
    "--guard", "SHARE/SECONDS", "take it back unless this share has it in time")
  fileprivate static let offline = Flag(
    "--offline", nil, "write into the log of a server that is not running")
  fileprivate static let to = Flag("--to", "CURSOR", "the entry of the history to go back to")
  fileprivate static let limit = Flag("--limit", "NUMBER", "the largest number of changes, 50 by default")
  fileprivate static let before = Flag("--before", "CURSOR", "only changes before this one")
}

/// The text for responses about switches.
enum SwitchReport {
  /// The members of a valid response.
  static let needed = ["channel": JSONNode.Kind.string, "theme": .string]

  /// Returns the active theme of a channel.
  static func active(_ node: JSONNode) -> String {
    "\(node.text("channel") ?? ""): \(node.text("theme") ?? "")" + node.text("since", after: " since ")
      + node.text("by", after: " by ") + node.text("note", after: ": ")
  }

  static func switched(_ answer: ServerAnswer) -> String {
    guard let root = answer.root, let theme = root.text("theme"), let channel = root.text("channel") else {
      return answer.text
    }
    let isChanged = root["changed"]?.bool ?? true
    return switched(channel, theme, from: root.text("previous"), isChanged: isChanged)
  }

  static func switched(_ channel: String, _ theme: String, from previous: String?, isChanged: Bool) -> String
  {
    "\(channel): \(theme)\(isChanged ? previous.map { " (was \($0))" } ?? "" : " was active already")\n"
  }

  /// Returns a line such as `2027-01-01T00:00:00.000Z  activated  new-year (was default)  by local: until
  /// Sunday  [cursor]`.
  static func change(_ change: JSONNode) -> String {
    var words = ["at", "kind", "theme"].map { change.text($0) ?? "" }.joined(separator: "  ")
    if let previous = change.text("previous") { words += " (was \(previous))" }
    let names = ["colors", "images", "rules", "values", "fonts"].flatMap { part in
      change["differs"]?[part].map { $0.items.compactMap(\.string?.printable) } ?? []
    }
    if !names.isEmpty { words += ": " + names.joined(separator: ", ") }
    return words + change.text("by", after: "  by ") + change.text("note", after: ": ")
      + "  [\(change.text("cursor") ?? "")]"
  }
}

/// The work of `livery switch --offline`: a switch without a server.
private enum OfflineOrder {
  /// The flags that locate the files and the log.
  static let flags = Flag.settings(["config", "state", "store"])

  static func run(_ arguments: Arguments) throws(CommandError) -> Command.ExitCode {
    for flag in Flag.connection + [.buildsOn, .watch, .guard] where arguments.has(flag) {
      throw .usage("'\(flag.name)' is for a running server; omit it with --offline.")
    }
    let names = Set(flags.map(\.name))
    let (theme, channel) = (arguments.operands[0], arguments[.channel] ?? "main")
    let publication = try attempt {
      let (settings, _) = try Settings.read(
        flags: arguments.given.filter { names.contains($0.key) }, variables: ProcessEnvironment.variables)
      return try OfflineSwitch(
        to: theme, in: channel, note: arguments[.note], isForced: arguments.has(.otherKit)
      ).perform(settings)
    }
    let change = publication.changes.last { $0.kind == .activated }
    let json = JSONWriter.document { json in
      json.member("channel", channel)
      json.member("theme", theme)
      if let previous = change?.previous { json.member("previous", previous) }
      json.member("cursor", publication.head.description)
      json.member("changed", change != nil)
    }
    return arguments.print(
      json: json,
      text: SwitchReport.switched(channel, theme, from: change?.previous, isChanged: change != nil))
  }
}

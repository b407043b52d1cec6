internal import Changes
internal import Documents
internal import Service
internal import Themes

extension Command {
  /// Prints the active theme of a channel.
  static let active = Command(
    "active", "Print the active theme of a channel of a running server.",
    flags: [.channel, .json] + Flag.connection
  ) { arguments throws(CommandError) in
    let answer = try ServerConnection(arguments).get(
      "/v1/active", [("channel", arguments[.channel])], needing: SwitchReport.needed)
    Console.print(arguments.has(.json) ? answer.text : SwitchReport.active(answer))
    return .done
  }

  /// Switches a channel to a theme.
  static let `switch` = Command(
    "switch", "Switch a channel of a running server, or of a stopped one, to a theme.",
    operands: Operands(usage: "THEME", count: 1...1),
    flags: [.channel, .note, .buildsOn, .otherKit, .json, .offline] + Flag.connection + OfflineOrder.flags,
    details: """
      The command ends when the switch is on disk and the waiting clients are being notified. A theme of another kit
      than the active one is refused, unless --force is given.

        livery switch new-year --note "until Sunday"

      With --offline, it writes the switch into the log of a server that is not running. The location of the log is read
      from the settings of 'livery serve':

        livery switch default --offline --state /var/lib/livery
      """
  ) { arguments throws(CommandError) in
    if arguments.has(.offline) { return try OfflineOrder(arguments).run() }
    if let flag = OfflineOrder.flags.first(where: arguments.has) {
      throw .usage("'\(flag.name)' is the location of a stopped server's log; give --offline, too.")
    }
    let answer = try ServerConnection(arguments).send(
      "POST", "/v1/active",
      [
        ("theme", arguments.operands[0]), ("channel", arguments[.channel]), ("note", arguments[.note]),
        ("if", arguments[.buildsOn]),
      ], flags: arguments.has(.otherKit) ? ["force"] : [], needing: SwitchReport.needed)
    Console.print(arguments.has(.json) ? answer.text : SwitchReport.switched(answer))
    return .done
  }

  /// Switches a channel back to an earlier theme.
  static let rollback = Command(
    "rollback", "Switch a channel back to the theme before, or to an entry of its history.",
    flags: [.channel, .to, .note, .buildsOn, .otherKit, .json] + Flag.connection
  ) { arguments throws(CommandError) in
    let answer = try ServerConnection(arguments).send(
      "POST", "/v1/rollback",
      [
        ("channel", arguments[.channel]), ("to", arguments[.to]), ("note", arguments[.note]),
        ("if", arguments[.buildsOn]),
      ], flags: arguments.has(.otherKit) ? ["force"] : [], needing: SwitchReport.needed)
    Console.print(arguments.has(.json) ? answer.text : SwitchReport.switched(answer))
    return .done
  }

  /// Prints the past changes of a channel.
  static let history = Command(
    "history", "List the past changes of a channel, newest first.",
    flags: [.channel, .limit, .before, .json] + Flag.connection
  ) { arguments throws(CommandError) in
    let answer = try ServerConnection(arguments).get(
      "/v1/history",
      [("channel", arguments[.channel]), ("limit", arguments[.limit]), ("before", arguments[.before])],
      needing: ["changes": .array])
    Console.print(arguments.has(.json) ? answer.text : SwitchReport.history(answer))
    return .done
  }
}

extension Flag {
  static let buildsOn = Flag(
    "--if", "CURSOR", "only if the channel has not changed since this cursor")
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

  static func active(_ answer: ServerAnswer) -> String {
    guard let root = answer.root else { return answer.text }
    return line(root, at: root.text("since")) + "\n"
  }

  static func switched(_ answer: ServerAnswer) -> String {
    guard let root = answer.root, let theme = root.text("theme"), let channel = root.text("channel") else {
      return answer.text
    }
    guard root["changed"]?.bool ?? true else { return "\(channel): \(theme) was active already\n" }
    let before = root.text("previous").map { " (was \($0))" } ?? ""
    return "\(channel): \(theme)\(before)\n"
  }

  static func history(_ answer: ServerAnswer) -> String {
    let changes = answer.list("changes")
    guard !changes.isEmpty else { return "Nothing has changed yet.\n" }
    return changes.map { change($0) + "\n" }.joined()
  }

  /// Returns a line such as `2027-01-01T00:00:00.000Z  activated  new-year (was default)  by local: until
  /// Sunday  [cursor]`.
  static func change(_ change: JSONNode) -> String {
    let kind = change.text("kind") ?? ""
    var words = "\(change.text("at") ?? "")  \(kind)  \(change.text("theme") ?? "")"
    if let previous = change.text("previous") { words += " (was \(previous))" }
    let names = change["differs"].map { differs in
      ["colors", "images", "rules", "values"].flatMap {
        differs[$0].map { $0.items.compactMap(\.string?.printable) } ?? []
      }
    }
    if let names, !names.isEmpty { words += ": " + names.joined(separator: ", ") }
    if let by = change.text("by") { words += "  by \(by)" }
    if let note = change.text("note") { words += ": \(note)" }
    return words + "  [\(change.text("cursor") ?? "")]"
  }

  static func line(_ node: JSONNode, at time: String?) -> String {
    var words = "\(node.text("channel") ?? ""): \(node.text("theme") ?? "")"
    if let time { words += " since \(time)" }
    if let by = node.text("by") { words += " by \(by)" }
    if let note = node.text("note") { words += ": \(note)" }
    return words
  }
}

/// The work of `livery switch --offline`: a switch without a server.
struct OfflineOrder {
  /// The flags that locate the files and the log.
  static let flags = Flag.settings(["config", "state", "store"])

  private let arguments: Arguments

  init(_ arguments: Arguments) throws(Command.CommandError) {
    for flag in Flag.connection + [.buildsOn] where arguments.has(flag) {
      throw .usage("'\(flag.name)' is for a running server; omit it with --offline.")
    }
    self.arguments = arguments
  }

  func run() throws(Command.CommandError) -> Command.ExitCode {
    let names = Set(Self.flags.map(\.name))
    let channel = arguments[.channel] ?? "main"
    let order = OfflineSwitch(
      to: arguments.operands[0], in: channel, note: arguments[.note], isForced: arguments.has(.otherKit))
    do {
      let (settings, _) = try Settings.read(
        flags: arguments.given.filter { names.contains($0.key) }, variables: ProcessEnvironment.variables)
      let publication = try order.perform(settings)
      Console.print(arguments.has(.json) ? json(publication, channel) : text(publication, channel))
      return .done
    } catch { throw Command.CommandError(error) }
  }

  private func text(_ publication: Publication, _ channel: String) -> String {
    let theme = arguments.operands[0]
    guard let change = publication.changes.last(where: { $0.kind == .activated }) else {
      return "\(channel): \(theme) was active already\n"
    }
    return "\(channel): \(theme)\(change.previous.map { " (was \($0))" } ?? "")\n"
  }

  private func json(_ publication: Publication, _ channel: String) -> String {
    let change = publication.changes.last { $0.kind == .activated }
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("channel", channel)
      json.member("theme", arguments.operands[0])
      if let previous = change?.previous { json.member("previous", previous) }
      json.member("cursor", publication.head.description)
      json.member("changed", change != nil)
    }
    return json.text + "\n"
  }
}

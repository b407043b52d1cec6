internal import Service
internal import Themes

extension Command {
  /// Tells what is active.
  static let active = Command(
    "active", "Tell which theme a channel of a running server shows.",
    flags: [.channel, .json] + Flag.connection
  ) { arguments throws(CommandError) in
    let answer = try ServerConnection(arguments).get(
      "/v1/active", [("channel", arguments[.channel])], needing: SwitchReport.needed)
    Console.print(arguments.has(.json) ? answer.text : SwitchReport.active(answer))
    return .done
  }

  /// Makes a theme active.
  static let `switch` = Command(
    "switch", "Make a theme active in a channel of a running server, or of a stopped one.",
    operands: Operands(usage: "THEME", count: 1...1),
    flags: [.channel, .note, .buildsOn, .otherKit, .json, .offline] + Flag.connection + OfflineOrder.flags,
    details: """
      It ends when the switch is on disk and every client that waits is being told. A channel keeps its kit: a theme
      of another is refused unless --force is given.

        livery switch new-year --note "until Sunday"

      With --offline it switches in the log of a server that is not running, which is found as 'livery serve' finds it:

        livery switch default --offline --state /var/lib/livery
      """
  ) { arguments throws(CommandError) in
    if arguments.has(.offline) { return try OfflineOrder(arguments).run() }
    if let flag = OfflineOrder.flags.first(where: arguments.has) {
      throw .usage("'\(flag.name)' says where the log of a stopped server is; say --offline, too.")
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

  /// Goes back to what was active before.
  static let rollback = Command(
    "rollback", "Go back to what a channel showed before, or at an entry of its history.",
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

  /// Tells a channel's past changes.
  static let history = Command(
    "history", "Tell a channel's past changes, newest first.",
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
  fileprivate static let offline = Flag("--offline", nil, "in the log of a server that is not running")
  fileprivate static let to = Flag("--to", "CURSOR", "the entry of the history to go back to")
  fileprivate static let limit = Flag("--limit", "NUMBER", "how many changes to tell, 50 when not given")
  fileprivate static let before = Flag("--before", "CURSOR", "only changes before this one")
}

/// Answers about switches, for people.
enum SwitchReport {
  /// What an answer must have to be told.
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

  /// `2027-01-01T00:00:00.000Z  activated  new-year (was default)  by local: until Sunday  [cursor]`
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

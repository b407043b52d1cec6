internal import Documents
internal import Service
internal import Themes

extension Command {
  static let consequences = Command(
    name: "consequences", summary: "List what a draft of a running server will make look different.",
    operands: ("ID", 1...1), flags: [.onlyTheme, .onlyChannel, .orFail, .json] + Flag.connection,
    details: """
      Each line names the theme and the smallest place of a difference: subclasses, more containers and more traits have
      it, too. Text that will be harder to read than it should be comes first. With --strict, the command fails if there
      is such text.

        livery consequences d7Kq2m
        livery consequences d7Kq2m --channel kiosk --strict
      """
  ) { arguments throws(CommandError) in
    let path = "/v1/drafts/\(arguments.operands[0].percentEscaped())"
    let found = try ConsequenceList(
      of: path, at: ServerConnection(arguments),
      [("theme", arguments[.onlyTheme]), ("channel", arguments[.onlyChannel])])
    let code = arguments.has(.orFail) && !found.unreadable.isEmpty ? ExitCode.refused : .done
    if !found.isComplete {
      Console.printError("livery: There is too much to compare; this may not be all. Try --theme.\n")
    }
    let json = found.pages.map { $0.text + "\n" }.joined()
    let lines = found.lines.isEmpty ? ["Nothing will look different."] : found.lines
    return arguments.print(json: json, text: lines.map { $0 + "\n" }.joined(), exit: code)
  }
}

/// The differences that a draft makes, from all pages of the server's list.
struct ConsequenceList {
  private(set) var pages: [ServerAnswer] = []
  /// The contrasts of text that will be harder to read than it should be.
  private(set) var unreadable: [JSONNode] = []
  private var others: [JSONNode] = []

  /// More pages than 10000 entries have.
  private static let mostPages = 20

  /// - Parameter path: the path of the draft.
  init(
    of path: String, at server: ServerConnection, _ query: [(String, String?)] = []
  ) throws(CommandError) {
    var next: String?
    repeat {
      let target = ServerConnection.target(
        path + "/consequences", query + [("limit", "1000"), ("after", next)])
      let page = try server.accepted(
        server.http.ask("GET", target, within: .seconds(60)), to: target,
        needing: ["themes": .array, "looks": .array, "contrasts": .array, "names": .array])
      next = page["next"]
      pages.append(page)
    } while next != nil && pages.count < Self.mostPages
    let contrasts = pages.flatMap { $0.list("contrasts") }
    unreadable = contrasts.filter(\.isUnreadable)
    others =
      contrasts.filter { !$0.isUnreadable } + pages.flatMap { $0.list("looks") }
      + pages.flatMap { $0.list("names") }
  }

  var isComplete: Bool { pages[0].root?["complete"]?.bool ?? true }

  var lines: [String] { (unreadable + others).map(\.difference) }

  /// A paragraph for each channel: the themes that it shows, with the numbers of their differences and the text that will be
  /// harder to read than it should be.
  var byChannel: String {
    var paragraphs: [String: [String]] = [:]
    for theme in pages[0].list("themes") {
      let counts = ["looks", "contrasts", "names"].map { (name: $0, count: theme[$0]?.integer ?? 0) }
        .filter { $0.count > 0 }
      guard !counts.isEmpty else { continue }
      let name = theme.text("theme") ?? ""
      let differing = counts.map { "\($0.count) \($0.count == 1 ? String($0.name.dropLast()) : $0.name)" }
      let lines =
        ["  \(name): \(differing.joined(separator: ", ")) will differ"]
        + unreadable.filter { $0.text("theme") == name }.map { "    \($0.difference)" }
      let shown = (theme["channels"].map { Array($0.items) } ?? []).compactMap { $0.string?.printable }
      let planned = (theme["schedules"].map { Array($0.items) } ?? []).compactMap { $0.text("channel") }
      let places = Set(shown + planned.map { "\($0), planned" })
      for place in places.isEmpty ? ["in no channel"] : places { paragraphs[place, default: []] += lines }
    }
    guard !paragraphs.isEmpty else { return "Nothing will look different.\n" }
    return paragraphs.sorted { $0.key < $1.key }.flatMap { ["\($0):"] + $1 }.map { $0 + "\n" }.joined()
  }
}

extension JSONNode {
  /// Indicates whether it is the contrast of text that will be harder to read than it should be, and than it was.
  fileprivate var isUnreadable: Bool {
    guard let after = self["after"]?.number, let needed = self["needs"]?.number else { return false }
    return after < needed && after < self["before"]?.number ?? .infinity
  }

  /// A difference in one line: `red: UIButton in UIToolbar where userInterfaceStyle is dark: tintColor: #000000 → #ffffff`.
  fileprivate var difference: String {
    let (target, path) = (text("for"), text("in") ?? "")
    let place = [target, path.isEmpty ? nil : "in \(path)"].compactMap(\.self).joined(separator: " ")
    let traits = self["traits"]?.members.map { "\($0.name.printable) is \($0.value.word)" } ?? []
    let condition = traits.isEmpty ? "" : " where \(traits.joined(separator: " and "))"
    let contrast = text("text").map { "contrast of \($0)\(text("on", after: " on "))" }
    let name = text("kind").map { "\($0) \(text("name") ?? "")" }
    let subject = text("property") ?? contrast ?? name ?? ""
    let sides = ["before", "after"].map { self[$0]?.word ?? "nothing" }.joined(separator: " → ")
    let needed = isUnreadable ? ", below \(self["needs"]?.word ?? "")" : ""
    let parts = [text("theme"), place.isEmpty ? nil : place].compactMap(\.self).joined(separator: ": ")
    return "\(parts)\(condition): \(subject): \(sides)\(needed)"
  }

  /// The value as text.
  private var word: String {
    switch kind {
    case .array: "[\(items.map(\.word).joined(separator: ", "))]"
    case .object: "{\(members.map { "\($0.name.printable): \($0.value.word)" }.joined(separator: ", "))}"
    default: string?.printable ?? number.map(JSONWriter.shortest) ?? bool.map(String.init) ?? "nothing"
    }
  }
}

extension Flag {
  fileprivate static let onlyTheme = Flag("--theme", "NAME", "only this theme")
  fileprivate static let onlyChannel = Flag(
    "--channel", "NAME", "only themes that this channel shows or plans")
  fileprivate static let orFail = Flag("--strict", nil, "fail if text will be hard to read")
}

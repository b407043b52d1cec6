internal import Documents
internal import Renderings
internal import ServerAccess
internal import Service
internal import Themes

extension Command {
  static let draft = Command(
    name: "draft", summary: "Make or replace a draft on a running server, and print the link to look at it.",
    operands: ("FILE", 1...1),
    flags: [.name, .lifetime, .note, .replace, .format, .withoutCode, .json] + Flag.connection,
    details: """
      FILE is a theme in any format, or a package: a zip file with one theme and its images. A draft changes nothing that
      apps show. Everybody with its link can look at it until it is published or discarded, or its time is over. On a
      terminal, the link is printed as a QR code, too.

        livery draft red.json --note "a warmer red" --lifetime 3d
        livery draft red.json --replace d7Kq2m
      """
  ) { arguments throws(CommandError) in
    let server = try ServerConnection(arguments)
    let files = try UploadedFiles(arguments.operands, format: arguments[.format]).inOrder
    guard let file = files.first, files.count == 1, file.place == "themes" else {
      throw .usage("'livery draft' takes one theme or one package.")
    }
    let answer = try server.send(file, arguments)
    guard !arguments.has(.json) else { return arguments.print(json: answer.text + "\n", text: "") }
    let link = answer["link"] ?? ""
    let address = link.hasPrefix("/") ? "\(server.http.address)\(link)" : link
    Console.print(answer.reportOfDraft(file) + "\(address.printable)\n")
    if Console.outputIsTerminal, !arguments.has(.withoutCode), let code = QRCode(Array(address.utf8)) {
      Console.print(code.terminalText)
    }
    if link.hasPrefix("/") {
      Console.printError(
        "livery: The link is for this machine only, as the server's setting publicURL is not set.\n")
    }
    return .done
  }

  static let drafts = Command(
    name: "drafts", summary: "List the drafts of a running server, the newest first.",
    flags: [.json] + Flag.connection,
    details: """
      A line has the draft's identifier, theme, state, authors and end.

        livery drafts
      """
  ) { arguments throws(CommandError) in
    try list("drafts", arguments, orElse: "There is no draft that you may see.") { draft in
      let authors = draft["authors"].map { $0.items.compactMap(\.string).map(\.printable) } ?? []
      let words = ["id", "name", "state"].map { draft.text($0) ?? "" } + [authors.joined(separator: ", ")]
      return words.joined(separator: "  ") + draft.text("expires", after: "  until ")
    }
  }

  static let publish = Command(
    name: "publish", summary: "Publish a draft of a running server, now or later.",
    operands: ("ID", 1...1), flags: [.at, .note, .yes, .json] + Flag.connection,
    details: """
      The command prints what will look different, by channel, and asks on a terminal. The draft is published only if it
      has not been replaced since.

        livery publish d7Kq2m
        livery publish d7Kq2m --at "2026-12-24 18:00" --note "for Christmas" --yes
      """
  ) { arguments throws(CommandError) in
    let server = try ServerConnection(arguments)
    let path = "/v1/drafts/\(arguments.operands[0].percentEscaped())"
    let draft = try server.get(path, needing: ["name": .string, "tag": .string])
    if !arguments.has(.json) { Console.print(try ConsequenceList(of: path, at: server).byChannel) }
    let name = draft["name"]?.printable ?? ""
    if !arguments.has(.yes), !arguments.has(.json), Console.outputIsTerminal {
      Console.print("Publish '\(name)'? [y/N] ")
      guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
        throw .refused("Nothing was published.")
      }
    }
    let members = [("at", try arguments.time(.at)), ("note", arguments[.note])]
    let answer = try server.send(
      "POST", path + "/publish", members, headers: [("If-Match", draft["tag"] ?? "")],
      needing: ["name": .string])
    let done = answer.root?["plan"]?.text("at", after: "is planned for ") ?? "is published"
    return arguments.print(json: answer.text + "\n", text: "\(name) \(done)\n")
  }

  static let discard = Command(
    name: "discard", summary: "Discard a draft of a running server.", operands: ("ID", 1...1),
    flags: [.json] + Flag.connection,
    details: """
      Its link shows nothing from then on.

        livery discard d7Kq2m
      """
  ) { arguments throws(CommandError) in
    let id = arguments.operands[0]
    let answer = try ServerConnection(arguments).send(
      "DELETE", "/v1/drafts/\(id.percentEscaped())", needing: ["id": .string])
    return arguments.print(json: answer.text + "\n", text: "The draft \(id.printable) is discarded.\n")
  }
}

extension ServerConnection {
  /// Makes a draft of a file, or replaces the one that a flag names.
  fileprivate func send(
    _ file: UploadedFiles.File, _ arguments: Arguments
  ) throws(CommandError) -> ServerAnswer {
    let replaced = arguments[.replace]
    guard replaced == nil || arguments[.name] == nil else {
      throw .usage("'--replace' names a draft, which has its theme's name; leave out '--name'.")
    }
    let target = Self.target(
      replaced.map { "/v1/drafts/\($0.percentEscaped())" } ?? "/v1/drafts",
      [
        ("name", replaced == nil ? arguments[.name] ?? file.name : nil), ("format", file.format),
        ("note", arguments[.note]), ("lifetime", try arguments.lifetime),
      ])
    return try accepted(
      http.ask(
        replaced == nil ? "POST" : "PUT", target, headers: [("Content-Type", "application/octet-stream")],
        body: file.bytes, within: .seconds(60)),
      to: target, needing: ["id": .string, "name": .string], placing: file.place)
  }
}

extension ServerAnswer {
  fileprivate func reportOfDraft(_ file: UploadedFiles.File) -> String {
    let end = self["expires"].map { ", until \($0.printable)" } ?? ""
    let words =
      "The draft \(root?.text("id") ?? "") of \(root?.text("name") ?? "") is \(root?.text("state") ?? "")"
    return "\(words)\(end)\n" + problemLines(placing: file.place)
  }
}

extension Arguments {
  /// The lifetime in seconds, from a number of seconds or with a unit: `90`, `45m`, `12h`, `3d`.
  fileprivate var lifetime: String? {
    get throws(CommandError) {
      guard let text = self[.lifetime] else { return nil }
      let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
      let unit = text.last.flatMap { units[$0] }
      guard let count = Int(unit == nil ? text[...] : text.dropLast()), (1...2_592_000).contains(count) else {
        throw .usage("'--lifetime' is a number of seconds, or one with m, h or d behind it, not '\(text)'.")
      }
      return String(count * (unit ?? 1))
    }
  }
}

extension Flag {
  fileprivate static let name = Flag("--name", "NAME", "the name of the theme; that of the file by default")
  fileprivate static let lifetime = Flag(
    "--lifetime", "TIME", "the time until the draft ends, such as 12h or 3d; 7 days by default")
  fileprivate static let replace = Flag("--replace", "ID", "replace this draft; its link stays")
  fileprivate static let withoutCode = Flag("--no-qr", nil, "print no QR code")
  fileprivate static let at = Flag(
    "--at", "TIME", "the time when it is published: \"2026-12-24 18:00\"; now by default")
  fileprivate static let yes = Flag("--yes", nil, "publish without asking")
}

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

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

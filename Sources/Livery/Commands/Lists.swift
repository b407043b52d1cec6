internal import Documents
internal import ServerAccess
internal import Service
internal import ThemeAPI
internal import Themes

extension Command {
  static let themes = Command(
    name: "themes", summary: "List the themes of a running server.", flags: [.json] + Flag.connection
  ) { arguments throws(CommandError) in
    try list("themes", arguments, orElse: "There is no theme that you may see.") { theme in
      let words = ["name", "title", "kit"].map { theme.text($0) ?? "" }.joined(separator: "  ")
      return words + theme.text("parent", after: ", extends ") + theme.text("by", after: ", uploaded by ")
        + theme.text("overrides", after: ", hides ")
    }
  }

  static let channels = Command(
    name: "channels", summary: "List the channels of a running server with their active themes.",
    flags: [.json] + Flag.connection
  ) { arguments throws(CommandError) in
    try list(
      "channels", arguments, orElse: "There is no channel that you may see.", line: SwitchReport.active)
  }

  /// Prints a line for each item of a list under `/v1`.
  static func list(
    _ name: String, _ arguments: Arguments, orElse nothing: String, line: (JSONNode) -> String
  ) throws(CommandError) -> ExitCode {
    let server = try ServerConnection(arguments)
    var isEmpty = true
    try server.pages(of: name) { page in
      guard !arguments.has(.json) else { return Console.print(page.text + "\n") }
      for item in page.list(name) {
        Console.print(line(item) + "\n")
        isEmpty = false
      }
    }
    if isEmpty, !arguments.has(.json) { Console.printError("livery: \(nothing)\n") }
    return .done
  }
}

extension ServerConnection {
  /// Far more pages of 100 items than a server can have.
  private static let mostPages = 1000

  /// Requests all pages of a list under `/v1`, such as `themes`.
  func pages(
    of list: String, _ body: (ServerAnswer) throws(CommandError) -> Void
  ) throws(CommandError) {
    var next: String? = "/v1/\(list)"
    var seen: Set<String> = []
    while let target = next {
      guard seen.insert(target).inserted, seen.count <= Self.mostPages else {
        throw .refused(
          "The server at \(http.address) names page after page of /v1/\(list) without end, and \(Quoted.name(target)) again."
        )
      }
      let page = try get(target, needing: [list: .array])
      try body(page)
      next = page.header("link").flatMap(Self.next)
    }
  }

  /// Returns the target of a link such as `</v1/themes?after=x>; rel="next"`.
  private static func next(_ link: String) -> String? {
    guard link.hasPrefix("<"), link.contains("rel=\"next\""), let end = link.firstIndex(of: ">") else {
      return nil
    }
    let target = link[link.index(after: link.startIndex)..<end]
    return target.utf8.allSatisfy { (0x21...0x7e).contains($0) } ? String(target) : nil
  }
}

extension Command {
  static let hosts = Command(
    name: "hosts", summary: "Print the channels that hosts stand for, and what they show.",
    operands: ("[HOST]", 0...1),
    flags: Flag.settings(["config", "state", "store", "hostsFile"]) + [.json] + Flag.connection,
    details: """
      The hosts are read from the settings: livery.json of the config folder, and the file of --hosts-file. What the
      channels show comes from the running server or, if none can be reached, from the log.

        livery hosts                    each entry with its channel
        livery hosts shop.acme.com      the channel of one host, and the entry that decides

      With HOST, the exit code is 1 if there is no such channel: a request to that host gets 404.
      """
  ) { arguments throws(CommandError) in
    let names = Set(["--config", "--state", "--store", "--hosts-file"])
    let (settings, table): (Settings, HostTable) = try attempt {
      let (settings, _) = try Settings.read(
        flags: arguments.given.filter { names.contains($0.key) }, variables: ProcessEnvironment.variables)
      return (settings, try settings.hostTable())
    }
    let shown = try shownThemes(arguments, settings)
    guard let host = arguments.operands.first else { return list(table, showing: shown, arguments) }
    return answer(table.choice(of: host) { shown[$0] != nil }, showing: shown, arguments)
  }

  private static func list(
    _ table: HostTable, showing shown: [String: String], _ arguments: Arguments
  ) -> ExitCode {
    let entries = table.channels.keys.sorted()
    let json = JSONWriter.document { json in
      json.objects("hosts", for: entries) { json, entry in
        let channel = table.channels[entry] ?? ""
        json.member("host", entry)
        json.member("channel", channel)
        if let theme = shown[channel] { json.member("theme", theme) }
      }
    }
    let lines = entries.map { entry -> [String] in
      let channel = table.channels[entry] ?? ""
      return [entry, channel, shown[channel].map { "shows \($0)" } ?? ""]
    }
    let text = lines.isEmpty ? "There are no hosts; all show main.\n" : Columns(lines).text(indent: "")
    return arguments.print(json: json, text: text)
  }

  private static func answer(
    _ choice: HostTable.Choice, showing shown: [String: String], _ arguments: Arguments
  ) -> ExitCode {
    let theme = shown[choice.channel]
    let json = JSONWriter.document { json in
      json.member("host", choice.host)
      json.member("channel", choice.channel)
      if let entry = choice.entry { json.member("entry", entry) }
      if let theme { json.member("theme", theme) }
    }
    let reason = choice.entry.map { "by '\($0)'" } ?? "no entry fits"
    let end = theme.map { "shows \($0)" } ?? "does not exist: 404"
    return arguments.print(
      json: json, text: "\(choice.host.printable): \(choice.channel) (\(reason)) \(end)\n",
      exit: theme == nil ? .refused : .done)
  }

  /// Returns the themes that the channels show, from a running server or else from the log.
  private static func shownThemes(
    _ arguments: Arguments, _ settings: Settings
  ) throws(CommandError) -> [String: String] {
    var shown: [String: String] = [:]
    do throws(CommandError) {
      try ServerConnection(arguments).pages(of: "channels") { page in
        for item in page.list("channels") { shown[item.text("channel") ?? ""] = item.text("theme") }
      }
      return shown
    } catch {
      guard case .unreachable = error, !arguments.has(.server) else { throw error }
      return try attempt { try settings.shownThemes() }
    }
  }
}

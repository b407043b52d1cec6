internal import Documents
internal import ServerAccess
internal import Service
internal import Themes

extension Command {
  /// Lists the themes of a server.
  static let themes = Command(
    "themes", "List the themes of a running server.", flags: [.json] + Flag.connection
  ) { arguments throws(CommandError) in
    try list("themes", arguments) { theme in
      var line = "\(theme.text("name") ?? "")  \(theme.text("title") ?? "")  \(theme.text("kit") ?? "")"
      if let parent = theme.text("parent") { line += ", extends \(parent)" }
      if let by = theme.text("by") { line += ", uploaded by \(by)" }
      return line
    }
  }

  /// Lists the channels of a server with their active themes.
  static let channels = Command(
    "channels", "List the channels of a running server with their active themes.",
    flags: [.json] + Flag.connection
  ) { arguments throws(CommandError) in
    try list("channels", arguments) { SwitchReport.line($0, at: $0.text("since")) }
  }

  private static func list(
    _ name: String, _ arguments: Arguments, line: (JSONNode) -> String
  ) throws(CommandError) -> ExitCode {
    let server = try ServerConnection(arguments)
    try server.pages(of: name) { page in
      guard !arguments.has(.json) else { return Console.print(page.text + "\n") }
      for item in page.list(name) { Console.print(line(item) + "\n") }
    }
    return .done
  }
}

extension ServerConnection {
  /// Far more pages of 100 items than a server can have.
  private static let mostPages = 1000

  /// Requests all pages of a list under `/v1`, such as `themes`.
  func pages(of list: String, _ body: (ServerAnswer) throws(Command.CommandError) -> Void)
    throws(Command.CommandError)
  {
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

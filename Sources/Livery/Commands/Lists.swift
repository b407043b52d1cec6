internal import Documents
internal import ServerAccess
internal import Service
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

internal import Documents
internal import Themes

/// The target of a `$ref` in a resolver document: a place in the same file, or in one beside or below it.
struct FileReference: Hashable {
  /// As it is written, relative to the file that says it; nil for a place in that file itself.
  let file: String?
  /// The steps of its pointer; none for a whole file.
  let steps: [String]

  private static let slash = UInt8(ascii: "/")

  /// `#/sets/base`, `base.json`, `base.json#/color`, `base.json#color`; else why it is none of these.
  static func read(_ text: String) -> Result<FileReference, ValueRefusal> {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let pointer = parts.count == 2 ? String(parts[1]) : ""
    let isWhole = pointer.isEmpty || pointer.utf8.first == slash
    guard let steps = TokenPointer.steps(of: "#\(isWhole ? "" : "/")\(pointer)") else {
      return .failure(
        badReference("\(Quoted.name(text)) has a pointer with an escape that stands for nothing."))
    }
    guard let path = parts.first, !path.isEmpty else {
      guard isWhole, !steps.isEmpty else {
        return .failure(
          badReference("\(Quoted.name(text)) is no pointer; it begins with '#/', as in '#/sets/base'."))
      }
      return .success(FileReference(file: nil, steps: steps))
    }
    if isFetched(path) {
      return .failure(
        badReference(
          "\(Quoted.name(text)): Livery fetches nothing; put the file beside this one."))
    }
    guard let file = String(path).percentDecoded, Self.isName(file) else {
      return .failure(badReference("\(Quoted.name(path)) can't be the name of a file."))
    }
    return .success(FileReference(file: file, steps: steps))
  }

  /// Indicates whether a path names a protocol or a host.
  private static func isFetched(_ path: some StringProtocol) -> Bool {
    if path.hasPrefix("//") { return true }
    guard let colon = path.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return path.utf8[..<colon].allSatisfy { $0.isAlphanumeric || "+-.".utf8.contains($0) }
  }

  private static func isName(_ file: String) -> Bool {
    !file.isEmpty && file.utf8.count <= 1024 && file.unicodeScalars.allSatisfy { !$0.isObeyed }
  }

  private static func badReference(_ sentence: Message) -> ValueRefusal {
    ValueRefusal(code: "bad-reference", sentence: sentence)
  }

  /// A path from the document's own folder.
  /// - Parameter folder: that of the file with the reference, from there, with a slash at its end; empty for that folder itself.
  /// - Returns: nil for one that leads out of it.
  static func path(to file: String, from folder: some StringProtocol) -> String? {
    guard file.utf8.first != slash else { return nil }
    var steps: [Substring] = []
    for step in (folder + file).split(separator: "/") where step != "." {
      guard step == ".." else {
        steps.append(step)
        continue
      }
      guard steps.popLast() != nil else { return nil }
    }
    return steps.isEmpty ? nil : steps.joined(separator: "/")
  }

  /// Steps as they are written in a reference.
  static func pointer(_ steps: some Sequence<String>) -> String {
    "#" + steps.map { "/" + escaped($0) }.joined()
  }

  /// A step as a pointer in a fragment has it.
  private static func escaped(_ step: String) -> String {
    var text = ""
    for scalar in step.unicodeScalars {
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      case "%": text += "%25"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

internal import Documents
internal import Themes

/// The target of a `$ref` in a resolver document: a place in the same file, or in one beside or below it.
struct FileReference {
  /// The path from the file with the reference, as it is written; nil for a place in that file itself.
  let file: String?
  /// The steps of the pointer; none for a whole file.
  let steps: [String]

  private static let slash = UInt8(ascii: "/")

  /// Reads `#/sets/base`, `base.json`, `base.json#/color` or `base.json#color`.
  static func read(_ text: String) -> Result<FileReference, ValueRefusal> {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let pointer = parts.count == 2 ? String(parts[1]) : ""
    let isWhole = pointer.isEmpty || pointer.utf8.first == slash
    guard let steps = TokenPointer.steps(of: "#\(isWhole ? "" : "/")\(pointer)") else {
      return refuse("\(Quoted.name(text)) has a pointer with an escape that stands for nothing.")
    }
    guard let path = parts.first, !path.isEmpty else {
      guard isWhole, !steps.isEmpty else {
        return refuse("\(Quoted.name(text)) is no pointer; it begins with '#/', as in '#/sets/base'.")
      }
      return .success(FileReference(file: nil, steps: steps))
    }
    if isFetched(path) {
      return refuse("\(Quoted.name(text)): Livery fetches nothing; put the file beside this one.")
    }
    guard let file = String(path).percentDecoded, Self.isName(file) else {
      return refuse("\(Quoted.name(path)) can't be the name of a file.")
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

  private static func refuse(_ sentence: Message) -> Result<FileReference, ValueRefusal> {
    .failure(ValueRefusal(code: "bad-reference", sentence: sentence))
  }

  /// Returns a path from the document's folder; nil for one that leads out of it.
  /// - Parameter folder: The folder of the file with the reference, from the document's, with a slash at its end.
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

  /// Returns the pointer with these steps, as a fragment.
  static func pointer(_ steps: some Sequence<String>) -> String {
    "#" + steps.map { step in "/" + TokenPointer.escaped(step).written { $0 == "%" ? "%25" : nil } }.joined()
  }
}

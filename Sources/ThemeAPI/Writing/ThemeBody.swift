internal import Changes
internal import Documents
internal import Themes

enum ThemeBody {
  /// Returns a function that makes the upload at a given time.
  static func upload(
    _ call: Call, named name: String, by author: String
  ) throws(Refusal) -> @Sendable (Timestamp) -> Upload {
    try check(name: name)
    let (type, bytes) = (call.request.header("Content-Type"), call.request.body)
    try checkType(type)
    guard !bytes.isEmpty else {
      throw Refusal(.badBody, "The body should be the theme's document; it is empty.")
    }
    let isTokens = type.map { HeaderList.mediaType($0) } == "application/design-tokens+json"
    let dialects = call.snapshot.themeSet.library.dialects
    let file = try format(call["format"] ?? (isTokens ? "tokens" : nil), among: dialects).fileName(for: name)
    let persons = [call.principal.person]
    return { Upload(name: name, file: file, bytes: bytes, at: $0, by: author, authors: persons) }
  }

  /// Throws if no theme can have this name.
  static func check(name: String) throws(Refusal) {
    guard Name.isValid(name) else {
      throw .badParameter(
        "name",
        "is not a valid name: a name has at most 64 letters, digits, '.', '_' and '-' and begins with a letter or digit."
      )
    }
  }

  private static let types = [
    "application/json", "application/x-plist", "application/xml", "text/xml", "application/octet-stream",
    "text/plain",
  ]

  /// Accepts a missing or general type, because tools that send files often know no better.
  private static func checkType(_ type: String?) throws(Refusal) {
    guard let type else { return }
    let name = HeaderList.mediaType(type)
    let isJSON = name.hasPrefix("application/") && name.hasSuffix("+json")
    guard isJSON || types.contains(name) else { throw .unsupported(type, expected: "application/json") }
  }

  static func format(_ name: String?, among dialects: Dialects) throws(Refusal) -> ThemeFormat {
    guard let format = dialects.named(name ?? "livery") else {
      throw Refusal(.badParameter, dialects.unknown(name ?? ""))
    }
    return format
  }
}

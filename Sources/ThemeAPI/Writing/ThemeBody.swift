internal import Changes
internal import Documents
internal import Themes

/// A theme document in the body of a request.
struct ThemeBody {
  let name: String
  /// The file name, whose ending names the format.
  let file: String
  let bytes: [UInt8]

  init(_ call: Call, name: String) throws(Refusal) {
    try Self.check(name: name)
    try Self.checkType(call.request.header("Content-Type"))
    guard !call.request.body.isEmpty else {
      throw Refusal(.badBody, "The body should be the theme's document; it is empty.")
    }
    self.name = name
    let type = call.request.header("Content-Type").map { HeaderList.mediaType($0) }
    let format = call["format"] ?? (type == Self.tokensType ? "tokens" : nil)
    file = try Self.format(format, among: call.snapshot.themeSet.library.dialects).fileName(for: name)
    bytes = call.request.body
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

  private static let tokensType = "application/design-tokens+json"
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

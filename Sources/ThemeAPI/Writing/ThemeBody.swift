internal import Changes
internal import Documents
internal import Themes

/// A theme document in the body of a request.
struct ThemeBody {
  let name: String
  /// The file name that tells the dialect.
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

  /// Refuses a name that no theme can have.
  static func check(name: String) throws(Refusal) {
    guard Name.isValid(name) else {
      throw .badParameter(
        "name",
        "is not a valid name: a name has at most 64 letters, digits, '.', '_' and '-' and begins with a letter or digit."
      )
    }
  }

  private static let tokensType = "application/design-tokens+json"

  /// Tools that send files often say nothing, or that they do not know.
  private static func checkType(_ type: String?) throws(Refusal) {
    guard let type else { return }
    let name = HeaderList.mediaType(type)
    let isJSON = name == "application/json" || name.hasPrefix("application/") && name.hasSuffix("+json")
    let isPropertyList = name == "application/x-plist" || name == "application/xml" || name == "text/xml"
    guard isJSON || isPropertyList || name == "application/octet-stream" || name == "text/plain" else {
      throw .unsupported(type, expected: "application/json")
    }
  }

  static func format(_ name: String?, among dialects: Dialects) throws(Refusal) -> ThemeFormat {
    guard let format = dialects.named(name ?? "livery") else {
      throw Refusal(.badParameter, dialects.unknown(name ?? ""))
    }
    return format
  }

  static func formatParameter(_ formats: [ThemeFormat]) -> Operation.Parameter {
    Operation.Parameter(
      .query, "format", "How the document is written; Livery's own form where none is given.",
      schema: .words(formats.map(\.name)))
  }
}

extension JSONWriter {
  /// What was found in documents, as a list.
  mutating func problems(_ problems: some Sequence<Problem>) {
    array { json in
      for problem in problems {
        json.object { json in
          json.member("severity", problem.severity.rawValue)
          json.member("code", problem.code)
          json.member("file", problem.place.file)
          json.member("pointer", problem.place.pointer)
          json.member("line", problem.place.line)
          json.member("column", problem.place.column)
          problem.writeWord(to: &json)
          json.member("message", problem.message)
        }
      }
    }
  }
}

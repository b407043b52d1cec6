internal import Changes
internal import Themes

/// A theme document in the body of a request.
struct ThemeBody {
  let name: String
  /// The file name that tells the dialect.
  let file: String
  let bytes: [UInt8]

  init(_ call: Call, name: String) throws(Refusal) {
    guard Name.isValid(name) else {
      throw .badParameter(
        "name",
        "is no name: a name has at most 64 letters, digits, '.', '_' and '-' and begins with a letter or digit."
      )
    }
    try Self.checkType(call.request.header("Content-Type"))
    guard !call.request.body.isEmpty else {
      throw Refusal(.badBody, "The body should be the theme's document; it is empty.")
    }
    self.name = name
    file = name + (try Self.suffix(call["format"]))
    bytes = call.request.body
  }

  /// Tools that send files often say nothing, or that they do not know.
  private static func checkType(_ type: String?) throws(Refusal) {
    guard let type else { return }
    let name = HeaderList.lower(HeaderList.parameters(Substring(type)).value)
    let isJSON = name == "application/json" || name.hasPrefix("application/") && name.hasSuffix("+json")
    guard isJSON || name == "application/octet-stream" || name == "text/plain" else {
      throw .unsupported(type, expected: "application/json")
    }
  }

  private static let formats = [
    "livery": ".json", "metheme": ".metheme.json", "swifttheme": ".swifttheme.json", "tokens": ".tokens.json",
  ]

  private static func suffix(_ format: String?) throws(Refusal) -> String {
    guard let suffix = formats[format ?? "livery"] else {
      let known = formats.keys.sorted().joined(separator: ", ")
      throw .badParameter("format", "is one of \(known), not '\((format ?? "").shown)'.")
    }
    return suffix
  }

  static let formatParameter = Operation.Parameter(
    .query, "format", "How the document is written; Livery's own form where none is given.",
    schema: .words(formats.keys.sorted()))
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
          json.member("message", problem.message)
        }
      }
    }
  }
}

internal import Documents
internal import Renderings
internal import Themes

/// The facts that the published interface adds to what each operation declares.
extension Operation {
  /// Indicates whether its responses are representations, with validators and conditions.
  private var isRepresentation: Bool { answers.contains { $0.status == 304 } }

  var common: [Parameter] {
    guard isRepresentation else { return [] }
    return [
      Parameter(
        .header, "If-None-Match", "The entity tags that the client has; 304 if one is still current."),
      Parameter(
        .header, "Prefer", "`wait=SECONDS`, at most 55, with `If-None-Match`: wait until it changes.",
        example: "wait=25"),
    ].filter { own in !parameters.contains { $0.name == own.name } }
  }

  /// The declared responses, with the responses that every operation of its kind has.
  var allAnswers: [PossibleAnswer] {
    var statuses: Set<Int> = [400, 405, 408, 414, 431, 503]
    if access != .open { statuses.formUnion([401, 403]) }
    if !body.isEmpty { statuses.insert(413) }
    if isRepresentation { statuses.insert(406) }
    let declared = Set(answers.map(\.status))
    return (answers + statuses.subtracting(declared).map(PossibleAnswer.refusal)).sorted {
      $0.status < $1.status
    }
  }
}

extension Operation.PossibleAnswer {
  func write(_ operation: Operation, to json: inout JSONWriter) {
    json.object(String(status)) { json in
      json.member("description", summary)
      let headers = allHeaders(operation)
      if !headers.isEmpty {
        json.object("headers") { json in
          for name in headers {
            json.object(name) { $0.member("$ref", "#/components/headers/\(name)") }
          }
        }
      }
      if !media.isEmpty { json.content(media) }
    }
  }

  private func allHeaders(_ operation: Operation) -> [String] {
    var names = headers
    if operation.pattern.hasPrefix("/v1/") { names.append("Livery-Cursor") }
    if operation.answers.contains(where: { $0.status == 304 }), [200, 206, 304].contains(status) {
      names += ["ETag", "Cache-Control", "Vary"]
      if operation.takesTraits { names += ["Accept-CH", "Critical-CH"] }
    }
    if operation.takesTraits, [200, 304].contains(status) { names.append("Livery-Ignored-Traits") }
    if operation.parameters.contains(.idempotencyKey), (200..<300).contains(status) {
      names.append("Idempotency-Replayed")
    }
    switch status {
    case 401: names.append("WWW-Authenticate")
    case 405: names.append("Allow")
    case 503, 507: names.append("Retry-After")
    default: break
    }
    return names.unique
  }
}

extension Operation.Parameter {
  func write(to json: inout JSONWriter) {
    json.member("name", name)
    json.member("in", location.rawValue)
    json.member("description", summary)
    if isRequired { json.member("required", true) }
    json.member("schema") { $0.raw(schema.json.utf8) }
    if let example { json.member("example", example) }
  }
}

extension JSONWriter {
  mutating func content(_ media: [Operation.Medium]) {
    object("content") { json in
      for medium in media {
        json.object(medium.type.name) { json in
          json.member("schema") { $0.raw(medium.schema.json.utf8) }
          guard let example = medium.example else { return }
          json.member("example") { json in
            if medium.type.name.hasSuffix("json") { json.raw(example.utf8) } else { json.string(example) }
          }
        }
      }
    }
  }
}

extension Array where Element: Equatable {
  var unique: [Element] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}

extension OpenAPI {
  /// The response headers that several operations have.
  static let headers: [(name: String, summary: String, schema: Operation.JSONSchema)] = [
    ("Livery-Cursor", "The cursor of the change log, for `since` of the feed.", .named("Cursor")),
    (
      "ETag", "Changes whenever the content does, and only then.",
      .init(#"{"type":"string","pattern":"^\".+\"$"}"#)
    ),
    ("Cache-Control", "How long a cache may use it without revalidation.", .string),
    ("Vary", "The request headers that it was chosen by.", .string),
    ("Accept-CH", "The client hints that can give traits.", .string),
    ("Critical-CH", "The client hints that make a difference here.", .string),
    (
      "Livery-Ignored-Traits",
      "The traits that were ignored, because the channel shows a theme of a kit that does not take them.",
      .string
    ),
    (
      "Livery-Next", "The address at which to wait for a change, with what this answer gave (`crowdSlot`).",
      .string
    ),
    ("Accept-Ranges", "Whether ranges can be requested.", .string),
    ("Content-Range", "The range, and the size of the whole.", .string),
    ("Link", "With `rel=\"next\"`, the address of the next page.", .string),
    ("Location", "The address of the new resource.", .string),
    ("Allow", "The methods that can be used here.", .string),
    (
      "Retry-After", "The seconds after which to retry; random within bounds.",
      .init(#"{"type":"integer","minimum":0,"maximum":3600}"#)
    ),
    ("WWW-Authenticate", "How to authenticate.", .string),
    ("Idempotency-Replayed", "`true` if this is the first answer to this key again.", .string),
  ]
}

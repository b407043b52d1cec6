internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `GET /openapi.json`: the interface as an OpenAPI document.
struct GetInterface: ReadingEndpoint {
  private let others: [Operation]

  /// - Parameter operations: all other operations.
  init(_ operations: [Operation]) { others = operations }

  let operation = Operation(
    .get, "/openapi.json", id: "getInterface", tag: "Service", summary: "This interface", access: .open,
    answers: [
      .init(200, "The interface as OpenAPI 3.1.", media: [.init(.json, .init(#"{"type":"object"}"#))]),
      .unchanged,
    ])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let interface = OpenAPI(
      others + [operation], version: call.services.version, address: call.publicURL,
      schemas: call.services.web.schemas, kits: call.snapshot.themeSet.library.kits.values)
    return Representation(key: "interface", type: .json) { interface.document() }
  }
}

/// Writes the operations of the router as an OpenAPI 3.1 document.
struct OpenAPI {
  private let operations: [Operation]
  private let version: String
  private let address: String
  private let schemas: [UInt8]
  /// The traits of all kits as query parameters.
  private let traits: [Operation.Parameter]
  /// The parameters that several operations have. Each is published once, under a name.
  private let shared: [Operation.Parameter: String]

  /// - Parameters:
  ///   - address: the address at which clients reach the server; empty if that is unknown.
  ///   - schemas: the named schemas, as one JSON object.
  init(
    _ operations: [Operation], version: String, address: String, schemas: [UInt8],
    kits: some Collection<Kit>
  ) {
    (self.operations, self.version, self.address, self.schemas) = (operations, version, address, schemas)
    traits = Operation.Parameter.traits(of: kits)
    shared = Self.names(ofSharedIn: operations)
  }

  private static func names(ofSharedIn operations: [Operation]) -> [Operation.Parameter: String] {
    let parameters = operations.flatMap { $0.parameters + $0.common }
    let counts = Dictionary(parameters.map { ($0, 1) }, uniquingKeysWith: +)
    var names: [Operation.Parameter: String] = [:]
    var numbers: [String: Int] = [:]
    for parameter in parameters where counts[parameter, default: 0] > 1 && names[parameter] == nil {
      // Different parameters may have the same name.
      let number = numbers[parameter.name, default: 0] + 1
      numbers[parameter.name] = number
      names[parameter] = number == 1 ? parameter.name : "\(parameter.name)-\(number)"
    }
    return names
  }

  func document() -> [UInt8] {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("openapi", "3.1.0")
      json.object("info") { json in
        json.member("title", "Livery")
        json.member("version", version)
        json.member("summary", "A theme server")
        json.member("description", Self.description)
      }
      json.array("servers") { $0.object { $0.member("url", address.isEmpty ? "/" : address) } }
      json.object("paths") { writePaths(to: &$0) }
      json.object("components") { writeComponents(to: &$0) }
      json.objects("tags", for: operations.map(\.tag).unique) { $0.member("name", $1) }
    }
    return json.finished()
  }

  private func writePaths(to json: inout JSONWriter) {
    for pattern in operations.map(\.pattern).unique {
      json.object(pattern) { json in
        for operation in operations where operation.pattern == pattern {
          json.object(HeaderList.lower(operation.method.rawValue)) { write(operation, to: &$0) }
        }
      }
    }
  }

  private func write(_ operation: Operation, to json: inout JSONWriter) {
    json.member("operationId", operation.id)
    json.strings("tags", [operation.tag])
    json.member("summary", operation.summary)
    if !operation.detail.isEmpty { json.member("description", operation.detail) }
    json.array("security") { json in
      // An empty requirement says that a server may allow requests without a token.
      if operation.access == .open || operation.access == .read { json.object { _ in } }
      if let role = operation.access.role { json.object { $0.strings("token", [role.rawValue]) } }
    }
    let parameters = operation.parameters + operation.common
    if !parameters.isEmpty || operation.takesTraits {
      let own = operation.takesTraits ? traits : []
      let names = own.filter { trait in !parameters.contains { $0.name == trait.name } }.map(Self.key)
      json.array("parameters") { json in
        for parameter in parameters {
          json.object { json in
            if let name = shared[parameter] {
              Self.refer(to: name, &json)
            } else {
              parameter.write(to: &json)
            }
          }
        }
        for name in names { json.object { Self.refer(to: name, &$0) } }
      }
    }
    if !operation.body.isEmpty {
      json.object("requestBody") { json in
        json.member("required", operation.requiresBody)
        json.content(operation.body)
      }
    }
    json.object("responses") { json in
      for answer in operation.allAnswers { answer.write(operation, to: &json) }
    }
  }

  /// Returns the name under which a trait is published. No other parameter's name has a dot.
  private static func key(of trait: Operation.Parameter) -> String { "trait.\(trait.name)" }

  private static func refer(to name: String, _ json: inout JSONWriter) {
    json.member("$ref", "#/components/parameters/\(name)")
  }

  private func writeComponents(to json: inout JSONWriter) {
    json.member("securitySchemes") { $0.raw(#"{"token":{"type":"http","scheme":"bearer"}}"#.utf8) }
    json.object("headers") { json in
      for (name, summary, schema) in Self.headers {
        json.object(name) { json in
          json.member("description", summary)
          json.member("schema") { $0.raw(schema.json.utf8) }
        }
      }
    }
    json.object("parameters") { json in
      for (parameter, name) in shared.sorted(by: { $0.value < $1.value }) {
        json.object(name) { parameter.write(to: &$0) }
      }
      for trait in traits { json.object(Self.key(of: trait)) { trait.write(to: &$0) } }
    }
    json.member("schemas") { $0.raw(schemas) }
  }

  private static let description = """
    Themes for apps, resolved for their context. Clients are notified of every change within milliseconds.

    Every path that answers GET answers HEAD too, and every path OPTIONS. A representation has a strong `ETag`: \
    `If-None-Match` gets 304 if it is unchanged, and with `Prefer: wait=SECONDS` waits until it changes. \
    Refusals are problem documents (RFC 9457) whose `type` is a stable word.

    A trait that is not given in the query may come from a client hint; `Accept-CH` lists the hints.
    """
}

extension Operation.Parameter {
  /// Returns each trait as a parameter for all kits that have a trait of its name.
  fileprivate static func traits(of kits: some Collection<Kit>) -> [Operation.Parameter] {
    let kits = kits.sorted { $0.name < $1.name }
    return Set(kits.flatMap(\.traits.keys)).sorted().map { name in
      let owners = kits.filter { $0.traits[name] != nil }
      let traits = owners.compactMap { $0.traits[name] }
      let names = owners.map { "`\($0.name)`" }.joined(separator: ", ")
      let hints = Set(traits.compactMap(\.hint)).sorted().joined(separator: " or ")
      let hint = hints.isEmpty ? "" : " If it is not given, \(hints) may give it."
      let those = owners.count == 1 ? "that kit" : "those kits"
      return Operation.Parameter(
        .query, name, "A trait of \(names): for themes of \(those) only.\(hint)",
        schema: schema(of: traits.map(\.domain)))
    }
  }

  private static func schema(of domains: [Kit.Trait.Domain]) -> Operation.JSONSchema {
    var words: [String] = []
    for domain in domains {
      switch domain {
      case .number:
        return .init(#"{"type":"number","minimum":-1.7976931348623157e308,"maximum":1.7976931348623157e308}"#)
      case .text: return .init(#"{"type":"string","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]{1,64}$"}"#)
      case .values(let values): words += values
      }
    }
    return .words(words.unique)
  }
}

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
      "Livery-Next", "The address at which to wait for a change, as this response gave it (`crowdSlot`).",
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
    ("Idempotency-Replayed", "`true` if this is the first response to this key again.", .string),
  ]
}

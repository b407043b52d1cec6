internal import Changes
internal import Documents
package import Renderings
internal import Themes

/// The description of an endpoint. The router checks requests by it, and the published interface is written from it.
/// It is a class because each call carries it.
package final class Operation: Sendable {
  package let method: Request.Method
  /// Such as `/v1/colors/{name}`.
  package let pattern: String
  /// The name of the operation in generated clients, such as `getColor`.
  package let id: String
  package let tag: String
  package let summary: String
  package let detail: String
  package let access: Access
  package let parameters: [Parameter]
  /// Indicates whether the traits of the theme's kit are query parameters too.
  package let takesTraits: Bool
  /// Indicates whether it is answered as if a draft were published that the query names.
  package let takesDraft: Bool
  /// Indicates whether its responses may lead on to another address with `Livery-Next`.
  let leadsOn: Bool
  /// Indicates whether unknown parameters are ignored, because probes and links add their own.
  package let ignoresUnknownParameters: Bool
  /// The forms that the body may have; none if the operation takes no body.
  package let body: [Medium]
  package let requiresBody: Bool
  package let answers: [PossibleAnswer]

  /// The role that a request needs, if any. Without tokens, the user of the client grants roles.
  package enum Access: Sendable, Hashable {
    case open, read, watch, operate, author

    var role: Role? {
      switch self {
      case .open: nil
      case .read: .read
      case .watch: .watch
      case .operate: .operate
      case .author: .author
      }
    }
  }

  /// Indicates whether it changes something or costs as much. Pages of other origins may not use it.
  package var isWrite: Bool { method != .get && access != .read }

  package init(
    _ method: Request.Method, _ pattern: String, id: String, tag: String, summary: String,
    detail: String = "", access: Access = .read, parameters: [Parameter] = [], takesTraits: Bool = false,
    ignoresUnknownParameters: Bool = false, body: [Medium] = [], requiresBody: Bool = true,
    answers: [PossibleAnswer], refuses: [Int] = []
  ) {
    (self.method, self.pattern, self.id, self.tag) = (method, pattern, id, tag)
    (self.summary, self.detail, self.access) = (summary, detail, access)
    (self.parameters, self.takesTraits) = (parameters, takesTraits)
    leadsOn = answers.contains { $0.headers.contains("Livery-Next") }
    takesDraft = parameters.contains { $0 == .draft }
    self.ignoresUnknownParameters = ignoresUnknownParameters
    (self.body, self.requiresBody) = (body, requiresBody)
    self.answers = answers + refuses.map(PossibleAnswer.refusal)
  }

  package struct Parameter: Sendable, Hashable {
    package enum Location: String, Sendable, Hashable {
      case path, query, header
    }

    package let location: Location
    package let name: String
    package let summary: String
    package let schema: JSONSchema
    package let isRequired: Bool
    package let example: String?

    package init(
      _ location: Location, _ name: String, _ summary: String, schema: JSONSchema = .string,
      isRequired: Bool = false, example: String? = nil
    ) {
      (self.location, self.name, self.summary) = (location, name, summary)
      (self.schema, self.example) = (schema, example)
      self.isRequired = isRequired || location == .path
    }
  }

  package struct Medium: Sendable, Hashable {
    package let type: MediaType
    package let schema: JSONSchema
    /// An example in JSON, or text if the type is not JSON.
    package let example: String?

    package init(_ type: MediaType, _ schema: JSONSchema, example: String? = nil) {
      (self.type, self.schema, self.example) = (type, schema, example)
    }
  }

  package struct PossibleAnswer: Sendable, Hashable {
    package let status: Int
    package let summary: String
    package let media: [Medium]
    /// The headers that not every response has.
    package let headers: [String]

    package init(_ status: Int, _ summary: String, media: [Medium] = [], headers: [String] = []) {
      (self.status, self.summary, self.media, self.headers) = (status, summary, media, headers)
    }

    static func json(
      _ status: Int, _ summary: String, _ schema: String, headers: [String] = []
    ) -> PossibleAnswer {
      PossibleAnswer(status, summary, media: [.init(.json, .named(schema))], headers: headers)
    }

    static let unchanged = PossibleAnswer(304, "Not modified.")

    static let document = PossibleAnswer(
      200, "The document.",
      media: [
        .init(.json, .named("Document")), .init(.tokens, .named("Document")), .init(.text, .string),
        .init(.propertyList, .string),
      ])

    static func refusal(_ status: Int) -> PossibleAnswer {
      PossibleAnswer(
        status, "Refused; `type` and `detail` say why.", media: [.init(.problem, .named("Problem"))])
    }
  }

  package struct JSONSchema: Sendable, Hashable {
    package let json: String

    package init(_ json: String) { self.json = json }

    package static let string = JSONSchema(#"{"type":"string"}"#)
    static let binary = JSONSchema(#"{"type":"string","format":"binary"}"#)
    static let moment = JSONSchema(#"{"type":"string","format":"date-time"}"#)
    static let flag = words(["true", "false"])

    package static func named(_ name: String) -> JSONSchema {
      JSONSchema(##"{"$ref":"#/components/schemas/\##(name)"}"##)
    }

    package static func words(_ words: [String]) -> JSONSchema {
      JSONSchema(#"{"type":"string","enum":[\#(words.map { "\"\($0)\"" }.joined(separator: ","))]}"#)
    }
  }
}

extension Operation {
  /// Throws if a parameter is unknown, repeated or missing. A name that may be a trait counts as known.
  func check(_ query: [Request.Field]) throws(Refusal) {
    if ignoresUnknownParameters { return }
    for (index, field) in query.enumerated() {
      if query[..<index].contains(where: { $0.name == field.name }) {
        throw Refusal(.repeatedParameter, "The parameter '\(field.name.shown)' is given more than once.")
      }
      if !takesTraits, !declares(field.name) { throw unknownParameter(field.name) }
    }
    for parameter in parameters where parameter.isRequired && parameter.location == .query {
      guard !query.contains(where: { $0.name == parameter.name }) else { continue }
      throw Refusal(.missingParameter, "The parameter '\(parameter.name)' is missing: \(parameter.summary)")
    }
  }

  func declares(_ name: String) -> Bool { parameters.contains { $0.location == .query && $0.name == name } }

  /// - Parameter traits: the names of the kit's traits, if the operation takes them.
  func unknownParameter(
    _ name: String, traits: some Sequence<String> = EmptyCollection()
  ) -> Refusal {
    let known = parameters.filter { $0.location == .query }.map(\.name) + traits
    let hint =
      known.isEmpty ? "; this takes no parameters." : NearestName.question(name, among: known)
    return Refusal(.unknownParameter, "There is no parameter '\(name.shown)'\(hint)")
  }
}

extension Operation.Parameter {
  static let channel = Operation.Parameter(
    .query, "channel",
    "The channel; if none is given, that of the host, else `main`. It has one active theme, which clients follow.",
    schema: .named("Name"), example: "main")

  static let channelOrEvery = Operation.Parameter(
    .query, "channel",
    "The channel, as for a theme; `*` for all channels, and for changes that concern none.",
    schema: .named("ChannelOrEvery"), example: "main")

  static let theme = Operation.Parameter(
    .query, "theme", "Any theme instead of the active one of the channel, as for a preview.",
    schema: .named("Name"), example: "new-year")

  static let explain = Operation.Parameter(
    .query, "explain",
    "Explains the result: with `true`, which rule won and why each other lost; with `all`, also which did not match.",
    schema: .words(["true", "false", "all"]))

  static let pretty = Operation.Parameter(
    .query, "pretty", "JSON with line breaks and indentation, for people.", schema: .flag)

  static let selectors = Operation.Parameter(
    .query, "selectors",
    """
    Whether a style sheet includes rules in containers, as selectors of the elements that the kit names for its classes. \
    A comment counts the rules of classes without such an element.
    """, schema: .flag)

  static let declarations = Operation.Parameter(
    .query, "declarations",
    """
    Whether a style sheet also sets the properties of the elements that the kit names for its classes, in the layer \
    `livery`: `.btn:hover { background-color: … }`. It includes the rules in containers, as with `selectors`.
    """, schema: .flag)

  static let prefix = Operation.Parameter(
    .query, "prefix",
    "A word before the names of a style sheet's custom properties: `--acme-accent` for `acme`.",
    schema: .init(##"{"type":"string","pattern":"^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$"}"##), example: "acme")

  static let lightDark = Operation.Parameter(
    .query, "lightDark",
    """
    Whether a style sheet without traits writes colors that differ only in the dark once, as `light-dark()`. Browsers since \
    2024 know it.
    """, schema: .flag)

  static let images = Operation.Parameter(
    .query, "images", "Whether it includes images; true if not given.", schema: .flag)

  static let fonts = Operation.Parameter(
    .query, "fonts", "Whether it includes fonts; true if not given.", schema: .flag)

  static let idempotencyKey = Operation.Parameter(
    .header, "Idempotency-Key",
    "The same key with the same request gets the first response again, for a day; with another request, 422.",
    schema: .init(#"{"type":"string","pattern":"^[!-~]{1,255}$"}"#))

  static let ifMatch = Operation.Parameter(
    .header, "If-Match", "Only if the document still has this entity tag; `*` for any that exists.")

  /// The name of something in a theme: nearly anything, percent-encoded.
  static func entry(_ summary: String, example: String) -> Operation.Parameter {
    Operation.Parameter(.path, "name", summary, schema: .named("EntryName"), example: example)
  }

  static func name(_ summary: String, example: String? = nil) -> Operation.Parameter {
    Operation.Parameter(.path, "name", summary, schema: .named("Name"), example: example)
  }

  static func format(_ formats: [ThemeFormat]) -> Operation.Parameter {
    Operation.Parameter(
      .query, "format", "The format of the document; Livery's own if none is given.",
      schema: .words(formats.map(\.name)))
  }
}

extension [Operation.Medium] {
  static func fields(_ schema: String, example: String) -> [Operation.Medium] {
    [
      .init(.json, .named(schema), example: example),
      .init(MediaType("application/x-www-form-urlencoded"), .named(schema)),
    ]
  }
}

extension Call {
  /// The channel of the query, else that of the host, else `main`.
  var channel: String { self["channel"] ?? request.host?.channel ?? "main" }

  func flag(_ parameter: Operation.Parameter, otherwise standard: Bool = false) throws(Refusal) -> Bool {
    switch self[parameter.name] {
    case nil: return standard
    case "false": return false
    case "true": return true
    case let other?: throw .badParameter(parameter.name, "is true or false, not '\(other.shown)'.")
    }
  }

  func moment(_ parameter: String) throws(Refusal) -> Timestamp? {
    guard let text = self[parameter] else { return nil }
    guard let moment = Timestamp(text) else {
      throw .badParameter(
        parameter, "is no moment: '\(text.shown)'; write it as \(Timestamp.spelling(near: text)).")
    }
    return moment
  }
}

extension ExplanationDetail {
  init(_ text: String?) throws(Refusal) {
    switch text {
    case nil, "false": self = .nothing
    case "true": self = .matching
    case "all": self = .all
    case let other?: throw .badParameter("explain", "is true, false or all, not '\(other.shown)'.")
    }
  }
}

/// What an endpoint takes and gives: the router checks by it, and the published interface is written from it.
package struct Operation: Sendable {
  package let method: Request.Method
  /// Such as `/v1/colors/{name}`.
  package let pattern: String
  /// A word for generated clients, `getColor`.
  package let id: String
  package let tag: String
  /// One line.
  package let summary: String
  /// Markdown, as long as it takes.
  package let detail: String
  package let access: Access
  package let parameters: [Parameter]
  /// Whether every trait of the theme's kit is a query parameter too.
  package let takesTraits: Bool
  /// Whether parameters that it does not know are passed over: probes and links bring some of their own.
  package let ignoresUnknownParameters: Bool
  package let body: RequestBody?
  package let answers: [PossibleAnswer]

  /// What somebody needs who asks for it: nothing, or a role. Without tokens a role is given by where they sit.
  package enum Access: Sendable, Hashable {
    case open, read, operate, author

    /// Nil for nothing.
    var role: Role? {
      switch self {
      case .open: nil
      case .read: .read
      case .operate: .operate
      case .author: .author
      }
    }
  }

  /// Whether it changes something, or costs as much as that does. No page of another origin may.
  package var isWrite: Bool { method != .get && access != .read }

  package init(
    _ method: Request.Method, _ pattern: String, id: String, tag: String, summary: String,
    detail: String = "", access: Access = .read, parameters: [Parameter] = [], takesTraits: Bool = false,
    ignoresUnknownParameters: Bool = false, body: RequestBody? = nil, answers: [PossibleAnswer]
  ) {
    self.method = method
    self.pattern = pattern
    self.id = id
    self.tag = tag
    self.summary = summary
    self.detail = detail
    self.access = access
    self.parameters = parameters
    self.takesTraits = takesTraits
    self.ignoresUnknownParameters = ignoresUnknownParameters
    self.body = body
    self.answers = answers
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
      isRequired: Bool = false,
      example: String? = nil
    ) {
      self.location = location
      self.name = name
      self.summary = summary
      self.schema = schema
      self.isRequired = isRequired || location == .path
      self.example = example
    }
  }

  /// A body or an answer in one media type.
  package struct Medium: Sendable, Hashable {
    package let type: MediaType
    package let schema: JSONSchema
    /// JSON, or text for a type that is not JSON.
    package let example: String?

    package init(_ type: MediaType, _ schema: JSONSchema, example: String? = nil) {
      self.type = type
      self.schema = schema
      self.example = example
    }
  }

  package struct RequestBody: Sendable, Hashable {
    package let media: [Medium]
    package let isRequired: Bool

    package init(_ media: [Medium], isRequired: Bool = true) {
      self.media = media
      self.isRequired = isRequired
    }
  }

  package struct PossibleAnswer: Sendable, Hashable {
    package let status: Int
    package let summary: String
    package let media: [Medium]
    /// Headers beside those that every answer has.
    package let headers: [String]

    package init(_ status: Int, _ summary: String, media: [Medium] = [], headers: [String] = []) {
      self.status = status
      self.summary = summary
      self.media = media
      self.headers = headers
    }
  }

  /// A JSON Schema, as text.
  package struct JSONSchema: Sendable, Hashable {
    package let json: String

    package init(_ json: String) { self.json = json }

    package static let string = JSONSchema(#"{"type":"string"}"#)
    package static let bool = JSONSchema(#"{"type":"boolean"}"#)

    /// One of the interface's named schemas.
    package static func named(_ name: String) -> JSONSchema {
      JSONSchema(##"{"$ref":"#/components/schemas/\##(name)"}"##)
    }

    package static func words(_ words: [String]) -> JSONSchema {
      JSONSchema(#"{"type":"string","enum":[\#(words.map { "\"\($0)\"" }.joined(separator: ","))]}"#)
    }
  }
}

internal import Documents
internal import Themes

/// Writes the interface as an OpenAPI 3.1 document, from the operations that the router itself goes by.
struct OpenAPI {
  private let operations: [Operation]
  private let identity: Services.Identity
  private let schemas: [UInt8]
  private let traits: [TraitParameter]
  private let shared: SharedParameters

  /// - Parameter schemas: the named schemas, as one JSON object.
  init(
    _ operations: [Operation], identity: Services.Identity, schemas: [UInt8], kits: some Collection<Kit>
  ) {
    self.operations = operations
    self.identity = identity
    self.schemas = schemas
    traits = TraitParameter.all(in: kits)
    shared = SharedParameters(of: operations)
  }

  func document() -> [UInt8] {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("openapi", "3.1.0")
      json.member("info") { writeInfo(to: &$0) }
      json.member("servers") { $0.array { $0.object { $0.member("url", "/") } } }
      json.member("paths") { writePaths(to: &$0) }
      json.member("components") { writeComponents(to: &$0) }
      json.member("tags") { json in
        json.array { json in for tag in tags { json.object { $0.member("name", tag) } } }
      }
    }
    return json.finished()
  }

  private var tags: [String] {
    operations.reduce(into: []) { if !$0.contains($1.tag) { $0.append($1.tag) } }
  }

  private func writeInfo(to json: inout JSONWriter) {
    json.object { json in
      json.member("title", "Livery")
      json.member("version", identity.version)
      json.member("summary", "A theme server")
      json.member("description", Self.description)
    }
  }

  private func writePaths(to json: inout JSONWriter) {
    var patterns: [String] = []
    for operation in operations where !patterns.contains(operation.pattern) {
      patterns.append(operation.pattern)
    }
    json.object { json in
      for pattern in patterns {
        json.member(pattern) { json in
          json.object { json in
            for operation in operations where operation.pattern == pattern {
              json.member(HeaderList.lower(operation.method.rawValue)) { write(operation, to: &$0) }
            }
          }
        }
      }
    }
  }

  private func write(_ operation: Operation, to json: inout JSONWriter) {
    json.object { json in
      json.member("operationId", operation.id)
      json.strings("tags", [operation.tag])
      json.member("summary", operation.summary)
      if !operation.detail.isEmpty { json.member("description", operation.detail) }
      json.member("security") { writeSecurity(operation, to: &$0) }
      let parameters = operation.parameters + operation.common
      if !parameters.isEmpty || operation.takesTraits {
        json.member("parameters") { json in
          json.array { json in
            for parameter in parameters {
              if let name = shared.names[parameter] {
                Self.refer(to: name, &json)
              } else {
                parameter.write(to: &json)
              }
            }
            guard operation.takesTraits else { return }
            for trait in traits where !parameters.contains(where: { $0.name == trait.name }) {
              Self.refer(to: SharedParameters.name(ofTrait: trait.name), &json)
            }
          }
        }
      }
      if let body = operation.body { json.member("requestBody") { body.write(to: &$0) } }
      json.member("responses") { json in
        json.object { json in for answer in operation.allAnswers { answer.write(operation, to: &json) } }
      }
    }
  }

  private static func refer(to name: String, _ json: inout JSONWriter) {
    json.object { $0.member("$ref", "#/components/parameters/\(name)") }
  }

  /// What it needs; where nothing is among that, a server may do without a token.
  private func writeSecurity(_ operation: Operation, to json: inout JSONWriter) {
    json.array { json in
      if operation.access == .open || operation.access == .read { json.object { _ in } }
      guard let role = operation.access.role else { return }
      json.object { json in
        json.member("token") { json in json.array { json in json.string(role.rawValue) } }
      }
    }
  }

  private func writeComponents(to json: inout JSONWriter) {
    json.object { json in
      json.member("securitySchemes") { json in
        json.raw(#"{"token":{"type":"http","scheme":"bearer"}}"#.utf8)
      }
      json.member("headers") { json in
        json.object { json in
          for header in OpenAPIHeader.all {
            json.member(header.name) { json in
              json.object { json in
                json.member("description", header.summary)
                json.member("schema") { $0.raw(header.schema.json.utf8) }
              }
            }
          }
        }
      }
      json.member("parameters") { json in
        json.object { json in
          for (parameter, name) in shared.inOrder { json.member(name) { parameter.write(to: &$0) } }
          for trait in traits {
            json.member(SharedParameters.name(ofTrait: trait.name)) { trait.write(to: &$0) }
          }
        }
      }
      json.member("schemas") { json in json.raw(schemas) }
    }
  }

  private static let description = """
    Themes for apps, resolved for their context, and word of every change within milliseconds.

    Every path that answers GET answers HEAD too, and every path OPTIONS. A representation has a strong `ETag`: \
    `If-None-Match` gets 304 where it is unchanged, and with `Prefer: wait=SECONDS` waits until it changes. \
    Refusals are problem documents (RFC 9457) whose `type` is a stable word.

    A trait not given in the query may come from a client hint; `Accept-CH` offers those there are.
    """
}

import Documents
import Testing
import Themes

@testable import ThemeAPI

/// The published interface, held against the endpoints that the router is given.
@Suite struct `The published interface` {
  private let endpoints: [any Endpoint]
  private let document: JSONNode

  init() throws {
    let api = try WritableTestAPI()
    endpoints = Endpoints.all(publisher: api.publisher, services: api.router.services)
    let reply = Router(endpoints, services: api.router.services).reply("GET /openapi.json")
    let (root, problems) = JSONReader.read(
      SourceFile(name: "openapi.json", bytes: try #require(reply).content.bytes))
    #expect(problems.isEmpty)
    document = try #require(root)
  }

  private var operations: [Operation] { endpoints.map(\.operation) }

  @Test func `has every operation and no other`() throws {
    let paths = try #require(document["paths"])
    let published = Array(paths.members).flatMap { path in
      Array(path.value.members).map { "\($0.name) \(path.name)" }
    }
    #expect(
      published.sorted()
        == operations.map { "\(HeaderList.lower($0.method.rawValue)) \($0.pattern)" }.sorted())
    let ids = Set(operations.map(\.id))
    #expect(ids.count == operations.count, "generated clients name their functions by them")
  }

  @Test func `states the bounds of every number`() {
    var waiting = [("", document)]
    var numbers = 0
    while let (path, node) = waiting.popLast() {
      waiting += node.members.map { ("\(path)/\($0.name)", $0.value) } + node.items.map { (path, $0) }
      let types = node["type"].map { [$0] + Array($0.items) } ?? []
      guard types.contains(where: { ["number", "integer"].contains($0.string) }) else { continue }
      numbers += 1
      #expect(node["minimum"]?.number != nil && node["maximum"]?.number != nil, "\(path)")
    }
    #expect(numbers > 20)
  }

  @Test func `has no parameter beside traits that a theme could call a trait of its own`() {
    for operation in operations where operation.takesTraits {
      for parameter in operation.parameters where parameter.location == .query {
        #expect(Name.parameters.contains(parameter.name), "\(operation.id): \(parameter.name)")
      }
    }
  }

  @Test func `declares the names in its paths, all that an endpoint declares, and a body where one is read`()
    throws
  {
    for operation in operations {
      let entry = try #require(
        document["paths"]?[operation.pattern]?[HeaderList.lower(operation.method.rawValue)])
      let parameters = entry["parameters"].map { $0.items.map(resolved) } ?? []
      let names = parameters.compactMap { $0["name"]?.string }
      #expect(Set(names).count == names.count, "\(operation.id)")
      #expect(Set(operation.parameters.map(\.name)).isSubset(of: names), "\(operation.id)")
      let inPath = operation.pattern.split(separator: "/").filter { $0.hasPrefix("{") }
        .map { String($0.dropFirst().dropLast()) }
      #expect(parameters.filter { $0["in"]?.string == "path" }.compactMap { $0["name"]?.string } == inPath)
      #expect((entry["requestBody"] != nil) == !operation.body.isEmpty, "\(operation.id)")
      let statuses = entry["responses"].map { Array($0.members).map(\.name) } ?? []
      #expect(statuses == operation.allAnswers.map { "\($0.status)" }, "\(operation.id)")
    }
  }

  /// A parameter itself, where only its place among the shared ones is given.
  private func resolved(_ parameter: JSONNode) -> JSONNode {
    guard let name = parameter["$ref"]?.string?.split(separator: "/").last else { return parameter }
    return document["components"]?["parameters"]?[String(name)] ?? parameter
  }

  @Test func `says each parameter once, what arrays hold, and nothing that generators stumble on`() throws {
    var inlined: [String: Int] = [:]
    for path in try #require(document["paths"]).members {
      for operation in path.value.members {
        for parameter in operation.value["parameters"].map({ Array($0.items) }) ?? [] {
          let text = parameter["name"]?.string.map { "\($0) \(parameter["description"]?.string ?? "")" }
          if let text { inlined[text, default: 0] += 1 }
        }
      }
    }
    #expect(inlined.filter { $0.value > 1 }.isEmpty)
    var waiting = [document]
    while let node = waiting.popLast() {
      if node.kind == .array { waiting += Array(node.items) }
      waiting += node.members.map(\.value)
      if node["type"]?.string == "array" { #expect(node["items"] != nil, "\(node.place.pointer)") }
      #expect(node["const"]?.bool == nil, "\(node.place.pointer)")
    }
  }

  @Test func `refers only to what it has, and uses all that it has`() throws {
    var used: Set<String> = []
    var waiting = [document]
    while let node = waiting.popLast() {
      if node.kind == .array { waiting += Array(node.items) }
      for member in node.members {
        waiting.append(member.value)
        if member.name == "$ref", let target = member.value.string { used.insert(target) }
      }
    }
    let there = ["schemas", "headers", "parameters"].flatMap { kind in
      document["components"]?[kind].map { Array($0.members).map { "#/components/\(kind)/\($0.name)" } } ?? []
    }
    #expect(used.subtracting(there).isEmpty)
    #expect(Set(there).subtracting(used).isEmpty)
  }
}

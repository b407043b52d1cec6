internal import Documents
internal import Themes

/// A request of the interface with what the real server answers, as `Web/docs/examples.json` has it.
struct DocsExample {
  private let node: JSONNode

  /// Every example, by the operation's id.
  static func all(in file: [UInt8]) -> [String: DocsExample] {
    let root = JSONReader.read(SourceFile(name: "examples.json", bytes: file)).root
    let pairs = root.map { $0.members.map { ($0.name, DocsExample(node: $0.value)) } } ?? []
    return Dictionary(pairs) { first, _ in first }
  }

  /// The request as it goes out, then the answer.
  var html: String {
    var request = node["request"]?.string ?? ""
    for header in node["headers"].map({ Array($0.members) }) ?? [] {
      request += "\n\(header.name): \(header.value.string ?? "")"
    }
    if let body = node["body"] { request += "\n\n\(Self.text(of: body))" }
    if let file = node["file"]?.string { request += "\n\n(the bytes of \(file))" }
    let type = node["type"]?.string.map { " \($0)" } ?? ""
    var answer = "\(node["status"]?.integer ?? 0)\(type)"
    if let body = node["answer"] { answer += "\n\n\(Self.text(of: body))" }
    return
      "<pre class=\"request\">\(HTMLText.escaped(request))</pre>\n<pre>\(HTMLText.escaped(answer))</pre>\n"
  }

  private static func text(of body: JSONNode) -> String {
    if let text = body.string { return text }
    var json = JSONWriter(.pretty)
    json.copy(body)
    return json.text
  }
}

extension JSONWriter {
  /// Writes what was read.
  fileprivate mutating func copy(_ node: JSONNode) {
    switch node.kind {
    case .object:
      object { json in for each in node.members { json.member(each.name) { $0.copy(each.value) } } }
    case .array: array { json in for each in node.items { json.copy(each) } }
    case .string: string(node.string ?? "")
    case .number: number(node.number ?? 0)
    case .bool: bool(node.bool ?? false)
    case .null: null()
    }
  }
}

package import Documents
internal import Themes

extension SourceFile {
  /// The same JSON, the members of every object in another order.
  package func shuffled(using random: inout SeededGenerator) -> SourceFile {
    guard let root = JSONReader.read(self).root else { return self }
    var json = JSONWriter()
    Self.write(root, to: &json, &random)
    return SourceFile(name: name, bytes: json.finished(), format: format)
  }

  private static func write(
    _ node: JSONNode, to json: inout JSONWriter, _ random: inout SeededGenerator
  ) {
    switch node.kind {
    case .object:
      json.object {
        for member in Array(node.members).shuffled(using: &random) {
          $0.member(member.name) { write(member.value, to: &$0, &random) }
        }
      }
    case .array: json.array { for item in node.items { write(item, to: &$0, &random) } }
    case .string: json.string(node.string ?? "")
    case .number: json.number(node.number ?? 0)
    case .bool: json.bool(node.bool ?? false)
    case .null: json.null()
    }
  }
}

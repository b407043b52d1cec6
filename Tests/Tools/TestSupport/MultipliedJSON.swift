internal import Documents
internal import Themes

/// Larger documents: the members of the containers on their first level are repeated.
package enum MultipliedJSON {
  /// Returns nil for a document that is no JSON object, or has nothing to repeat.
  package static func document(_ bytes: [UInt8], times count: Int) -> [UInt8]? {
    let (root, problems) = JSONReader.read(SourceFile(name: "small.json", bytes: bytes))
    guard let root, problems.isEmpty, root.kind == .object else { return nil }
    guard root.members.contains(where: { [.object, .array].contains($0.value.kind) }) else { return nil }
    var json = JSONWriter()
    json.object { json in
      for member in root.members {
        json.name(member.name)
        repeated(member.value, times: count, to: &json)
      }
    }
    return json.finished()
  }

  /// Each copy of a member has a name of its own.
  private static func repeated(_ node: JSONNode, times count: Int, to json: inout JSONWriter) {
    switch node.kind {
    case .object:
      json.object { json in
        for copy in 0..<count {
          for member in node.members {
            json.name(copy == 0 ? member.name : "\(member.name)x\(copy)")
            ThemeTrial.write(member.value, to: &json)
          }
        }
      }
    case .array:
      json.array { json in
        for _ in 0..<count { for item in node.items { ThemeTrial.write(item, to: &json) } }
      }
    default: ThemeTrial.write(node, to: &json)
    }
  }
}

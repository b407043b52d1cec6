package import Documents

extension Value {
  /// Reads what a client sets a property to, in the form that themes write it in.
  /// - Parameter kind: nil for a property that the kit does not know.
  package static func read(
    _ node: JSONNode, as kind: Kit.PropertyKind?, named name: String, colors: Set<String>
  ) -> (value: Value?, problems: [Problem]) {
    if node.isNull { return (.blocked, []) }
    var reader = ValueReader(colors: colors)
    let form = kind.map(ValueSchema.of) ?? .either([.color, .number, .bool])
    let value = reader.read(node, as: form, "'\(name)'")
    return (value, reader.form.findings.problems)
  }
}

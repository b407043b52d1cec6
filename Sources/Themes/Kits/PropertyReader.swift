/// Reads the properties that a class declares.
struct PropertyReader {
  var form: ObjectDecoder
  let axes: [String: Kit.Axis]

  init(form: ObjectDecoder, axes: [String: Kit.Axis]) {
    self.form = form
    self.axes = axes
  }

  mutating func read(_ node: JSONNode, of className: String) -> [Kit.Property] {
    guard let items = form.items(node, "'properties'") else { return [] }
    var properties: [Kit.Property] = []
    var seen: Set<String> = []
    for item in items {
      guard let property = readProperty(item) else { continue }
      let signature = "\(property.name):\(property.axes.count)"
      if seen.insert(signature).inserted {
        properties.append(property)
      } else {
        form.findings.error(
          item, "duplicate-property",
          "\(className) has \(Quoted.name(property.name)) with \(property.axes.count) \(property.axes.count == 1 ? "axis" : "axes") twice."
        )
      }
    }
    return properties
  }

  private mutating func readProperty(_ node: JSONNode) -> Kit.Property? {
    let allowed = ["name", "kind", "axes", "marked"]
    guard let members = form.members(of: node, "a property", allowed: allowed) else { return nil }
    guard let nameNode = members["name"], let kindNode = members["kind"] else {
      let missing = members["name"] == nil ? "name" : "kind"
      form.findings.error(node, "missing-key", "A property needs '\(missing)'.")
      return nil
    }
    let name = form.word(nameNode, "a property")
    let kind = readKind(kindNode)
    let axes = members["axes"].map { readAxisNames($0) } ?? []
    let isMarked = members["marked"].flatMap { form.bool($0, "'marked'") } ?? true
    guard let name, let kind else { return nil }
    return Kit.Property(name: name, kind: kind, axes: axes, isMarked: isMarked)
  }

  private mutating func readKind(_ node: JSONNode) -> Kit.PropertyKind? {
    guard let word = form.string(node, "'kind'") else { return nil }
    if let kind = Kit.PropertyKind(rawValue: word) { return kind }
    let advice = NearestName.question(word, among: Kit.PropertyKind.allCases.map(\.rawValue))
    form.findings.error(node, "unknown-kind", "There is no kind of property \(Quoted.name(word))\(advice)")
    return nil
  }

  private mutating func readAxisNames(_ node: JSONNode) -> [String] {
    guard let items = form.items(node, "'axes'") else { return [] }
    return items.compactMap { item in
      guard let name = form.string(item, "an axis") else { return nil }
      if axes[name] == nil {
        let advice = NearestName.question(name, among: axes.keys)
        form.findings.error(item, "unknown-axis", "The kit has no axis \(Quoted.name(name))\(advice)")
      }
      return name
    }
  }
}

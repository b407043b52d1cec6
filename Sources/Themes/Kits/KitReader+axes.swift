internal import Documents

/// The axes of a kit, and the values of axes and traits.
extension KitReader {
  mutating func readAxes(_ node: JSONNode) {
    readTable(node, "axes", of: "an axis", into: \.axes) { $0.readAxis($1) }
  }

  private mutating func readAxis(_ node: JSONNode) -> Kit.Axis? {
    guard let members = form.members(of: node, "an axis", allowed: ["values", "combine", "fallback"]) else {
      return nil
    }
    guard let valuesNode = members["values"] else {
      form.findings.error(node, "missing-key", "An axis needs 'values': the values it can have.")
      return nil
    }
    let values = readValues(valuesNode, areWords: true)
    let combines = members["combine"].flatMap { form.bool($0, "'combine'") } ?? false
    let fallback = members["fallback"].flatMap { readChoice($0, "'fallback'", among: values) }
    return Kit.Axis(values: values, combines: combines, fallback: fallback)
  }

  package mutating func readValues(_ node: JSONNode, areWords: Bool) -> [String] {
    guard let items = form.items(node, "'values'") else { return [] }
    var values: [String] = []
    var seen: Set<String> = []
    if items.isEmpty { form.findings.error(node, "bad-value", "'values' names no value.") }
    for item in items {
      guard let value = areWords ? form.word(item, "a value of an axis") : traitText(item) else { continue }
      if seen.insert(value).inserted {
        values.append(value)
      } else {
        form.findings.error(item, "duplicate-value", "\(Quoted.name(value)) stands twice in these values.")
      }
    }
    return values
  }

  private mutating func readChoice(_ node: JSONNode, _ what: String, among values: [String]) -> String? {
    guard let value = form.string(node, what) else { return nil }
    guard !values.contains(value) else { return value }
    form.findings.error(
      node, "unknown-value",
      "\(what) is \(Quoted.name(value)), which is not among the values"
        + NearestName.question(value, among: values))
    return nil
  }
}

package import Documents

/// The remarks of a theme on its colors, values and groups.
extension ThemeReader {
  static let remarkMembers = ["description", "deprecated", "extensions", "root"]

  /// Reads the remark of an entry or of a group.
  mutating func readRemark(_ entry: JSONNode) -> Remark {
    Remark(
      description: entry["description"].flatMap { values.form.string($0, "'description'") },
      deprecation: entry["deprecated"].flatMap { readDeprecation($0) },
      extensions: entry["extensions"].flatMap { readExtensions($0) },
      isRoot: entry["root"].flatMap { values.form.bool($0, "'root'") } ?? false)
  }

  /// Reads the remark of the theme on itself.
  mutating func readAbout(_ members: FoundMembers) -> Remark {
    Remark(
      description: members["description"].flatMap { values.form.string($0, "'description'") },
      extensions: members["extensions"].flatMap { readExtensions($0) })
  }

  private mutating func readDeprecation(_ node: JSONNode) -> Remark.Deprecation? {
    switch node.kind {
    case .bool: return node.bool == true ? .plain : nil
    case .string: return .because(node.string ?? "")
    default:
      values.form.wrongKind(node, "'deprecated'", "true, false or a reason in quotes")
      return nil
    }
  }

  private mutating func readExtensions(_ node: JSONNode) -> Value? {
    guard node.kind == .object else {
      values.form.wrongKind(node, "'extensions'", "an object")
      return nil
    }
    return values.anything(node, "'extensions'")
  }

  /// Reads the remarks on groups by path, the names of groups joined by dots.
  package mutating func readGroups(_ node: JSONNode) -> [String: Remark] {
    guard node.kind == .object else {
      values.form.wrongKind(node, "'groups'", "an object")
      return [:]
    }
    var groups: [String: Remark] = [:]
    for member in node.members {
      let name = member.name
      guard Name.isEntry(name) else {
        findings.error(
          member.key, "bad-name", "\(Quoted.name(name)) can't name a group: \(Name.entryRule)")
        continue
      }
      let allowed = ["description", "extensions"]
      guard values.form.members(of: member.value, "a group", allowed: allowed) != nil else { continue }
      groups[name] = readRemark(member.value)
    }
    return groups.filter { !$1.isEmpty }
  }
}

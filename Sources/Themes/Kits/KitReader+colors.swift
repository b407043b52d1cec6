internal import Documents

/// The platform's own colors.
extension KitReader {
  /// They are written as in a theme, and may refer to each other and to those of the kit below.
  package mutating func readColors(_ node: JSONNode, _ index: KitIndex) -> [String: Theme.Variants<
    ColorExpression
  >] {
    let known = base?.colors ?? [:]
    var members = FoundMembers()
    members.add(node, named: "colors")
    var reader = ThemeReader(ThemeSurroundings(kit: index, colors: Set(known.keys)), members)
    reader.colorSort = .platformColor
    let colors = reader.read(named: name, parent: nil, in: "").colors
    for problem in reader.findings.problems { form.findings.add(problem) }
    for member in node.members { checkName(of: member.key, known) }
    checkReferences(among: known.merging(colors) { $1 }, node)
    return colors
  }

  /// A theme has them by their names alone, so these must not mean anything else.
  private mutating func checkName(of key: JSONNode, _ known: [String: Theme.Variants<ColorExpression>]) {
    guard let name = key.string, !isKnown(key, "a color", among: known.keys) else { return }
    guard Name.isWord(name), let first = name.utf8.first, first.isSmallLetter || first.isCapitalLetter else {
      return form.findings.error(
        key, "bad-name",
        "\(Quoted.name(name)) can't name a color of a kit: it has 1 to 64 letters, digits, '_' and '-' and begins with "
          + "a letter.")
    }
    if case .success = ColorText.read(name) {
      form.findings.error(key, "bad-name", "'\(name)' is a color of CSS already; find another name.")
    } else if case .success = ColorText.read("#\(name)") {
      form.findings.error(key, "bad-name", "'\(name)' looks like '#\(name)'; find another name.")
    }
  }

  private mutating func checkReferences(
    among colors: [String: Theme.Variants<ColorExpression>], _ node: JSONNode
  ) {
    let graph = ColorGraph(colors)
    for cycle in graph.cycles {
      guard let spot = cycle.lazy.compactMap({ node[$0] }).first else { continue }
      form.findings.error(spot, "color-cycle", ReferenceGraph.circle(of: "colors", cycle))
    }
    for name in graph.overlong {
      guard let spot = node[name] else { continue }
      form.findings.error(spot, "too-many-digits", ColorGraph.tooManyDigits(name))
    }
  }
}

internal import Documents

/// Reading themes whose family can't be told: they are not served, but what else is wrong with them should be known.
extension LibraryReader {
  /// The known facts about the theme that an orphan extends.
  private struct OrphanFamily {
    /// The kit, or nil if it is unknown.
    var kit: KitIndex?
    var colors: Set<String> = []
    var values: Set<String> = []
    var types: [String: ValueType] = [:]
    /// A Boolean value that indicates whether these are all the colors and values that there can be.
    var isWhole = false
  }

  /// - Parameter order: the themes whose family is known.
  mutating func readOrphans(besides order: [String]) {
    guard order.count < outlines.count else { return }
    let sound = Set(order)
    var families: [String: OrphanFamily] = [:]
    for name in outlines.keys.sorted() where !sound.contains(name) && families[name] == nil {
      var path: [String] = []
      var seen: Set<String> = []
      var next: String? = name
      while let current = next, families[current] == nil, outlines[current] != nil,
        seen.insert(current).inserted
      {
        path.append(current)
        next = outlines[current]?.parent
      }
      var family = next.flatMap { families[$0] } ?? path.last.map { guess($0) } ?? OrphanFamily()
      for name in path.reversed() {
        readOrphan(name, &family)
        families[name] = family
      }
    }
  }

  /// The family of the theme that was probably meant as the parent of one.
  private func guess(_ name: String) -> OrphanFamily {
    guard let outline = outlines[name], let nearest = likelyParent(of: outline), let theme = themes[nearest],
      let kit = kits[theme.kit]
    else { return OrphanFamily() }
    let lineage = themes.lineage(of: nearest)
    return OrphanFamily(
      kit: lineage.reversed().reduce(kit) { $0.adding($1) },
      colors: lineage.reduce(into: []) { $0.formUnion($1.colors.keys) },
      values: lineage.reduce(into: []) { $0.formUnion($1.values.keys) }, isWhole: true)
  }

  /// Adds the theme itself to the family.
  private mutating func readOrphan(_ name: String, _ family: inout OrphanFamily) {
    guard let outline = outlines[name] else { return }
    if let kit = outline.kit, kits[kit] == nil { return reportKit(kit, of: outline) }
    let candidates = outline.kit.map { [kits[$0]] } ?? family.kit.map { [$0] } ?? likelyKits
    let readings = candidates.compactMap { $0 }.map { kit in
      (
        kit: kit,
        read: outline.read(
          ThemeSurroundings(kit: kit, colors: family.colors, values: family.values, types: family.types))
      )
    }
    // Where nothing tells the kit, it is the one that fits best.
    guard let best = readings.min(by: { $0.read.problems.count < $1.read.problems.count }) else { return }
    report(best.read.problems, of: outline, family)
    family.kit = best.kit.adding(best.read.theme)
    family.colors.formUnion(best.read.theme.colors.keys)
    family.values.formUnion(best.read.theme.values.keys)
    family.types.merge(best.read.theme.values.compactMapValues(\.type)) { $1 }
  }

  private var likelyKits: [KitIndex?] {
    [kits[Self.standardKit]] + kits.keys.sorted().filter { $0 != Self.standardKit }.map { kits[$0] }
  }

  /// Colors that a missing parent may have are told a few times, then counted.
  private mutating func report(_ found: [Problem], of outline: ThemeOutline, _ family: OrphanFamily) {
    var unknown = 0
    for problem in found {
      guard problem.code == "unknown-color", !family.isWhole else {
        add(problem)
        continue
      }
      unknown += 1
      if unknown <= Self.mostUnknownColors { add(problem) }
    }
    guard unknown > Self.mostUnknownColors else { return }
    let rest = unknown - Self.mostUnknownColors
    add(
      outline.parentSpot.problem(
        code: "unknown-color",
        "\(rest) more reference\(rest == 1 ? "" : "s") here name\(rest == 1 ? "s" : "") no color; the themes that this "
          + "one should build on may have \(rest == 1 ? "it" : "them")."))
  }

  private static var mostUnknownColors: Int { 3 }
}

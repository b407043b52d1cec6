internal import Documents

/// Reading themes whose family is unknown: they are not served, but their other problems are reported.
extension LibraryReader {
  private struct OrphanFamily {
    var surroundings: ThemeSurroundings?
    /// Indicates whether these are all the colors and values that there can be.
    var isWhole = false
  }

  mutating func readOrphans(besides order: [String]) {
    guard order.count < outlines.count else { return }
    let sound = Set(order)
    var families: [String: OrphanFamily] = [:]
    let orphans = outlines.keys.filter { !sound.contains($0) }.sorted()
    for name in familyGraph(of: orphans).order {
      var family = outlines[name]?.parent.flatMap { families[$0] } ?? guess(name)
      readOrphan(name, &family)
      families[name] = family
    }
  }

  /// Returns the family of the theme that was probably meant as the parent of one.
  private func guess(_ name: String) -> OrphanFamily {
    guard let outline = outlines[name], let nearest = likelyParent(of: outline), let theme = themes[nearest],
      let kit = kits[theme.kit]
    else { return OrphanFamily() }
    let surroundings = ThemeSurroundings(kit, under: themes.lineage(of: nearest))
    return OrphanFamily(surroundings: surroundings, isWhole: true)
  }

  private mutating func readOrphan(_ name: String, _ family: inout OrphanFamily) {
    guard let outline = outlines[name] else { return }
    if let kit = outline.kit, kits[kit] == nil { return reportKit(kit, of: outline) }
    let known = family.surroundings
    let candidates = outline.kit.map { [kits[$0]] } ?? known.map { [$0.kit] } ?? likelyKits
    let readings = candidates.compactMap { $0 }.map { kit in
      let surroundings = ThemeSurroundings(
        kit: kit, colors: known?.colors ?? [], values: known?.values ?? [], types: known?.types ?? [:])
      return (surroundings: surroundings, read: outline.read(surroundings))
    }
    // If the kit is unknown, it is the one that fits best.
    guard let best = readings.min(by: { $0.read.problems.count < $1.read.problems.count }) else { return }
    report(best.read.problems, of: outline, family)
    family.surroundings = best.surroundings
    family.surroundings?.add(best.read.theme)
  }

  private var likelyKits: [KitIndex?] {
    [kits[Self.standardKit]] + kits.keys.sorted().filter { $0 != Self.standardKit }.map { kits[$0] }
  }

  /// Reports problems. Colors that a missing parent may have are reported a few times, then counted.
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
    report(
      outline.parentSpot, "unknown-color",
      "\(rest) more reference\(rest == 1 ? "" : "s") here name\(rest == 1 ? "s" : "") no color; the themes that this "
        + "one should build on may have \(rest == 1 ? "it" : "them").")
  }

  private static var mostUnknownColors: Int { 3 }
}

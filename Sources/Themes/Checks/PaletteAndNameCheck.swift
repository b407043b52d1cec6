internal import Documents

/// The errors of a theme together with its ancestors: circles among colors and values, names that are one where names are all
/// there is. A theme without such errors compiles.
struct PaletteAndNameCheck {
  /// The theme that is checked, then its parent, and so on.
  let lineage: [Theme]
  package let text: SourceText
  package private(set) var findings = Diagnostics(endsReading: false)

  package var theme: Theme { lineage[0] }

  init(lineage: [Theme], text: SourceText) {
    self.lineage = lineage
    self.text = text
  }

  mutating func run() {
    guard hasFewNames() else { return }
    checkColors()
    checkValues()
    checkFlatNames()
  }

  private mutating func hasFewNames() -> Bool {
    let count = lineage.reduce(0) { $0 + $1.nameCount }
    guard count > Theme.mostNames else { return true }
    let place = theme.colors.values.map(\.place).min { $0.line < $1.line } ?? theme.rules.first?.place
    let message = Theme.tooManyNames(theme.name, count: count, withParents: true)
    report("too-many-names", at: place ?? .start, message)
    return false
  }

  package mutating func report(_ code: String, at place: TextPosition, _ message: @autoclosure () -> Message)
  {
    guard !findings.isFull else { return }
    findings.add(text.problem(.error, code: code, at: place, message()))
  }

  /// Circles, and chains whose opacities can't be kept exactly. Only those in which the theme has a part:
  /// its ancestors answer for the rest.
  private mutating func checkColors() {
    guard !theme.colors.isEmpty else { return }
    let graph = ColorGraph(lineage.reversed().mergedColors)
    for cycle in graph.cycles { reportCycle(cycle) }
    for name in graph.overlong {
      guard let place = theme.colors[name]?.place else { continue }
      report("too-many-digits", at: place, ColorGraph.tooManyDigits(name))
    }
  }

  private mutating func reportCycle(_ cycle: [String]) {
    guard let own = cycle.firstIndex(where: { theme.colors[$0] != nil }),
      let place = theme.colors[cycle[own]]?.place
    else { return }
    report("color-cycle", at: place, ReferenceGraph.circle(of: "colors", cycle[own...] + cycle[..<own]))
  }
}

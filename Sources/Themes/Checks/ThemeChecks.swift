/// What is checked once a theme and its ancestors are read: circles among colors, rules that others always
/// beat, colors that nobody uses, text that can't be read.
struct ThemeChecks {
  /// The theme that is checked, then its parent, and so on.
  let family: [Theme]
  let kit: KitIndex
  let text: SourceText
  /// Errors come first, so those that are left out once there are very many are no graver than the last one.
  var findings = Findings(endsReading: false)

  var theme: Theme { family[0] }

  /// The colors as the theme sees them.
  let colors: [String: Theme.Variants<ColorExpression>]

  init(family: [Theme], kit: KitIndex, text: SourceText) {
    self.family = family
    self.kit = kit
    self.text = text
    let oldest = family.last?.colors ?? [:]
    colors = family.dropLast().reversed().reduce(into: oldest) { $0.merge($1.colors) { $1 } }
  }

  mutating func report(
    _ severity: Problem.Severity, _ code: String, at place: Place,
    _ message: @autoclosure () -> String
  ) {
    guard !findings.isFull else { return }
    findings.add(text.problem(severity, code: code, at: place, message()))
  }

  /// Circles, and chains whose opacities can't be kept exactly. Only those in which the theme has a part:
  /// its ancestors answer for the rest. Whether all is well.
  mutating func checkColors() -> Bool {
    guard !theme.colors.isEmpty else { return true }
    let graph = ColorGraph(colors)
    for cycle in graph.cycles { reportCycle(cycle) }
    for name in graph.overlong {
      guard let place = theme.colors[name]?.place else { continue }
      report(
        .error, "too-many-digits", at: place,
        "The opacities along the references of '\(name)' multiply to more digits than are kept exactly; "
          + "use rounder ones or fewer references.")
    }
    return graph.cycles.isEmpty && graph.overlong.isEmpty
  }

  private mutating func reportCycle(_ cycle: [String]) {
    guard let own = cycle.firstIndex(where: { theme.colors[$0] != nil }),
      let place = theme.colors[cycle[own]]?.place
    else { return }
    let names = cycle[own...] + cycle[..<own]
    let path = (names.prefix(8).map { "{\($0)}" } + (names.count > 8 ? ["…"] : []) + ["{\(cycle[own])}"])
      .joined(separator: " → ")
    report(
      .error, "color-cycle", at: place,
      names.count == 1
        ? "'\(cycle[own])' refers to itself."
        : "These colors refer to each other in a circle: \(path).")
  }
}

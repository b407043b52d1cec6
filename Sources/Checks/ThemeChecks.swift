internal import Documents
internal import Resolution
internal import Themes

/// The checks of a theme without errors: rules that are never used, colors that nothing refers to, text
/// that can't be read.
struct ThemeChecks {
  /// The theme that is checked, then its parent, and so on.
  let lineage: [Theme]
  private let text: SourceText
  private(set) var findings = Diagnostics(endsReading: false)

  var theme: Theme { lineage[0] }

  init(_ lineage: [Theme], source: SourceFile) {
    self.lineage = lineage
    text = SourceText(source.legible)
  }

  mutating func report(
    _ severity: Problem.Severity, _ code: String, at place: TextPosition,
    _ message: @autoclosure () -> Message
  ) {
    guard !findings.isFull else { return }
    findings.add(text.problem(severity, code: code, at: place, message()))
  }

  mutating func checkColorUse(_ use: PaletteUse) {
    for name in use.unused(in: theme, ancestors: lineage.dropFirst()) {
      guard let place = theme.colors[name]?.place else { continue }
      report(.note, "unused-color", at: place, "Nothing refers to the color '\(name)'.")
    }
  }

  mutating func checkContrast(_ compiled: CompiledTheme) {
    guard !compiled.kit.definition.contrasts.isEmpty else { return }
    let (low, isComplete) = judge(compiled)
    for finding in low {
      let isReadable = finding.ratio >= Contrast.readable
      report(
        isReadable ? .note : .warning, "low-contrast", at: finding.place, Message(finding.sentence))
    }
    guard !isComplete else { return }
    report(
      .note, "contrast-not-judged", at: .start,
      "This theme has more rules, places and traits than are looked at for the contrast of text; some text was not "
        + "judged. Use fewer places and traits, or split the theme.")
  }

  /// Judges the contrasts. The memory for that, which is much in a large theme, is freed before problems are made.
  private func judge(_ compiled: CompiledTheme) -> (findings: [WorstContrasts.Finding], isComplete: Bool) {
    var check = ContrastCheck(compiled, lineage)
    var worst = WorstContrasts(theme)
    check.judge { worst.add($0) }
    return (worst.findings, check.isComplete)
  }
}

/// What a theme looks like as a whole: colors without use, text without contrast.
extension ThemeChecks {
  mutating func checkPalette(_ use: PaletteUse) {
    for name in use.unused(in: theme, ancestors: family.dropFirst()) {
      guard let place = theme.colors[name]?.place else { continue }
      report(.note, "unused-color", at: place, "Nothing refers to the color '\(name)'.")
    }
  }

  mutating func checkContrast() {
    guard !kit.kit.contrasts.isEmpty else { return }
    var check = ContrastCheck(family, kit, colors)
    check.run()
    for finding in check.worst.values {
      let isReadable = finding.ratio >= Contrast.readable
      report(isReadable ? .note : .warning, "low-contrast", at: finding.place, finding.sentence)
    }
  }
}

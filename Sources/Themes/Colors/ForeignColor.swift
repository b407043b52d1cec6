/// Colors as other languages write them.
enum ForeignColor {
  /// Returns the color that is meant, as Livery writes it: `{brand}` for `$brand`, `red` for `UIColor.red`; nil if none is.
  /// - Parameters:
  ///   - colors: the names of the theme's colors.
  ///   - own: those of the kit's.
  static func meant(_ text: String, colors: Set<String>, own: some Collection<String>) -> String? {
    guard text.utf8.count <= 128 else { return nil }
    for name in candidates(text) {
      if colors.contains(name) { return "{\(name)}" }
      if own.contains(name) { return name }
      if name != text, CSSColorNames.values[name.lowercased()] != nil { return name.lowercased() }
      if name == "clear" { return "transparent" }
    }
    return nil
  }

  /// The text without what other languages put around a name, each also without its hyphens.
  private static func candidates(_ text: String) -> [String] {
    var names = [text]
    for (start, end) in wrappings where text.hasPrefix(start) && text.hasSuffix(end) {
      guard text.utf8.count > start.utf8.count + end.utf8.count else { continue }
      names.append(String(text.dropFirst(start.count).dropLast(end.count)))
    }
    return names.flatMap { [$0, camel($0)] }
  }

  private static func camel(_ name: String) -> String {
    let parts = name.split { $0 == "-" || $0 == "_" }
    return parts.prefix(1).joined()
      + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private static let wrappings = [
    ("$", ""), ("@", ""), ("--", ""), ("var(--", ")"), ("@color/", ""), ("?attr/", ""), ("R.color.", ""),
    ("UIColor.", ""), ("NSColor.", ""), ("Color.", ""), (".", ""), ("UIColor.", "Color"), ("colors.", ""),
    ("{colors.", "}"),
    ("{color.", "}"), ("${", "}"), ("{{", "}}"), ("Color(\"", "\")"), ("UIColor(named: \"", "\")"),
  ]
}

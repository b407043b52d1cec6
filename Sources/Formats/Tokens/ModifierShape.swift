/// The meaning of a modifier by the names of its contexts.
enum ModifierShape {
  /// Light and dark; for each context, whether it is dark.
  case colorScheme([Bool])
  /// More and less contrast; for each context, whether it has more.
  case contrast([Bool])
  /// Both at once.
  case schemeAndContrast([(isDark: Bool, isHigh: Bool)])
  /// Sizes of text.
  case contentSize
  case other

  init(of contexts: [String]) {
    let words = contexts.map(Self.plain)
    let schemes = words.map(Self.scheme)
    if words.count == 2, Set(words) == ["light", "dark"] {
      self = .colorScheme(words.map { $0 == "dark" })
    } else if words.count == 2, words.contains(where: Self.high.contains),
      words.contains(where: Self.low.contains)
    {
      self = .contrast(words.map(Self.high.contains))
    } else if !schemes.contains(where: { $0 == nil }), schemes.contains(where: { $0?.isHigh ?? false }) {
      self = .schemeAndContrast(schemes.compactMap(\.self))
    } else if words.count >= 3, words.allSatisfy(Self.sizes.contains) {
      self = .contentSize
    } else {
      self = .other
    }
  }

  /// Returns a name in one spelling: without case, `-`, `_` and spaces, with `x` for `extra`.
  static func plain(_ name: String) -> String {
    let letters = String(name.lowercased().filter { !"-_ ".contains($0) })
    return letters.split(separator: "extra", omittingEmptySubsequences: false).joined(separator: "x")
  }

  private static let high: Set = ["high", "more", "increased", "highcontrast", "hc"]
  private static let low: Set = ["normal", "default", "standard", "regular", "nopreference", "low"]
  private static let sizes: Set = [
    "xsmall", "small", "medium", "large", "xlarge", "xxlarge", "xxxlarge", "accessibilitymedium",
    "accessibilitylarge", "accessibilityxlarge", "accessibilityxxlarge", "accessibilityxxxlarge",
  ]

  /// Returns nil for a word that names no scheme.
  private static func scheme(_ word: String) -> (isDark: Bool, isHigh: Bool)? {
    for scheme in ["light", "dark"] where word.hasPrefix(scheme) {
      let rest = String(word.dropFirst(scheme.count))
      if rest.isEmpty { return (scheme == "dark", false) }
      if ["hc", "highcontrast", "increasedcontrast", "ax"].contains(rest) { return (scheme == "dark", true) }
    }
    return nil
  }
}

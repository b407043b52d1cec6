internal import Themes

/// When a block of a style sheet holds: a media query for what browsers can tell, attributes for the rest.
struct MediaCondition: Sendable, Hashable {
  /// Such as `(prefers-color-scheme: dark)`; empty where none is needed.
  package private(set) var media = ""
  /// Such as `:where([data-horizontal-size-class="compact"])`: it adds nothing to the weight of a selector.
  package private(set) var selector = ""

  init() {}

  /// Every way in which these traits can hold: what a reader can switch holds by the browser's word where no
  /// attribute says otherwise, and by the attribute.
  static func ways(_ traits: [String: String], kit: Kit) -> [MediaCondition] {
    traits.sorted { $0.key < $1.key }.reduce([MediaCondition()]) { ways, trait in
      guard let definition = kit.traits[trait.key] else { return ways }
      return one(trait.key, trait.value, definition).flatMap { added in ways.map { $0.and(added) } }
    }
  }

  /// What holds where a reader has chosen this word of a switch.
  package static func chosen(_ word: String, by toggle: SchemeToggle) -> MediaCondition {
    var condition = MediaCondition()
    condition.selector = toggle.chosen([word])
    return condition
  }

  /// The same on a screen that shows more colors than sRGB has.
  var onWideGamut: MediaCondition {
    var wide = MediaCondition()
    wide.media = "(color-gamut: p3)"
    return and(wide)
  }

  private static func one(_ name: String, _ value: String, _ trait: Kit.Trait) -> [MediaCondition] {
    var condition = MediaCondition()
    guard let query = query(name, value, trait) else {
      condition.selector = ":where([data-\(FlatName.color(name).kebab)=\(CSSText.quoted(value))])"
      return [condition]
    }
    condition.media = query
    guard let toggle = SchemeToggle(trait) else { return [condition] }
    condition.selector = toggle.unchosen
    var chosen = MediaCondition()
    chosen.selector = toggle.chosen(words(value, trait))
    return [condition, chosen]
  }

  private func and(_ other: MediaCondition) -> MediaCondition {
    var both = self
    both.media = [media, other.media].filter { !$0.isEmpty }.joined(separator: " and ")
    both.selector += other.selector
    return both
  }

  /// A hint that is named after a media feature says the feature and, in its own words, the value.
  private static func query(_ name: String, _ value: String, _ trait: Kit.Trait) -> String? {
    guard CSSText.isWord(value) else { return nil }
    if trait.hint == "Sec-CH-DPR" { return "(resolution: \(value)dppx)" }
    let feature = trait.hint.flatMap { features[$0] } ?? plainFeatures[name]
    guard let feature else { return nil }
    let queries = words(value, trait).map { "(\(feature): \($0))" }
    return queries.count == 1 ? queries[0] : "(\(queries.joined(separator: " or ")))"
  }

  /// The words of the hint that stand for a value of the trait.
  package static func words(_ value: String, _ trait: Kit.Trait) -> [String] {
    let words = trait.hintValues.filter { $0.value == value }.map(\.key).sorted()
    let isOwnWord = trait.hintValues[value] == nil || trait.hintValues[value] == value
    return isOwnWord && words.isEmpty ? [value] : words
  }

  private static let features = [
    "Sec-CH-Prefers-Color-Scheme": "prefers-color-scheme",
    "Sec-CH-Prefers-Contrast": "prefers-contrast",
    "Sec-CH-Prefers-Reduced-Motion": "prefers-reduced-motion",
    "Sec-CH-Prefers-Reduced-Transparency": "prefers-reduced-transparency",
    "Sec-CH-Forced-Colors": "forced-colors",
  ]

  /// Traits that are named like a media feature, with the feature's own words.
  private static let plainFeatures = [
    "orientation": "orientation", "pointer": "pointer", "hover": "hover", "colorGamut": "color-gamut",
    "dynamicRange": "dynamic-range",
  ]
}

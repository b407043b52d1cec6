internal import Themes

/// When a block of a style sheet holds: a media query for what browsers can tell, attributes for the rest.
struct MediaCondition: Sendable, Hashable {
  /// Such as `(prefers-color-scheme: dark)`; empty where none is needed.
  private(set) var media = ""
  /// Such as `:where([data-horizontal-size-class="compact"])`: it adds nothing to the weight of a selector.
  private(set) var selector = ""

  init() {}

  init(_ traits: [String: String], kit: Kit) {
    var queries: [String] = []
    for (name, value) in traits.sorted(by: { $0.key < $1.key }) {
      if let query = kit.traits[name].flatMap({ Self.query(name, value, $0) }) {
        queries.append(query)
      } else {
        let attribute = "data-" + FlatName.color(name).kebab
        selector += ":where([\(attribute)=\(CSSText.quoted(value))])"
      }
    }
    media = queries.joined(separator: " and ")
  }

  /// A hint that is named after a media feature says the feature and, in its own words, the value.
  private static func query(_ name: String, _ value: String, _ trait: Kit.Trait) -> String? {
    guard CSSText.isWord(value) else { return nil }
    if trait.hint == "Sec-CH-DPR" { return "(resolution: \(value)dppx)" }
    let feature = trait.hint.flatMap { features[$0] } ?? plainFeatures[name]
    guard let feature else { return nil }
    let words = trait.hintValues.filter { $0.value == value }.map(\.key).sorted()
    let isOwnWord = trait.hintValues[value] == nil || trait.hintValues[value] == value
    guard isOwnWord, words.isEmpty else {
      let queries = words.map { "(\(feature): \($0))" }
      return queries.count == 1 ? queries[0] : "(\(queries.joined(separator: " or ")))"
    }
    return "(\(feature): \(value))"
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

internal import Themes

/// What a reader can switch on a page by an attribute, over what the browser says of itself.
enum SchemeToggle: String, Sendable, Hashable, CaseIterable {
  case scheme
  case contrast

  /// The switch of a trait that browsers tell; nil for one without.
  init?(_ trait: Kit.Trait) {
    switch trait.hint {
    case "Sec-CH-Prefers-Color-Scheme": self = .scheme
    case "Sec-CH-Prefers-Contrast": self = .contrast
    default: return nil
    }
  }

  /// `data-scheme`
  var attribute: String { "data-" + rawValue }

  /// On an element with one of these words, and on those inside that have none of their own.
  package func chosen(_ words: [String]) -> String {
    let matches = words.map { "[\(attribute)=\(CSSText.quoted($0))]" }
    let inside = matches.map { "\($0) :not([\(attribute)])" }
    return ":where(\((matches + inside).joined(separator: ", ")))"
  }

  /// Where no attribute says anything.
  var unchosen: String { ":where(:not([\(attribute)], [\(attribute)] *))" }
}

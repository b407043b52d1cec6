package import Documents
internal import Themes

/// How a theme is written, beside what it says.
package struct RenderingOptions: Sendable, Hashable {
  /// What stands before the paths of images: scheme, host and prefix, or nothing.
  package var origin = ""
  /// Whether a style sheet has rules in containers, as far as it can say them.
  package var hasSelectors = false
  package var style = JSONWriter.Style.compact

  package init(origin: String = "", hasSelectors: Bool = false, style: JSONWriter.Style = .compact) {
    (self.origin, self.hasSelectors, self.style) = (origin, hasSelectors, style)
  }

  /// Tells renderings apart.
  package var key: String { "\(style == .pretty) \(hasSelectors) \(origin)" }
}

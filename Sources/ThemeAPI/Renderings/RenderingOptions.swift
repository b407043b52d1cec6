internal import Themes

/// How a theme is written, beside what it says.
struct RenderingOptions: Sendable, Hashable {
  /// What stands before the paths of images: scheme, host and prefix, or nothing.
  var origin = ""
  /// Whether a style sheet has rules in containers, as far as it can say them.
  var hasSelectors = false
  var style = JSONWriter.Style.compact

  /// Tells renderings apart.
  var key: String { "\(style == .pretty) \(hasSelectors) \(origin)" }
}

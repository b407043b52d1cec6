/// How a style sheet writes the text of a property.
package enum TextForm: String, Sendable, Hashable, CaseIterable {
  /// As it stands: keywords, numbers and the functions of colors, shadows and sums.
  case bare
  /// A list of fonts: generic families are keywords, other names stand in quotes.
  case fonts
  /// In quotes.
  case string
}

/// The form in which a style sheet writes the text of a property.
package enum TextForm: String, Sendable, Hashable, CaseIterable {
  /// The text as it stands: keywords, numbers and the functions of colors, shadows and sums.
  case bare
  /// A list of fonts: generic families are keywords, other names stand in quotes.
  case fonts
  /// The text in quotes.
  case string
}

/// The JSON form of a property's value.
package indirect enum ValueSchema: Sendable, Hashable {
  case color, image, number, integer, bool, string
  /// One word out of a platform's own list, which no kit repeats.
  case word
  case list(ValueSchema)
  /// Members by name, and those that can't be left out. At least one must be there.
  case object([String: ValueSchema], needs: [String] = [])
  /// The first that takes this sort of JSON.
  case either([ValueSchema])
  /// A value that may also refer to a named value.
  case named(ValueUse, ValueSchema)

  package static func of(_ kind: Kit.PropertyKind) -> ValueSchema {
    switch kind {
    case .color: .color
    case .image: .image
    case .number: .number
    case .integer: .integer
    case .bool: .bool
    case .string: .string
    case .word: .word
    case .font: font
    case .size: .object(["width": .number, "height": .number], needs: ["width", "height"])
    case .point: .object(["x": .number, "y": .number], needs: ["x", "y"])
    case .insets: insets
    case .offset: offset
    case .textAttributes: textAttributes
    case .barAppearance: barAppearance
    case .symbolConfiguration: symbolConfiguration
    case .attributedString:
      .either([.string, .object(["text": .string, "attributes": textAttributes], needs: ["text"])])
    case .visualEffect: visualEffect
    }
  }

  /// Returns the schema of the part at a path of member names; nil if there can be none.
  package func part(_ path: [String]) -> ValueSchema? {
    guard let name = path.first else { return self }
    switch self {
    case .object(let members, _): return members[name]?.part(Array(path.dropFirst()))
    case .either(let forms): return forms.lazy.compactMap { $0.part(path) }.first
    case .named(_, let form): return form.part(path)
    default: return nil
    }
  }

  /// A name alone, or what is known of the font.
  private static let font = ValueSchema.named(
    .font,
    .either([
      .string,
      .object([
        "name": .string, "family": .string, "size": .number,
        "weight": .named(.number, .either([.word, .number])),
        "style": .word, "width": .word, "design": .word, "textStyle": .word,
      ]),
    ]))

  private static let insets = ValueSchema.object(
    ["top": .number, "left": .number, "bottom": .number, "right": .number],
    needs: ["top", "left", "bottom", "right"])

  private static let offset = ValueSchema.object(
    ["horizontal": .number, "vertical": .number], needs: ["horizontal", "vertical"])

  private static let shadow = ValueSchema.object([
    "color": .color, "offset": .object(["width": .number, "height": .number], needs: ["width", "height"]),
    "blurRadius": .number,
  ])

  private static let paragraphStyle = ValueSchema.object([
    "alignment": .word, "lineSpacing": .number, "paragraphSpacing": .number,
    "paragraphSpacingBefore": .number, "lineHeightMultiple": .number, "minimumLineHeight": .number,
    "maximumLineHeight": .number, "lineBreakMode": .word, "firstLineHeadIndent": .number,
    "headIndent": .number, "tailIndent": .number, "hyphenationFactor": .number,
    "usesDefaultHyphenation": .bool, "baseWritingDirection": .word, "lineBreakStrategy": .word,
    "defaultTabInterval": .number, "allowsDefaultTighteningForTruncation": .bool,
  ])

  private static let textAttributes = ValueSchema.object([
    "color": .color, "backgroundColor": .color, "font": font, "kern": .number, "tracking": .number,
    "ligature": .integer, "baselineOffset": .number, "obliqueness": .number, "expansion": .number,
    "strokeColor": .color, "strokeWidth": .number, "underlineStyle": .either([.word, .integer]),
    "underlineColor": .color, "strikethroughStyle": .either([.word, .integer]),
    "strikethroughColor": .color, "shadow": shadow, "paragraphStyle": paragraphStyle, "textEffect": .word,
    "textHighlightStyle": .word, "textHighlightColorScheme": .word, "verticalGlyphForm": .integer,
  ])

  private static let visualEffect = ValueSchema.either([
    .word, .object(["blur": .word, "vibrancy": .word, "glass": .word, "tintColor": .color]),
  ])

  private static let symbolConfiguration = ValueSchema.object([
    "pointSize": .number, "weight": .word, "scale": .word, "textStyle": .word, "font": font,
    "hierarchicalColor": .color, "paletteColors": .list(.color), "multicolor": .bool,
  ])

  private static let itemState = ValueSchema.object([
    "titleTextAttributes": textAttributes, "titlePositionAdjustment": offset, "iconColor": .color,
    "backgroundImage": .image, "backgroundImagePositionAdjustment": offset, "badgeBackgroundColor": .color,
    "badgeTextAttributes": textAttributes, "badgePositionAdjustment": offset,
    "badgeTitlePositionAdjustment": offset,
  ])

  private static let itemStates = ValueSchema.object([
    "normal": itemState, "highlighted": itemState, "disabled": itemState, "selected": itemState,
    "focused": itemState,
  ])

  private static let barAppearance = ValueSchema.object([
    "background": .word, "backgroundColor": .color, "backgroundEffect": visualEffect,
    "backgroundImage": .image, "backgroundImageContentMode": .word, "shadowColor": .color,
    "shadowImage": .image, "titleTextAttributes": textAttributes, "largeTitleTextAttributes": textAttributes,
    "subtitleTextAttributes": textAttributes, "largeSubtitleTextAttributes": textAttributes,
    "titlePositionAdjustment": offset, "backIndicatorImage": .image,
    "backIndicatorTransitionMaskImage": .image, "buttonAppearance": itemStates,
    "backButtonAppearance": itemStates, "doneButtonAppearance": itemStates,
    "prominentButtonAppearance": itemStates, "stackedLayoutAppearance": itemStates,
    "inlineLayoutAppearance": itemStates, "compactInlineLayoutAppearance": itemStates,
    "selectionIndicatorTintColor": .color, "selectionIndicatorImage": .image,
    "stackedItemPositioning": .word, "stackedItemWidth": .number, "stackedItemSpacing": .number,
  ])
}

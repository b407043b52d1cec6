/// The JSON form of a property's value.
package indirect enum ValueSchema: Sendable, Hashable {
  case color, image, number, integer, bool, string
  /// One word out of a platform's own list, which no kit repeats.
  case word
  case list(ValueSchema)
  /// Members by name, and the required ones. At least one member must be present.
  case object([String: ValueSchema], needs: [String] = [])
  /// The first that accepts the kind of JSON.
  case either([ValueSchema])
  /// A value that may also refer to a named value.
  case named(ValueUse, ValueSchema)

  /// Returns the schema of a property's value. Text that a style sheet has as it is may refer to a value of any type.
  package static func of(_ property: Kit.Property) -> ValueSchema {
    switch (property.kind, property.textForm) {
    case (.string, .fonts): .named(.fonts, .string)
    case (.string, .bare): .named(.text, .string)
    default: of(property.kind)
    }
  }

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
    case .size: size
    case .point: point
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

  /// An object of optional members: the names of those of simple kinds in one text each, and the others.
  private static func members(
    colors: String = "", images: String = "", numbers: String = "", integers: String = "", flags: String = "",
    words: String = "", _ others: [String: ValueSchema] = [:]
  ) -> ValueSchema {
    let simple: [(String, ValueSchema)] = [
      (colors, .color), (images, .image), (numbers, .number), (integers, .integer), (flags, .bool),
      (words, .word),
    ]
    return .object(
      simple.reduce(into: others) { members, kind in
        for name in kind.0.split(separator: " ") { members[String(name)] = kind.1 }
      })
  }

  /// An object of numbers that all must be there.
  private static func numbers(_ names: String...) -> ValueSchema {
    .object(Dictionary(uniqueKeysWithValues: names.map { ($0, .number) }), needs: names)
  }

  private static let size = numbers("width", "height")
  private static let point = numbers("x", "y")
  private static let insets = numbers("top", "left", "bottom", "right")
  private static let offset = numbers("horizontal", "vertical")

  /// A name alone, or the known features of the font.
  private static let font = ValueSchema.named(
    .font,
    .either([
      .string,
      members(
        numbers: "size", words: "style width design textStyle",
        ["name": .string, "family": .string, "weight": .named(.number, .either([.word, .number]))]),
    ]))

  private static let paragraphStyle = members(
    numbers: """
      lineSpacing paragraphSpacing paragraphSpacingBefore lineHeightMultiple minimumLineHeight maximumLineHeight \
      firstLineHeadIndent headIndent tailIndent hyphenationFactor defaultTabInterval
      """,
    flags: "usesDefaultHyphenation allowsDefaultTighteningForTruncation",
    words: "alignment lineBreakMode baseWritingDirection lineBreakStrategy")

  private static let textAttributes = members(
    colors: "color backgroundColor strokeColor underlineColor strikethroughColor",
    numbers: "kern tracking baselineOffset obliqueness expansion strokeWidth",
    integers: "ligature verticalGlyphForm", words: "textEffect textHighlightStyle textHighlightColorScheme",
    [
      "font": font, "underlineStyle": .either([.word, .integer]),
      "strikethroughStyle": .either([.word, .integer]), "paragraphStyle": paragraphStyle,
      "shadow": members(colors: "color", numbers: "blurRadius", ["offset": size]),
    ])

  private static let visualEffect = ValueSchema.either([
    .word, members(colors: "tintColor", words: "blur vibrancy glass"),
  ])

  private static let symbolConfiguration = members(
    colors: "hierarchicalColor", numbers: "pointSize", flags: "multicolor", words: "weight scale textStyle",
    ["font": font, "paletteColors": .list(.color)])

  /// The looks of a bar's buttons or items in each state.
  private static let itemStates: ValueSchema = {
    let state = members(
      colors: "iconColor badgeBackgroundColor", images: "backgroundImage",
      [
        "titleTextAttributes": textAttributes, "titlePositionAdjustment": offset,
        "backgroundImagePositionAdjustment": offset, "badgeTextAttributes": textAttributes,
        "badgePositionAdjustment": offset, "badgeTitlePositionAdjustment": offset,
      ])
    let names = ["normal", "highlighted", "disabled", "selected", "focused"]
    return .object(Dictionary(uniqueKeysWithValues: names.map { ($0, state) }))
  }()

  private static let barAppearance = members(
    colors: "backgroundColor shadowColor selectionIndicatorTintColor",
    images:
      "backgroundImage shadowImage backIndicatorImage backIndicatorTransitionMaskImage selectionIndicatorImage",
    numbers: "stackedItemWidth stackedItemSpacing",
    words: "background backgroundImageContentMode stackedItemPositioning",
    [
      "backgroundEffect": visualEffect, "titlePositionAdjustment": offset,
      "titleTextAttributes": textAttributes,
      "largeTitleTextAttributes": textAttributes, "subtitleTextAttributes": textAttributes,
      "largeSubtitleTextAttributes": textAttributes, "buttonAppearance": itemStates,
      "backButtonAppearance": itemStates, "doneButtonAppearance": itemStates,
      "prominentButtonAppearance": itemStates, "stackedLayoutAppearance": itemStates,
      "inlineLayoutAppearance": itemStates, "compactInlineLayoutAppearance": itemStates,
    ])
}

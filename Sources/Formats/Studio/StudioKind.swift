internal import Themes

/// What a token of Tokens Studio becomes.
enum StudioKind: Sendable, Hashable {
  case color
  case value(ValueType)
  /// The space between letters: per cent of their size.
  case spacing
  /// The height of a line: so many times the size, or a length.
  case height
  /// Anything without a type: it is kept as it stands, references followed.
  case text

  /// Types that only Tokens Studio has.
  static let ownTypes: Set<String> = [
    "spacing", "sizing", "borderRadius", "borderWidth", "boxShadow", "fontFamilies", "fontWeights",
    "fontSizes",
    "lineHeights", "paragraphSpacing", "composition", "textCase", "textDecoration",
  ]

  /// - Parameter word: the type as the file has it; nil where it says none.
  init(_ word: String?) {
    switch word?.lowercased() {
    case "color": self = .color
    case "spacing", "sizing", "dimension", "borderradius", "borderwidth", "fontsizes", "fontsize",
      "paragraphspacing", "paragraphindent":
      self = .value(.dimension)
    case "letterspacing": self = .spacing
    case "lineheights", "lineheight": self = .height
    case "opacity", "number": self = .value(.number)
    case "fontfamilies", "fontfamily": self = .value(.fontFamily)
    case "fontweights", "fontweight": self = .value(.fontWeight)
    case "duration": self = .value(.duration)
    case "boxshadow", "shadow": self = .value(.shadow)
    case "border": self = .value(.border)
    case "typography": self = .value(.typography)
    default: self = .text
    }
  }

  /// Whether a token of this kind can refer to one of another without being computed.
  func keepsReference(to other: StudioKind) -> Bool {
    switch (self, other) {
    case (.color, .color): true
    case (.value(let type), .value(let another)): type == another
    case (.spacing, .spacing), (.spacing, .value(.dimension)), (.value(.dimension), .spacing): true
    default: false
    }
  }

  /// That of a part of a value.
  func member(_ name: String) -> StudioKind {
    switch (self, name) {
    case (.value(.shadow), "color"), (.value(.border), "color"): .color
    case (.value(.shadow), "type"), (.value(.border), "style"): .text
    case (.value(.shadow), _), (.value(.border), "width"): .value(.dimension)
    case (.value(.typography), "fontFamily"): .value(.fontFamily)
    case (.value(.typography), "fontWeight"): .value(.fontWeight)
    case (.value(.typography), "fontSize"): .value(.dimension)
    case (.value(.typography), "letterSpacing"): .spacing
    case (.value(.typography), "lineHeight"): .height
    default: .text
    }
  }

  var words: String {
    switch self {
    case .color: "a color"
    case .value(let type): type.words
    case .spacing: "a dimension"
    case .height: "the height of a line"
    case .text: "text"
    }
  }
}

internal import Documents
internal import Themes

/// The kind of a token of Tokens Studio.
enum StudioKind: Sendable, Hashable {
  case color
  case value(ValueType)
  /// The space between letters, in per cent of their size.
  case spacing
  /// The height of a line: a factor of the size, or a length.
  case height
  /// Any value without a type: it is kept as it is, references followed.
  case text

  /// Types that only Tokens Studio has.
  static let ownTypes: Set<String> = [
    "spacing", "sizing", "borderRadius", "borderWidth", "boxShadow", "fontFamilies", "fontWeights",
    "fontSizes", "lineHeights", "paragraphSpacing", "composition", "textCase", "textDecoration",
  ]

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

  /// Indicates whether a token of this kind can refer to one of another without being computed.
  func keepsReference(to other: StudioKind) -> Bool {
    switch (self, other) {
    case (.color, .color): true
    case (.value(let type), .value(let another)): type == another
    case (.spacing, .spacing), (.spacing, .value(.dimension)), (.value(.dimension), .spacing): true
    default: false
    }
  }

  /// Returns the kind of a part of a value.
  func member(_ name: String) -> StudioKind {
    switch (self, name) {
    case (.value(.shadow), "color"), (.value(.border), "color"): .color
    case (.value(.shadow), "type"), (.value(.border), "style"): .text
    case (.value(.shadow), _), (.value(.border), "width"): .value(.dimension)
    case (.value(.typography), _) where ValueType.typography.part(named: name) != nil: StudioKind(name)
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

/// The kind of each token of a file, the same in all its themes.
struct StudioKinds {
  private(set) var kinds: [String: StudioKind] = [:]
  var diagnostics = Diagnostics()

  init(_ scope: StudioScope) {
    for name in scope.names {
      let definitions = scope.definitions(of: name)
      var found = Set(definitions.map { kind(of: $0, name) })
      // A token that is text in one set is text in all: the tokens that refer to it depend on that.
      if found.contains(.text) { found = [.text] }
      kinds[name] = found.count == 1 ? found.first : nil
      guard found.count > 1 else { continue }
      diagnostics.error(
        definitions[0].key, "wrong-type",
        "\(Quoted.name(name)) is \(Quoted.list(found.map(\.words).sorted())), by different sets; give it one type."
      )
    }
  }

  subscript(name: String) -> StudioKind? { kinds[name] }

  private mutating func kind(of token: TokenSource, _ name: String) -> StudioKind {
    let kind = StudioKind(token.studioType?.string)
    guard !fits(token.value, kind) else { return kind }
    diagnostics.warning(
      token.value, "kept-value",
      "\(Quoted.name(name)) is not written as \(kind.words) is; it is kept as it stands.")
    return .text
  }

  /// Indicates whether a value is written like one of the kind.
  private func fits(_ node: JSONNode, _ kind: StudioKind) -> Bool {
    switch (kind, node.kind) {
    case (_, .null): return false
    case (.text, _), (.height, _): return true
    case (.color, .string): return node.string?.contains("gradient(") != true
    case (.value(.shadow), .array), (.value(.fontFamily), .array): return node.count > 0
    case (.value(.dimension), .object), (.value(.duration), .object), (.spacing, .object):
      return StudioTokens.isQuantity(node)
    case (.value(.shadow), .object), (.value(.border), .object): return node["color"] != nil
    case (.value(.typography), .object):
      return ["fontFamily", "fontSize", "fontWeight"].allSatisfy { node[$0] != nil }
    case (.value(.shadow), .string), (.value(.border), .string), (.value(.typography), .string):
      return StudioText(node.string ?? "").whole != nil
    case (.value(.fontFamily), .string), (.value(.fontWeight), .string): return true
    case (.value, .number), (.spacing, .number): return true
    case (.value, .string), (.spacing, .string):
      let text = StudioText(node.string ?? "")
      return !text.references.isEmpty || StudioMath.isSum(node.string ?? "")
    default: return false
    }
  }
}

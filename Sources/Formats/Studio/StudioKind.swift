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

  /// Creates the kind that a path has by the categories of Style Dictionary, for tokens without a type.
  init(categoryOf path: String) {
    let steps = path.lowercased().split(separator: ".").prefix(2)
    switch (steps.first, steps.last) {
    case ("color", _), ("colors", _): self = .color
    case ("font", "family"), ("font", "families"): self = .value(.fontFamily)
    case ("font", "weight"), ("font", "weights"): self = .value(.fontWeight)
    case ("size", _), ("sizes", _), ("spacing", _), ("space", _), ("font", "size"), ("font", "sizes"),
      ("radius", _):
      self = .value(.dimension)
    case ("time", _), ("duration", _): self = .value(.duration)
    case ("opacity", _): self = .value(.number)
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
  private(set) var diagnostics = Diagnostics()
  private var leniencies = Leniencies()
  /// The tokens whose values are none of their kinds and are kept as text.
  private var kept: Set<String> = []

  /// - Parameter order: the names, each after all that it refers to.
  init(_ scope: StudioScope, in order: [String]) {
    for name in order {
      let definitions = scope.definitions(of: name)
      var found = Set(definitions.map { kind(of: $0, name, scope) })
      // A token that is text in one set is text in all: the tokens that refer to it depend on that.
      if found.contains(.text) { found = [.text] }
      kinds[name] = found.count == 1 ? found.first : nil
      guard found.count > 1 else { continue }
      diagnostics.error(
        definitions[0].key, "wrong-type",
        "\(Quoted.name(name)) is \(Quoted.list(found.map(\.words).sorted())), by different sets; give it one type."
      )
    }
    leniencies.report(in: &diagnostics)
  }

  subscript(name: String) -> StudioKind? { kinds[name] }

  private mutating func kind(of token: TokenSource, _ name: String, _ scope: StudioScope) -> StudioKind {
    let kind = token.studioType.map { StudioKind($0.string) } ?? untypedKind(of: token, name, scope)
    guard kind != .text, !fits(token.value, kind) || refersToKept(token.value, kind, scope) else {
      return kind
    }
    kept.insert(name)
    leniencies.add(
      .kept, token.value,
      "\(Quoted.name(name)) is not written as \(kind.words) is; it is kept as it stands.")
    return .text
  }

  /// Returns the kind of a token without a type: that of the token to which its value refers, or that of its path, or color for
  /// a color that is written as digits or as a function.
  private func untypedKind(of token: TokenSource, _ name: String, _ scope: StudioScope) -> StudioKind {
    let text = StudioText(token.value.string ?? "")
    if let other = text.whole.flatMap({ scope.name($0) }), let kind = kinds[other] { return kind }
    let category = StudioKind(categoryOf: name)
    guard category == .text, let words = token.value.string, words.contains("(") || words.hasPrefix("#"),
      text.references.isEmpty
    else { return category }
    return StudioColorText.read(words) == nil ? .text : .color
  }

  /// Indicates whether a text has a token in it that is kept as text, where a single quantity or color belongs.
  private func refersToKept(_ node: JSONNode, _ kind: StudioKind, _ scope: StudioScope) -> Bool {
    guard let text = node.string, kind != .height else { return false }
    return StudioText(text).references.contains { scope.name($0).map(kept.contains) ?? false }
  }

  /// Indicates whether a value is written like one of the kind.
  private func fits(_ node: JSONNode, _ kind: StudioKind) -> Bool {
    switch (kind, node.kind) {
    case (_, .null): return false
    case (.text, _), (.height, _): return true
    case (.color, .string):
      let text = node.string ?? ""
      guard StudioText(text).references.isEmpty else { return !text.contains("gradient(") }
      return StudioColorText.read(text) != nil || !StyleText.isValue(text)
    case (.color, .object):
      return StudioColorText.text(of: node) != nil || StudioColorText.exact(node) != nil
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
      // Any token stands for a number here.
      return StudioMath.isSum(StudioText(node.string ?? "").words { _ in "1" })
    default: return false
    }
  }
}

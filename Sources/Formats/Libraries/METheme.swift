internal import Documents
internal import Themes

/// METhemeKit's themes: `NAME.metheme.json`, with the companion `NAME.metheme.meta.json`.
struct METhemeDialect: Dialect {
  static let formatName = "metheme"
  static let companionSuffix = ".metheme.meta.json"

  let name = formatName
  let suffixes = [".metheme.json"]
  let companionSuffixes = [companionSuffix]

  func outlines(
    of file: SourceFile, named name: String, beside: (String) -> SourceFile?
  ) -> (themes: [ThemeOutline], problems: [Problem]) {
    let (root, problems) = JSONReader.read(file, lastComma: .warning)
    let companion = ThemeCompanion(
      beside(name + Self.companionSuffix), of: "a METhemeKit theme",
      allowed: ["title", "extends", "imagePrefix", "transition"])
    let known = problems + companion.problems
    guard let root else { return ([], known) }
    guard root.kind == .object else {
      var decoder = ObjectDecoder()
      decoder.wrongKind(root, "a METhemeKit theme", "an object")
      return ([], known + decoder.diagnostics.problems)
    }
    let outline = companion.outline(named: name, in: file, at: root) { said, surroundings in
      var reader = METhemeReader(surroundings.kit)
      let theme = reader.read(root, over: said)
      return (theme, reader.decoder.diagnostics.problems)
    }
    return ([outline], known)
  }
}

/// A reader that turns the sections of a METhemeKit theme into colors, and rules with styles.
struct METhemeReader {
  private let kit: KitIndex
  var decoder = ObjectDecoder()
  private var colors: [String: Theme.Variants<ColorExpression>] = [:]
  private var values: [String: Theme.Variants<TypedValue>] = [:]
  private var added: [String: [Kit.Property]] = [:]
  private var rules: [(order: String, rule: Rule)] = []

  /// The library's names of states, which are not always UIKit's.
  private static let states = [
    "UIControlStateNormal": "normal", "UIControlStateHighlight": "highlighted",
    "UIControlStateDisabled": "disabled", "UIControlStateSelected": "selected",
  ]

  /// The duration of the library's change from one theme to another, in seconds.
  private static let transition = Theme.Transition(duration: 0.3)

  init(_ kit: KitIndex) { self.kit = kit }

  mutating func read(_ root: JSONNode, over base: Theme) -> Theme {
    for section in root.members {
      switch section.name {
      case "Color": readColors(section.value)
      case "StatusBarStyle": readStatusBar(section)
      default: readSection(section)
      }
    }
    var theme = base
    theme.transition = base.transition ?? Self.transition
    (theme.colors, theme.values) = (colors, values)
    theme.addedProperties = added.mapValues {
      $0.sorted { ($0.name, $0.axes.count) < ($1.name, $1.axes.count) }
    }
    theme.rules = rules.sorted { $0.order < $1.order }.map(\.rule)
    return theme
  }

  private mutating func readColors(_ node: JSONNode) {
    guard node.kind == .object else { return decoder.wrongKind(node, "'Color'", "an object") }
    for member in node.members {
      let name = member.name
      guard decoder.diagnostics.isEntry(name, member.key, "a color") else { continue }
      if member.value.string == "" {
        decoder.diagnostics.note(
          member.key, "unset-color", "The color '\(name)' is unset; it is left out.")
      }
      guard let color = readColor(member.value, Quoted.name(name)) else { continue }
      colors[name] = Theme.Variants(base: .literal(color), place: member.key.position)
    }
  }

  /// Returns nil for a color that is unset or wrong; a wrong one is reported.
  private mutating func readColor(_ node: JSONNode, _ name: String) -> Color? {
    guard let text = node.string else { return decoder.wrongKind(node, name, "a color in quotes") }
    if text.isEmpty { return nil }
    if text == "00" || text == "#00" {
      // The library takes it for no color at all, and draws it clear.
      decoder.diagnostics.warning(
        node, "clear-by-accident", "'00' is not a color; METhemeKit draws it clear. '00000000' says so.")
      return Color(red: 0, green: 0, blue: 0, opacity: .clear)
    }
    switch METhemeColor.read(text) {
    case .failure(let refusal): return decoder.refuse(node, refusal.code, refusal.sentence)
    case .success(let color): return color
    }
  }

  private mutating func readStatusBar(_ section: JSONNode.Member) {
    guard section.value.kind == .object else { return addWord(section.name, section) }
    for mode in section.value.members { addWord("\(section.name).\(mode.name)", mode) }
  }

  private mutating func addWord(_ name: String, _ member: JSONNode.Member) {
    guard let word = decoder.string(member.value, Quoted.name(name)) else { return }
    guard Name.isEntry(name), TraitValue.isText(word) else {
      return decoder.diagnostics.error(
        member.key, "bad-name", "\(Quoted.name(name)) can't name a value: \(Name.entryRule)")
    }
    values[name] = Theme.Variants(base: TypedValue(.string(word)), place: member.key.position)
  }

  private mutating func readSection(_ section: JSONNode.Member) {
    let name = section.name
    guard let className = [name, "UI" + name].first(where: { kit.definition.classes[$0] != nil }) else {
      let known = ["Color", "StatusBarStyle", "Button"] + kit.definition.classes.keys
      let advice = NearestName.question(name, among: known)
      return decoder.diagnostics.error(
        section.key, "unknown-section",
        "There is no section \(Quoted.name(name)): it is neither 'Color' nor a class of the kit\(advice)")
    }
    guard kit.definition.classes[className]?.isThemeable == true else {
      return decoder.diagnostics.error(
        section.key, "not-themeable", "\(className) takes no appearance of its own.")
    }
    guard section.value.kind == .object else {
      return decoder.wrongKind(section.value, Quoted.name(name), "an object")
    }
    for mode in section.value.members { readMode(mode, of: className, section: name) }
  }

  private mutating func readMode(_ mode: JSONNode.Member, of className: String, section: String) {
    let style = mode.name
    guard Name.isWord(style) else {
      return decoder.diagnostics.error(
        mode.key, "bad-style", "\(Quoted.name(style)) can't name a style: \(Name.wordRule)")
    }
    guard mode.value.kind == .object else {
      return decoder.wrongKind(mode.value, Quoted.name(style), "an object")
    }
    var settings: [Rule.RuleSetting] = []
    for entry in mode.value.members { settings += readEntry(entry, of: className) }
    settings.sort { $0.key.description.utf8.lexicographicallyPrecedes($1.key.description.utf8) }
    for (first, second) in zip(settings, settings.dropFirst()) where first.key == second.key {
      decoder.diagnostics.error(
        mode.key, "duplicate-key", "Two entries of this mode both set '\(first.key)'.")
    }
    guard !settings.isEmpty else { return }
    let rule = Rule(
      target: ClassReference(className, style: style), settings: settings, place: mode.key.position)
    rules.append((order: "\(className).\(style) \(section)", rule: rule))
  }

  private mutating func readEntry(_ entry: JSONNode.Member, of className: String) -> [Rule.RuleSetting] {
    let name = entry.name
    guard Name.isWord(name) else {
      return decoder.refuse(
        entry.key, "bad-name", "\(Quoted.name(name)) can't name a property: \(Name.wordRule)") ?? []
    }
    if entry.value.kind == .object { return readStates(entry, name, of: className) }
    let property = counterpart(of: name, in: className)
    guard let value = readValue(entry.value, Quoted.name(name), property?.kind ?? .color) else { return [] }
    if property == nil { add(Kit.Property(name: name, kind: .color, isMarked: false), to: className) }
    return [
      Rule.RuleSetting(
        key: PropertyKey(property?.name ?? name), value: value, place: entry.key.position,
        // In the library's files a bar's tint is the color of its background, and is never shown.
        isShown: !(name == "tintColor" && isBar(className)))
    ]
  }

  private func isBar(_ className: String) -> Bool { kit.chain(of: className).contains("UINavigationBar") }

  private func counterpart(of name: String, in className: String) -> Kit.Property? {
    let names = ["backgroundImageColor": "barTintColor", "titleLabelColor": "titleTextAttributes"]
    return kit.property(isBar(className) ? names[name] ?? name : name, axisCount: 0, of: className)
  }

  /// Reads a value; an empty text unsets it.
  private mutating func readValue(_ node: JSONNode, _ name: String, _ kind: Kit.PropertyKind) -> Value? {
    if node.string == "" { return .blocked }
    switch kind {
    case .color: return readColor(node, name).map { .color(.literal($0)) }
    case .textAttributes:
      return readColor(node, name).map { color in
        .object([Value.ValueMember(name: "color", value: .color(.literal(color)))])
      }
    default:
      // Values of other kinds are written as in Livery's own form.
      var reader = ValueReader(colors: [])
      let value = reader.read(node, as: ValueSchema.of(kind), name)
      for problem in reader.decoder.diagnostics.problems { decoder.diagnostics.add(problem) }
      return value
    }
  }

  private mutating func readStates(
    _ entry: JSONNode.Member, _ name: String, of className: String
  ) -> [Rule.RuleSetting] {
    let property = kit.property(name, axisCount: 1, of: className)
    let isFree = kit.properties(named: name, of: className).isEmpty
    guard isFree || property?.axes == ["state"] else {
      return decoder.wrongKind(entry.value, Quoted.name(name), "a color in quotes") ?? []
    }
    var settings: [Rule.RuleSetting] = []
    for state in entry.value.members {
      guard let value = Self.states[state.name] else {
        let advice = NearestName.question(state.name, among: Self.states.keys)
        decoder.diagnostics.error(
          state.key, "unknown-axis-value", "METhemeKit has no state \(Quoted.name(state.name))\(advice)")
        continue
      }
      guard let set = readValue(state.value, Quoted.name(state.name), property?.kind ?? .color) else {
        continue
      }
      settings.append(
        Rule.RuleSetting(key: PropertyKey(name, [value]), value: set, place: state.key.position))
    }
    if property == nil, !settings.isEmpty {
      add(Kit.Property(name: name, kind: .color, axes: ["state"], isMarked: false), to: className)
    }
    return settings
  }

  private mutating func add(_ property: Kit.Property, to className: String) {
    if added[className]?.contains(property) != true { added[className, default: []].append(property) }
  }
}

/// METhemeKit's grammar of colors: hexadecimal digits with or without `#`, opacity before the color.
enum METhemeColor {
  static func read(_ text: String) -> Result<Color, ValueRefusal> {
    let bare = text.utf8.first == UInt8(ascii: "#") ? text.utf8.dropFirst() : text.utf8[...]
    guard let digits = HexColor.digits(bare) else {
      return .badColor(text, "METhemeKit has hexadecimal digits only.")
    }
    let channels = HexColor.channels(digits)
    switch channels.count {
    case 3: return .success(Color(red: channels[0], green: channels[1], blue: channels[2]))
    case 4:
      return .success(
        Color(red: channels[1], green: channels[2], blue: channels[3], opacity: Opacity(byte: channels[0])))
    default: return .badColor(text, "METhemeKit has 3, 4, 6 or 8 digits, not \(digits.count).")
    }
  }
}

extension Result<Color, ValueRefusal> {
  /// Refuses a text that is no color in a library's grammar.
  /// - Parameter rule: The end of the sentence.
  static func badColor(_ text: String, _ rule: Message) -> Self {
    .failure(ValueRefusal(code: "bad-color", sentence: "\(Quoted.name(text)) is not a color: \(rule)"))
  }
}

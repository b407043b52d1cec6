internal import Resolution
internal import Themes

/// A resolved theme as design tokens, and what of it no token can say.
///
/// Colors and values stand where their names say, split at dots; what rules set outside of containers stands under
/// `appearance`.
struct TokenDocument: Sendable {
  package private(set) var root = TokenGroup()
  /// What rules set that is no token, blocked keys and rules in containers among it.
  private(set) var unsaid: [ResolvedTheme.ResolvedRule] = []
  private let words: TokenWords
  private let types: [String: ValueType]

  init(_ theme: ResolvedTheme, _ kit: KitIndex) {
    let nameless = Set(
      (theme.colors.map(\.name) + theme.values.map(\.name)).filter { Self.path(of: $0) == nil })
    words = TokenWords(theme.colors, nameless: nameless)
    types = Dictionary(
      uniqueKeysWithValues: theme.values.compactMap { value in value.type.map { (value.name, $0) } }
        .filter { !nameless.contains($0.0) })
    for color in theme.colors {
      guard let written = color.written else { continue }
      add(.color(words.said(written)), named: color.name, theme.remarks)
    }
    for value in theme.values { add(value, theme.remarks) }
    if let transition = theme.transition {
      _ = root.add(.quantity(transition.duration, "s", .duration), at: ["transition", "duration"])
    }
    for rule in theme.appearance { add(rule, kit) }
    for (name, group) in theme.groups {
      if let path = Self.path(of: name) { root.remark(group, on: path) }
    }
  }

  /// Colors and values whose names no token can have.
  var nameless: Set<String> { words.nameless }

  /// How a token refers to the one of that name: its path, which says where the group's own token is meant.
  package func reference(to name: String) -> String {
    let path = Self.path(of: name) ?? []
    return "{\((path + (root.isRoot(path) ? ["$root"] : [])).joined(separator: "."))}"
  }

  /// Deeper documents are read by nobody.
  private static let deepest = 48

  /// The names of groups and token; nil where one of them would be none, or mean something else.
  private static func path(of name: String) -> [String]? {
    // Bytes are told apart sooner than characters, and hardly any name holds a dot.
    let parts =
      name.utf8.contains(UInt8(ascii: ".")) ? name.split(separator: ".").map(String.init) : [name]
    let isSound =
      (1...deepest).contains(parts.count) && parts.allSatisfy { $0.utf8.first != UInt8(ascii: "$") }
    return isSound ? parts : nil
  }

  // MARK: Colors and values

  private mutating func add(_ token: DesignToken, named name: String, _ remarks: [String: Remark]) {
    guard let path = Self.path(of: name) else { return }
    var token = token
    token.remark = remarks[name]?.withoutTokenType
    _ = root.add(token, at: path)
  }

  private mutating func add(_ value: ResolvedTheme.NamedValue, _ remarks: [String: Remark]) {
    guard let written = value.written, let type = value.type else {
      if case .number(let number) = value.value { add(.number(number), named: value.name, remarks) }
      return
    }
    let content = words.said(written.content) ?? Value(value.value)
    let word = type == .any ? remarks[value.name]?.tokenType : type.rawValue
    add(DesignToken(type: word, value: content), named: value.name, remarks)
  }

  // MARK: Rules

  private mutating func add(_ rule: ResolvedTheme.ResolvedRule, _ kit: KitIndex) {
    guard rule.containers.isEmpty else { return unsaid.append(rule) }
    let place = ["appearance", rule.target.name] + (rule.target.style.map { [$0] } ?? [])
    let properties = kit.properties(of: rule.target.name)
    var rest: [ResolvedTheme.ResolvedSetting] = []
    for setting in rule.settings {
      let property = properties.property(setting.key.name, axisCount: setting.key.axisValues.count)
      let tokens = SettingTokens(setting.value, setting.written, of: property, types: types, words)
      let path = place + [setting.key.name] + setting.key.axisValues
      let isPlaced = tokens.found.reduce(true) { root.add($1.token, at: path + $1.path) && $0 }
      if !tokens.isWhole || !isPlaced { rest.append(setting) }
    }
    guard !rest.isEmpty else { return }
    unsaid.append(
      ResolvedTheme.ResolvedRule(target: rule.target, containers: rule.containers, settings: rest))
  }
}

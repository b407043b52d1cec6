internal import Documents
internal import Themes

/// The themes of a document: one, and one more for each context of a modifier that makes themes.
struct ModifierThemes {
  let name: String
  private let words: ModifierWords
  /// The companion's words for modifiers, by their names.
  private(set) var asked: [String: JSONNode] = [:]
  private(set) var diagnostics = Diagnostics()

  struct PlannedTheme: Sendable {
    let name: String
    /// The modifiers that make themes, with the context of this one.
    let chosen: ContextChoice
    let context: String?

    func title(_ title: String?) -> String? {
      title.map { title in context.map { "\(title), \($0)" } ?? title }
    }
  }

  static let word = "themes"

  /// The most themes of a modifier, and the most bytes of all its themes, each as long as the whole document.
  private static let (most, mostBytes) = (256, 32 << 20)

  init(named name: String, _ node: JSONNode?, _ words: ModifierWords) {
    (self.name, self.words) = (name, words)
    guard let node else { return }
    var decoder = ObjectDecoder()
    if node.kind != .object { decoder.wrongKind(node, "'modifiers'", "an object") }
    for member in node.members
    where decoder.string(member.value, "what \(Quoted.name(member.name)) is") != nil {
      asked[member.name] = member.value
    }
    diagnostics = decoder.diagnostics
  }

  func makesSeveral(of modifiers: [ResolverModifier]) -> Bool { modifiers.contains(where: makesThemes) }

  /// Returns the themes. The one of the document's own name shows the default context.
  mutating func themes(of modifiers: [ResolverModifier], with count: Int, in bytes: Int) -> [PlannedTheme] {
    reportUnknown(modifiers)
    let making = modifiers.indices.filter { makesThemes(modifiers[$0]) }
    guard let number = making.first else { return [PlannedTheme(name: name, chosen: [:], context: nil)] }
    for other in making.dropFirst() {
      diagnostics.error(
        modifiers[other].node, "two-theme-modifiers",
        "\(Quoted.name(modifiers[number].name)) makes themes already; only one \(words.modifier) can.")
    }
    return themes(of: modifiers[number], number, with: count, in: bytes)
  }

  private mutating func themes(
    of modifier: ResolverModifier, _ number: Int, with count: Int, in bytes: Int
  ) -> [PlannedTheme] {
    var themes = [PlannedTheme(name: name, chosen: [number: modifier.defaultContext], context: nil)]
    let most = min(Self.most, Self.mostBytes / max(1, bytes))
    guard modifier.contexts.count <= most else {
      diagnostics.error(
        modifier.node, "too-many-themes",
        "\(Quoted.name(modifier.name)) has \(modifier.contexts.count) \(words.context)s; at most \(most) become themes in a "
          + "\(words.document) of this size.")
      return themes
    }
    guard (modifier.contexts.count + 1) * count <= TokenComposition.mostPlaces else {
      diagnostics.error(
        modifier.node, "too-many-tokens",
        "The \(modifier.contexts.count) themes of \(Quoted.name(modifier.name)) would have more than "
          + "\(TokenComposition.mostPlaces) tokens together; make it a trait in '\(words.companionSuffix)'."
      )
      return themes
    }
    for (context, entry) in modifier.contexts.enumerated() {
      let full = "\(name).\(words.themeName(of: entry.name))"
      guard Name.isValid(full) else {
        diagnostics.error(
          entry.key, "bad-name",
          "The \(words.context) \(Quoted.name(entry.name)) can't name a theme: \(Name.rule)")
        continue
      }
      themes.append(PlannedTheme(name: full, chosen: [number: context], context: entry.name))
    }
    return themes
  }

  private mutating func reportUnknown(_ modifiers: [ResolverModifier]) {
    let names = Set(modifiers.map(\.name))
    for (name, node) in asked.sorted(by: { $0.key < $1.key }) where !names.contains(name) {
      let advice = diagnostics.question(name, among: modifiers.map(\.name))
      diagnostics.error(
        node, "unknown-modifier",
        "The \(words.document) has no \(words.modifier) \(Quoted.name(name))\(advice)")
    }
  }

  /// Indicates whether contexts are themes: by the companion, or else if a modifier is called `theme` and has no other
  /// meaning.
  private func makesThemes(_ modifier: ResolverModifier) -> Bool {
    if let word = asked[modifier.name]?.string { return word == Self.word }
    guard ModifierShape.plain(modifier.name) == "theme", modifier.contexts.count > 1 else { return false }
    return if case .other = ModifierShape(of: modifier.contexts.map(\.name)) { true } else { false }
  }
}

/// The words of a format for modifiers and contexts. Companions say modifier in all formats.
struct ModifierWords: Sendable {
  let modifier: String
  let context: String
  let document: String
  let companionSuffix: String
  /// Indicates whether contexts have free names: the names of themes get hyphens in place of other characters.
  let areFree: Bool

  static let resolver = ModifierWords(
    modifier: "modifier", context: "context", document: "document",
    companionSuffix: ResolverDialect.companionSuffix, areFree: false)

  /// Returns the end of a sentence: how a companion declares a modifier.
  func advice(on modifier: ResolverModifier) -> Message {
    "; say what it is in the file beside this one that ends in '\(companionSuffix)', as in "
      + "\"modifiers\": { \"\(modifier.name.printable)\": \"another-name\" }."
  }

  /// Returns the last part of the name of a context's theme.
  func themeName(of context: String) -> String {
    guard areFree else { return context }
    let bytes = context.utf8.map { $0.isWordByte || $0 == UInt8(ascii: ".") ? $0 : UInt8(ascii: "-") }
    return String(decoding: bytes, as: UTF8.self)
  }
}

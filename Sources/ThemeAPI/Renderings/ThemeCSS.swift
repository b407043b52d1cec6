internal import Resolution
internal import Themes

/// Writes a theme as CSS custom properties.
enum ThemeCSS {
  /// The theme where certain traits hold.
  static func one(_ theme: ResolvedTheme) -> [UInt8] {
    var sheet = StyleSheet(theme: theme.name, title: theme.title)
    sheet.add(declarations(FlatTheme(theme)), where: MediaCondition())
    return sheet.bytes
  }

  /// The theme with every variant: first what holds without traits, then, for each set of traits that makes a
  /// difference, what it changes. Sets stand after those that they contain, so that the cascade decides as
  /// precedence does: more traits win.
  static func whole(_ theme: CompiledTheme, _ library: Library) -> [UInt8] {
    let kit = theme.kit.definition
    var sheet = StyleSheet(theme: theme.name, title: theme.title)
    var written: [(traits: [String: String], values: [String: String])] = []
    for traits in TraitSets(theme, library).sets {
      guard let values = try? TraitValues(traits.map { ($0.key, $0.value) }, kit: kit) else { continue }
      let all = declarations(FlatTheme(theme.context(values).resolved()))
      var seen: [String: String] = [:]
      for block in written where block.traits.allSatisfy({ traits[$0.key] == $0.value }) {
        seen.merge(block.values) { $1 }
      }
      let present = Set(all.map(\.name))
      let gone = seen.keys.filter { !present.contains($0) }.sorted()
      let changed =
        all.filter { seen[$0.name] != $0.value } + gone.map { Declaration(name: $0, value: "initial") }
      let news = changed.filter { seen[$0.name] != $0.value }
      guard !news.isEmpty || traits.isEmpty else { continue }
      sheet.add(news, where: MediaCondition(traits, kit: kit))
      written.append((traits, Dictionary(news.map { ($0.name, $0.value) }) { $1 }))
    }
    return sheet.bytes
  }

  struct Declaration: Sendable, Hashable {
    let name: String
    let value: String
  }

  private static func declarations(_ theme: FlatTheme) -> [Declaration] {
    theme.items.compactMap { item in
      text(item.value).map { Declaration(name: "--" + item.name.kebab, value: $0) }
    }
  }

  private static func text(_ value: FlatTheme.Single) -> String? {
    switch value {
    case .color(let color): color.hex
    case .image(let image): image.file.map { "url(\(CSSText.quoted($0.url)))" }
    case .number(let number): JSONWriter.shortest(number)
    case .bool(let bool): bool ? "1" : "0"
    case .string(let string): CSSText.quoted(string)
    case .duration(let seconds): JSONWriter.shortest(seconds) + "s"
    }
  }
}

/// A style sheet as it grows.
private struct StyleSheet {
  private let theme: String
  private var text: String

  init(theme: String, title: String) {
    self.theme = theme
    text = "/* \(CSSText.comment(title)) */\n"
  }

  mutating func add(_ declarations: [ThemeCSS.Declaration], where condition: MediaCondition) {
    let indent = condition.media.isEmpty ? "" : "  "
    let root = ":root\(condition.selector)"
    let named = "[data-theme=\"\(theme)\"]\(condition.selector)"
    var block = "\(indent)\(root),\n\(indent)\(named) {\n"
    for declaration in declarations { block += "\(indent)  \(declaration.name): \(declaration.value);\n" }
    block += "\(indent)}\n"
    text += condition.media.isEmpty ? block : "\n@media \(condition.media) {\n\(block)}\n"
  }

  var bytes: [UInt8] { Array(text.utf8) }
}

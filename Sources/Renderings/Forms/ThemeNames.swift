internal import Documents
package import Resolution
package import Themes

/// The names that apps read a theme by, as source code: a misspelled name does not compile.
package struct ThemeNames: Sendable {
  package enum Language: String, Sendable, CaseIterable {
    case swift, kotlin, ts, css
  }

  private let theme: String
  private let kit: String
  /// The names of each kind, in ascending order.
  private let lists: [(kind: String, names: [String])]
  private let properties: [(name: String, syntax: String, value: String, note: String)]
  /// The deprecated colors and values, with the reason of each, which may be empty.
  private let deprecated: [String: String]

  package init(_ theme: CompiledTheme, _ library: Library) {
    self.theme = theme.name
    kit = theme.kit.definition.name
    let lineage = theme.lineage.compactMap { library.themes[$0] }
    let definition = theme.kit.definition
    let styles = lineage.flatMap { $0.rules.flatMap { [$0.target] + $0.containers } }.compactMap(\.style)
    func sorted(_ names: some Sequence<String>) -> [String] { Set(names).sorted() }
    lists = [
      ("Color", sorted(lineage.flatMap(\.colors.keys))), ("Value", sorted(lineage.flatMap(\.values.keys))),
      ("Image", sorted(lineage.flatMap(\.images.keys))), ("Style", sorted(styles)),
      ("Class", sorted(definition.classes.keys)),
    ]
    let deprecated = lineage.reversed().mergedRemarks.compactMapValues(\.deprecationWords)
    self.deprecated = deprecated
    let resolved = theme.context(TraitValues(defaultsOf: definition)).resolved(asWritten: false)
    properties = FlatTheme(resolved, theme.kit.names).items.compactMap { item in
      guard item.name.parts.count == 1, let (name, syntax, value) = Self.property(item) else { return nil }
      return (name, syntax, value, deprecated[item.name.parts[0]].map { Self.note($0) } ?? "")
    }
  }

  /// Returns the source code in a language.
  /// - Parameter package: the package of a Kotlin file, or nil for none.
  package func text(in language: Language, package: String? = nil) -> String {
    let origin =
      "Made by `livery types \(language.rawValue)` from the theme '\(theme)' of the kit '\(kit)'. Do not edit."
    switch language {
    case .swift:
      return "// \(origin)\n\n\(nested(.swift, "public enum", "public static let", Self.swiftKeywords))"
    case .kotlin:
      let start = package.map { "package \($0)\n\n" } ?? ""
      return "// \(origin)\n\n\(start)\(nested(.kotlin, "object", "const val", Self.kotlinKeywords))"
    case .ts: return "// \(origin)\n\n\(typeScript)"
    case .css: return "/* \(origin) */\n\n" + properties.map { Self.rule($0) }.joined()
    }
  }

  // MARK: Swift and Kotlin

  private func nested(
    _ language: Language, _ type: String, _ constant: String, _ keywords: Set<String>
  ) -> String {
    var text = "\(type) ThemeNames {\n"
    for (kind, names) in lists {
      text += "  \(type) \(kind) {\n"
      var taken: Set<String> = []
      for name in names {
        var word = Self.identifier(name, keepsCase: kind == "Class")
        while !taken.insert(word).inserted { word += "_" }
        let shown = keywords.contains(word) ? "`\(word)`" : word
        text += mark(on: name, kind, language)
        text += "    \(constant) \(shown) = \(Self.literal(name, language))\n"
      }
      text += "  }\n"
    }
    return text + "}\n"
  }

  /// Returns the line before a constant that makes compilers warn of its use; empty for most.
  private func mark(on name: String, _ kind: String, _ language: Language) -> String {
    guard ["Color", "Value"].contains(kind), let reason = deprecated[name] else { return "" }
    let message = Self.literal(reason.isEmpty ? "\(name) is deprecated." : reason, language)
    return language == .kotlin
      ? "    @Deprecated(\(message))\n" : "    @available(*, deprecated, message: \(message))\n"
  }

  /// Returns a name as compilers have it: `accentPressed`. The name of a class stays as it is.
  package static func identifier(_ name: String, keepsCase: Bool = false) -> String {
    let isPlain = name.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
    var word = name
    if !keepsCase || !isPlain {
      let words = FlatName.value(name).snake.split(separator: "_")
      word = words.enumerated().map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }
        .joined()
    }
    if word.utf8.first.map(\.isDigit) ?? true { word = "_" + word }
    // No sign makes a name of these.
    return ["self", "Self", "Type", "Protocol", "init", "_"].contains(word) ? word + "_" : word
  }

  private static let swiftKeywords = Set(
    """
    as associatedtype break case catch class continue default defer deinit do else enum extension fallthrough false \
    fileprivate for func guard if import in inout internal is let nil operator private precedencegroup protocol \
    public repeat rethrows return static struct subscript super switch throw throws true try typealias var where \
    while Any
    """.split(separator: " ").map(String.init))

  private static let kotlinKeywords = Set(
    """
    as break class continue do else false for fun if in interface is null object package return super this throw true \
    try typealias typeof val var when while
    """.split(separator: " ").map(String.init))

  private static func literal(_ text: String, _ language: Language) -> String {
    let content = text.written { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "$": language == .kotlin ? "\\$" : nil
      // Names have none of these; a file of another origin may.
      case "\u{0}"..."\u{1f}", "\u{7f}", "\u{2028}", "\u{2029}": " "
      default: nil
      }
    }
    return "\"\(content)\""
  }

  // MARK: TypeScript

  private var typeScript: String {
    var text = ""
    for (kind, names) in lists {
      let words = names.map { name in
        let note = ["Color", "Value"].contains(kind) ? deprecated[name].map { " \(Self.note($0))" } : nil
        return Self.literal(name, .ts) + (note ?? "")
      }
      text +=
        "export type \(kind)Name =\(words.isEmpty ? " never" : words.map { "\n  | \($0)" }.joined())\n\n"
    }
    return text + """
      /** The answer of `/v1/theme`. */
      export interface Theme {
        theme: string
        title: string
        kit: string
        traits: Record<string, string>
        imagePrefix: string
        imagePrefixes: string[]
        transition?: { duration: number } | null
        colors: Record<ColorName, string>
        values: Record<ValueName, unknown>
        images: Record<ImageName, { url?: string; [member: string]: unknown }>
        appearance: { for: string; in?: string; set: Record<string, unknown> }[]
      }

      """
  }

  // MARK: CSS

  private static func property(_ item: FlatTheme.Item) -> (name: String, syntax: String, value: String)? {
    guard let declaration = SheetDeclaration(item, RenderingOptions()) else { return nil }
    let syntax: String
    switch item.value {
    case .color: syntax = "<color>"
    case .number: syntax = item.notation.unit == nil ? "<number>" : "<length>"
    // Other units depend on the element, and a property needs a value that does not.
    case .quantity(_, "px"): syntax = "<length>"
    case .quantity(_, "ms"), .quantity(_, "s"), .duration: syntax = "<time>"
    default: syntax = "*"
    }
    return (declaration.name, syntax, declaration.value)
  }

  /// Returns a comment about something deprecated, for CSS and TypeScript.
  static func note(_ reason: String) -> String {
    "/* \(CSSText.comment(reason.isEmpty ? "deprecated" : "deprecated: \(reason)")) */"
  }

  private static func rule(
    _ property: (name: String, syntax: String, value: String, note: String)
  ) -> String {
    let note = property.note.isEmpty ? "" : "\(property.note)\n"
    let value = property.syntax == "*" ? "" : " initial-value: \(property.value);"
    return "\(note)@property \(property.name) { syntax: \"\(property.syntax)\"; inherits: true;\(value) }\n"
  }
}

internal import Documents
internal import Themes

/// The uses of deprecated colors and values of the theme or of a parent.
extension ThemeChecks {
  mutating func checkDeprecation() {
    let deprecated = lineage.reversed().mergedRemarks.compactMapValues(\.deprecation)
    guard !deprecated.isEmpty else { return }
    for (name, color) in theme.colors.sorted(by: { $0.key < $1.key }) {
      report(Quoted.name(name), uses: Set(color.references), of: deprecated, at: color.place)
    }
    for (name, value) in theme.values.sorted(by: { $0.key < $1.key }) {
      let uses = Set(value.contents.flatMap(\.content.names))
      report(Quoted.name(name), uses: uses, of: deprecated, at: value.place)
    }
    for rule in theme.rules {
      for setting in rule.settings {
        report("The rule", uses: Set(setting.value.names), of: deprecated, at: setting.place)
      }
    }
  }

  private mutating func report(
    _ user: String, uses: Set<String>, of deprecated: [String: Remark.Deprecation], at place: TextPosition
  ) {
    for name in uses.sorted() {
      guard let deprecation = deprecated[name] else { continue }
      var sentence = "\(user) refers to \(Quoted.reference(name)), which is deprecated"
      if case .because(let reason) = deprecation { sentence += ": \(reason.prefix(200).printable)" }
      if !sentence.hasSuffix(".") { sentence += "." }
      report(.note, "deprecated-use", at: place, Message(sentence))
    }
  }
}

extension Value {
  /// Every color and value that it refers to.
  fileprivate var names: [String] {
    switch self {
    case .color(let expression): expression.referenced.map { [$0] } ?? []
    case .reference(let name, _): [name]
    case .list(let items): items.flatMap(\.names)
    case .object(let members): members.flatMap(\.value.names)
    case .blocked, .image, .number, .bool, .string: []
    }
  }
}

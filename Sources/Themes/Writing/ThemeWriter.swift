/// Writes a theme in Livery's own format, such that reading it back gives the same theme.
package struct ThemeWriter {
  private let kit: Kit

  /// The document: keys in a fixed order, names sorted, rules in theirs.
  package static func document(of theme: Theme, kit: Kit) -> [UInt8] {
    ThemeWriter(kit: kit).document(of: theme)
  }

  private func document(of theme: Theme) -> [UInt8] {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("$schema", "../schema/theme.schema.json")
      if let title = theme.title { json.member("title", title) }
      json.member("kit", theme.kit)
      if let parent = theme.parent { json.member("extends", parent) }
      if let prefix = theme.imagePrefix { json.member("imagePrefix", prefix) }
      if let transition = theme.transition {
        json.member("transition") { $0.object { $0.member("duration", transition.duration) } }
      }
      writeProperties(theme.addedProperties, to: &json)
      writeTable("colors", theme.colors, to: &json, wrapping: \.isExact) { $1.write(to: &$0) }
      writeTable("images", theme.images, to: &json) { $0.string($1) }
      writeTable("values", theme.values, to: &json, wrapping: \.isObject) { $1.write(to: &$0) }
      if !theme.rules.isEmpty {
        json.member("appearance") { $0.array { for rule in theme.rules { write(rule, to: &$0) } } }
      }
    }
    return json.finished()
  }

  private func writeProperties(_ added: [String: [Kit.Property]], to json: inout JSONWriter) {
    guard !added.isEmpty else { return }
    json.member("properties") { json in
      json.object { json in
        for (name, properties) in added.sorted(by: { $0.key < $1.key }) {
          json.member(name) { $0.array { for property in properties { $0.kitProperty(property) } } }
        }
      }
    }
  }

  private func writeTable<Content>(
    _ name: String, _ table: [String: Theme.Variants<Content>], to json: inout JSONWriter,
    wrapping mustWrap: (Content) -> Bool = { _ in false }, _ write: (inout JSONWriter, Content) -> Void
  ) {
    guard !table.isEmpty else { return }
    json.member(name) { json in
      json.object { json in
        for (name, entry) in table.sorted(by: { $0.key < $1.key }) {
          json.name(name)
          if entry.variants.isEmpty, !mustWrap(entry.base) {
            write(&json, entry.base)
          } else {
            writeEntry(entry, to: &json, write)
          }
        }
      }
    }
  }

  private func writeEntry<Content>(
    _ entry: Theme.Variants<Content>, to json: inout JSONWriter, _ write: (inout JSONWriter, Content) -> Void
  ) {
    json.object { json in
      json.member("value") { write(&$0, entry.base) }
      guard !entry.variants.isEmpty else { return }
      json.member("when") { json in
        json.array { json in
          for variant in entry.variants {
            json.object { json in
              writeTraits(variant.traits, to: &json)
              json.member("value") { write(&$0, variant.content) }
            }
          }
        }
      }
    }
  }

  /// A number stands without quotes: which traits are numbers, the kit says.
  private func writeTraits(_ traits: [String: String], to json: inout JSONWriter) {
    json.member("traits") { json in
      json.object { json in
        for (name, value) in traits.sorted(by: { $0.key < $1.key }) {
          json.name(name)
          if kit.traits[name]?.domain == .number, let number = Double(value) {
            json.number(number)
          } else {
            json.string(value)
          }
        }
      }
    }
  }

  private func write(_ rule: Rule, to json: inout JSONWriter) {
    json.object { json in
      json.member("for", rule.target.description)
      if !rule.containers.isEmpty {
        json.member("in", rule.containers.map(\.description).joined(separator: "/"))
      }
      if !rule.traits.isEmpty { writeTraits(rule.traits, to: &json) }
      json.member("set") { json in
        json.object { json in
          for setting in rule.settings {
            json.member(setting.key.description) { setting.value.write(to: &$0) }
          }
        }
      }
    }
  }
}

extension Value {
  /// Writes it as a theme does, its references not followed.
  package func write(to json: inout JSONWriter) {
    switch self {
    case .blocked: json.null()
    case .color(let expression): expression.write(to: &json)
    case .image(let name), .string(let name): json.string(name)
    case .number(let number): json.number(number)
    case .bool(let bool): json.bool(bool)
    case .list(let items): json.array { for item in items { item.write(to: &$0) } }
    case .object(let members):
      json.object { json in
        for member in members { json.member(member.name) { member.value.write(to: &$0) } }
      }
    }
  }

  fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}

extension ColorExpression {
  fileprivate var isExact: Bool { if case .exact = self { true } else { false } }
}

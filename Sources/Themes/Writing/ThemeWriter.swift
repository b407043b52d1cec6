package import Documents

/// Writes a theme in Livery's own format, such that reading it back gives the same theme.
package struct ThemeWriter {
  private let kit: Kit

  package init(kit: Kit) { self.kit = kit }

  /// Returns the document: keys in a fixed order, names sorted, rules in their order.
  package static func document(of theme: Theme, kit: Kit) -> [UInt8] {
    var json = JSONWriter(.pretty)
    ThemeWriter(kit: kit).write(theme, to: &json)
    return json.finished()
  }

  package func write(_ theme: Theme, to json: inout JSONWriter) {
    json.object { json in
      json.member("$schema", "../schema/theme.schema.json")
      if let title = theme.title { json.member("title", title) }
      theme.about.writeMembers(to: &json)
      json.member("kit", theme.kit)
      if let parent = theme.parent { json.member("extends", parent) }
      if let prefix = theme.imagePrefix { json.member("imagePrefix", prefix) }
      if let transition = theme.transition {
        json.member("transition") { $0.object { $0.member("duration", transition.duration) } }
      }
      writeTable("properties", theme.addedProperties, to: &json) { _, added, json in
        json.array { for property in added { $0.kitProperty(property) } }
      }
      writeTable("traits", theme.ownTraits, to: &json) { _, trait, json in
        guard case .values(let values) = trait.domain else { return json.object { _ in } }
        json.object { json in
          json.strings("values", values)
          if let standard = trait.defaultValue { json.member("default", standard) }
        }
      }
      writeTable("colors", theme.colors, to: &json) { write($1, theme.remarks[$0], to: &$2) }
      writeTable("images", theme.images, to: &json) { write($1, to: &$2) }
      writeTable("fonts", theme.fonts, to: &json) { write($1, to: &$2) }
      writeTable("values", theme.values, to: &json) { write($1, theme.remarks[$0], to: &$2) }
      writeTable("groups", theme.groups, to: &json) { _, group, json in
        json.object { group.remark.writeMembers(to: &$0) }
      }
      if !theme.rules.isEmpty { json.list("appearance", theme.rules) { write($1, to: &$0) } }
    }
  }

  package func write(
    _ color: Theme.Variants<ColorExpression>, _ remark: Remark? = nil, to json: inout JSONWriter
  ) {
    writeEntry(color, remark, wrapping: \.isExact, to: &json) { $1.write(to: &$0) }
  }

  package func write(_ image: Theme.Variants<String>, to json: inout JSONWriter) {
    writeEntry(image, to: &json) { $0.string($1) }
  }

  package func write(_ faces: [FontFace], to json: inout JSONWriter) {
    guard !faces.isEmpty else { return json.null() }
    json.array { json in
      for face in faces {
        json.object { json in
          json.member("file", face.file)
          face.writeMembers(to: &json)
        }
      }
    }
  }

  package func write(
    _ value: Theme.Variants<TypedValue>, _ remark: Remark? = nil, to json: inout JSONWriter
  ) {
    writeEntry(value, remark, type: value.type, wrapping: \.content.isObject, to: &json) {
      $1.content.write(to: &$0)
    }
  }

  private func writeTable<Entry>(
    _ name: String, _ table: [String: Entry], to json: inout JSONWriter,
    _ write: (String, Entry, inout JSONWriter) -> Void
  ) {
    guard !table.isEmpty else { return }
    json.member(name) { json in
      json.object { json in
        for (name, entry) in table.sorted(by: { $0.key < $1.key }) {
          json.member(name) { write(name, entry, &$0) }
        }
      }
    }
  }

  /// - Parameters:
  ///   - type: the type of its contents, if they have one.
  ///   - mustWrap: indicates whether a content alone reads as something else.
  private func writeEntry<Content>(
    _ entry: Theme.Variants<Content>, _ remark: Remark? = nil, type: ValueType? = nil,
    wrapping mustWrap: (Content) -> Bool = { _ in false }, to json: inout JSONWriter,
    _ write: (inout JSONWriter, Content) -> Void
  ) {
    if let base = entry.base, entry.variants.isEmpty, type == nil, remark == nil, !mustWrap(base) {
      return write(&json, base)
    }
    json.object { json in
      remark?.writeMembers(to: &json)
      if let type { json.member("type", type.rawValue) }
      if let base = entry.base { json.member("value") { write(&$0, base) } }
      guard !entry.variants.isEmpty else { return }
      json.list("when", entry.variants) { json, variant in
        json.object { json in
          writeTraits(variant.traits, to: &json)
          json.member("value") { json in
            if let content = variant.content { write(&json, content) } else { json.null() }
          }
        }
      }
    }
  }

  private func writeTraits(_ traits: [String: String], to json: inout JSONWriter) {
    json.member("traits") { json in
      json.object { json in
        for (name, value) in traits.sorted(by: { $0.key < $1.key }) {
          json.member(name) { $0.traitValue(value, kit.traits[name]?.domain) }
        }
      }
    }
  }

  package func write(_ rule: Rule, to json: inout JSONWriter) {
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
    case .reference(let name, _): json.string("{\(name)}")
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

extension Remark {
  /// - Parameters:
  ///   - sign: what the names of the members begin with.
  ///   - other: what the name of the extensions begins with, if that is something else.
  package func writeMembers(
    signed sign: String = "", extensionsSigned other: String? = nil, to json: inout JSONWriter
  ) {
    if let description { json.member(sign + "description", description) }
    switch deprecation {
    case nil: break
    case .plain: json.member(sign + "deprecated", true)
    case .because(let reason): json.member(sign + "deprecated", reason)
    }
    if let extensions { json.member((other ?? sign) + "extensions") { extensions.write(to: &$0) } }
    if isRoot, sign.isEmpty, other == nil { json.member("root", true) }
  }
}

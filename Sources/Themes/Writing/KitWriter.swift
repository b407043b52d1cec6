internal import Documents

/// Writes all that can be written in themes of a kit, in the words of its documents: with what it has from the kits that
/// it builds on, and with what each kind of value is.
package enum KitWriter {
  /// Names are sorted.
  package static func document(of kit: Kit) -> [UInt8] {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("title", kit.title)
      if !kit.ancestors.isEmpty { json.texts("lineage", [kit.name] + kit.ancestors) }
      json.member("kinds") { write(kindsOf: kit, to: &$0) }
      table("axes", kit.axes, to: &json) { write($1, to: &$0) }
      table("traits", kit.traits, to: &json) { write($1, to: &$0) }
      table("colors", kit.colors, to: &json) { write($1, kit, to: &$0) }
      json.member("contrasts") { json in
        json.array { json in for pair in kit.contrasts { write(pair, to: &json) } }
      }
      table("classes", kit.classes, to: &json) { $0.kitClass($1) }
    }
    return json.finished()
  }

  /// The kinds of its properties, each with a meaning and an example.
  private static func write(kindsOf kit: Kit, to json: inout JSONWriter) {
    let used = Set(kit.classes.values.flatMap(\.properties).map(\.kind))
    json.object { json in
      for kind in Kit.PropertyKind.allCases where used.contains(kind) {
        json.member(kind.rawValue) { json in
          json.object { json in
            json.member("meaning", kind.meaning)
            json.name("example")
            json.raw(kind.example.utf8)
          }
        }
      }
    }
  }

  private static func table<Entry>(
    _ name: String, _ entries: [String: Entry], to json: inout JSONWriter,
    _ write: (inout JSONWriter, Entry) -> Void
  ) {
    json.member(name) { json in
      json.object { json in
        for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
          json.member(name) { write(&$0, entry) }
        }
      }
    }
  }

  private static func write(_ axis: Kit.Axis, to json: inout JSONWriter) {
    json.object { json in
      json.texts("values", axis.values)
      json.member("combine", axis.combines)
      if let fallback = axis.fallback { json.member("fallback", fallback) }
    }
  }

  private static func write(_ trait: Kit.Trait, to json: inout JSONWriter) {
    json.object { json in
      switch trait.domain {
      case .values(let values): json.texts("values", values)
      case .number: json.member("kind", "number")
      case .text: json.member("kind", "text")
      }
      if let standard = trait.defaultValue { json.traitMember("default", standard, trait.domain) }
      if let hint = trait.hint { json.member("hint", hint) }
      guard !trait.hintValues.isEmpty else { return }
      json.member("hintValues") { json in
        json.object { json in
          for (word, value) in trait.hintValues.sorted(by: { $0.key < $1.key }) {
            json.traitMember(word, value, trait.domain)
          }
        }
      }
    }
  }

  private static func write(
    _ color: Theme.Variants<ColorExpression>, _ kit: Kit, to json: inout JSONWriter
  ) {
    guard let base = color.base else { return json.null() }
    guard !color.variants.isEmpty || base.isExact else { return base.write(to: &json) }
    json.object { json in
      json.member("value") { base.write(to: &$0) }
      guard !color.variants.isEmpty else { return }
      json.member("when") { json in
        json.array { json in
          for variant in color.variants {
            json.object { json in
              json.member("traits") { json in
                json.object { json in
                  for (name, value) in variant.traits.sorted(by: { $0.key < $1.key }) {
                    json.traitMember(name, value, kit.traits[name]?.domain ?? .text)
                  }
                }
              }
              json.member("value") { json in
                if let content = variant.content { content.write(to: &json) } else { json.null() }
              }
            }
          }
        }
      }
    }
  }

  private static func write(_ pair: Kit.ContrastPair, to json: inout JSONWriter) {
    json.object { json in
      json.member("class", pair.className)
      json.member("text", ([pair.text.description] + pair.textPart).joined(separator: "/"))
      json.member("background", ([pair.background.description] + pair.backgroundPart).joined(separator: "/"))
    }
  }
}

extension JSONWriter {
  /// A class as a kit's document has it.
  package mutating func kitClass(_ entry: Kit.Class) {
    object { json in
      json.name("superclass")
      if let superclass = entry.superclass { json.string(superclass) } else { json.null() }
      json.member("appearance", entry.isThemeable)
      json.member("container", entry.isContainer)
      if !entry.excludes.isEmpty { json.texts("excludes", entry.excludes) }
      if let selector = entry.selector { json.member("selector", selector) }
      guard !entry.properties.isEmpty else { return }
      json.member("properties") { json in
        json.array { json in for property in entry.properties { json.kitProperty(property) } }
      }
    }
  }

  /// A property as a kit's document, or a theme that adds it, has it.
  mutating func kitProperty(_ property: Kit.Property) {
    object { json in
      json.member("name", property.name)
      json.member("kind", property.kind.rawValue)
      if !property.axes.isEmpty { json.texts("axes", property.axes) }
      if let unit = property.unit { json.member("unit", unit.rawValue) }
      if property.textForm != (property.kind == .word ? .bare : .string) {
        json.member("css", property.textForm.rawValue)
      }
      if !property.words.isEmpty { json.texts("values", property.words) }
      if !property.isMarked { json.member("marked", false) }
    }
  }

  fileprivate mutating func texts(_ name: String, _ items: [String]) {
    member(name) { json in json.array { json in for item in items { json.string(item) } } }
  }

  /// A trait's value: numbers stand without quotes.
  fileprivate mutating func traitMember(_ name: String, _ value: String, _ domain: Kit.Trait.Domain) {
    if case .number = domain, let number = Double(value) { member(name, number) } else { member(name, value) }
  }
}

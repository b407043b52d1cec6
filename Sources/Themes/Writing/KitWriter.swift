internal import Documents

/// Writes the document of a kit: with all that it has from the kits that it builds on, and with the kinds of values.
package enum KitWriter {
  /// Returns the document, its names sorted.
  package static func document(of kit: Kit) -> [UInt8] {
    let used = Set(kit.classes.values.flatMap(\.properties).map(\.kind))
    let kinds = Kit.PropertyKind.allCases.filter(used.contains).map { ($0.rawValue, $0) }
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("title", kit.title)
      if !kit.ancestors.isEmpty { json.strings("lineage", [kit.name] + kit.ancestors) }
      json.table("kinds", kinds) { json, kind in
        json.object { json in
          json.member("meaning", kind.meaning)
          json.member("example") { $0.raw(kind.example.utf8) }
        }
      }
      json.table("axes", kit.axes) { write($1, to: &$0) }
      json.table("traits", kit.traits) { write($1, to: &$0) }
      json.table("colors", kit.colors) { ThemeWriter(kit: kit).write($1, to: &$0) }
      json.list("contrasts", kit.contrasts) { write($1, to: &$0) }
      json.table("classes", kit.classes) { $0.kitClass($1) }
    }
    return json.finished()
  }

  private static func write(_ axis: Kit.Axis, to json: inout JSONWriter) {
    json.object { json in
      json.strings("values", axis.values)
      json.member("combine", axis.combines)
      if let fallback = axis.fallback { json.member("fallback", fallback) }
    }
  }

  private static func write(_ trait: Kit.Trait, to json: inout JSONWriter) {
    json.object { json in
      switch trait.domain {
      case .values(let values): json.strings("values", values)
      case .number: json.member("kind", "number")
      case .text: json.member("kind", "text")
      }
      if let standard = trait.defaultValue {
        json.member("default") { $0.traitValue(standard, trait.domain) }
      }
      if let hint = trait.hint { json.member("hint", hint) }
      guard !trait.hintValues.isEmpty else { return }
      json.table("hintValues", trait.hintValues) { $0.traitValue($1, trait.domain) }
    }
  }

  private static func write(_ pair: Kit.ContrastPair, to json: inout JSONWriter) {
    json.object { json in
      json.member("class", pair.className)
      json.member("text", pair.textName)
      json.member("background", pair.backgroundName)
    }
  }
}

extension JSONWriter {
  package mutating func kitClass(_ entry: Kit.Class) {
    object { json in
      json.member("superclass") { json in
        if let superclass = entry.superclass { json.string(superclass) } else { json.null() }
      }
      json.member("appearance", entry.isThemeable)
      json.member("container", entry.isContainer)
      if !entry.excludes.isEmpty { json.strings("excludes", entry.excludes) }
      if let selector = entry.selector { json.member("selector", selector) }
      guard !entry.properties.isEmpty else { return }
      json.list("properties", entry.properties) { $0.kitProperty($1) }
    }
  }

  mutating func kitProperty(_ property: Kit.Property) {
    object { json in
      json.member("name", property.name)
      json.member("kind", property.kind.rawValue)
      if !property.axes.isEmpty { json.strings("axes", property.axes) }
      if let unit = property.unit { json.member("unit", unit.rawValue) }
      if property.textForm != (property.kind == .word ? .bare : .string) {
        json.member("css", property.textForm.rawValue)
      }
      if !property.words.isEmpty { json.strings("values", property.words) }
      if !property.isMarked { json.member("marked", false) }
      if !property.hasSetter { json.member("setter", false) }
    }
  }

  /// Writes a trait's value: numbers have no quotes.
  mutating func traitValue(_ value: String, _ domain: Kit.Trait.Domain?) {
    if case .number = domain, let number = Double(value) { self.number(number) } else { string(value) }
  }
}

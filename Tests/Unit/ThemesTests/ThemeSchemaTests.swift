import Documents
import TestSupport
import Testing
import Themes

/// The schema that is made from kits. Scripts/schemas holds it against a real validator.
@Suite struct `The schema of themes` {
  private static func schema(_ kits: [Kit]) throws -> JSONNode {
    let file = SourceFile(name: "schema", bytes: ThemeSchema(of: kits).document())
    return try #require(JSONReader.read(file).root)
  }

  @Test func `in Config is what the kits and themes there give`() {
    let library = ProjectFiles.shipped
    let schema = ThemeSchema(
      of: library.kits.values, styles: library.styledTargets(of: library.themes.keys),
      addedTraits: library.addedTraits(of: library.themes.keys))
    #expect(
      schema.document() == ProjectFiles.bytes("Config/schema/theme.schema.json"),
      "run: livery schema --out Config/schema/theme.schema.json")
  }

  @Test func `refers to nothing that is not there, and has nothing that nobody refers to`() throws {
    let text = ProjectFiles.text("Config/schema/theme.schema.json")
    let root = try #require(JSONReader.read(SourceFile(name: "schema", bytes: Array(text.utf8))).root)
    let names = Self.defined(in: root)
    #expect(names.count > 100)
    #expect(Self.referred(in: text) == names)
  }

  private static func defined(in root: JSONNode) -> Set<String> {
    Set(root["$defs"].map { Array($0.members).map(\.name) } ?? [])
  }

  private static func referred(in text: String) -> Set<String> {
    Set(text.split(separator: "\"#/$defs/").dropFirst().map { String($0.prefix { $0 != "\"" }) })
  }

  @Test func `says once what a kit has from the one below`() throws {
    let acme = SourceFile(
      name: "kits/acme.json",
      bytes: Array(
        #"{ "extends": "uikit", "traits": { "tier": { "values": ["free", "gold"] } }, "classes": { "UIView": { "properties": [{ "name": "glow", "kind": "number" }] }, "Tag": { "superclass": "UIView" } } }"#
          .utf8))
    let kits = Library.read(kits: ProjectFiles.all(in: "Config/kits") + [acme], themes: []).kits
    let root = try Self.schema(Array(kits.values))
    let own = root["$defs"].map { Array($0.members).map(\.name).filter { $0.hasPrefix("acme:") } } ?? []
    #expect(
      own.sorted() == [
        "acme:colorEntry", "acme:container", "acme:for", "acme:imageEntry", "acme:in", "acme:known",
        "acme:openRule", "acme:rule",
        "acme:set:UIView", "acme:theme", "acme:traits", "acme:valueEntry",
      ])
    #expect(root["$defs"]?["acme:set:UIView"]?["properties"]?.members.map(\.name) == ["glow"])
    #expect(root["$defs"]?["acme:colorEntry"] != nil, "it has more words")
  }

  @Test func `grows to a size and no further, with every kit in it`() throws {
    let kits = (0..<60).map { number in
      Kit(
        name: "k\(number)", title: "K",
        classes: Dictionary(
          uniqueKeysWithValues: (0..<400).map { index in
            let name = "A" + String(repeating: "b", count: 50) + "\(index)"
            let properties = (0..<3).map {
              Kit.Property(name: "p\(index)_\($0)", kind: .color, axes: ["state"])
            }
            return (
              name,
              Kit.Class(
                name: name, superclass: nil, isThemeable: true, isContainer: true, properties: properties)
            )
          }),
        axes: ["state": Kit.Axis(values: ["normal", "on", "off"], combines: true, fallback: "normal")],
        traits: [:])
    }
    let document = ThemeSchema(of: kits).document()
    #expect(document.count < ThemeSchema.mostBytes + (256 << 10))
    let root = try #require(JSONReader.read(SourceFile(name: "schema", bytes: document)).root)
    #expect(root["$defs"]?["k0:rule"] != nil)
    #expect(kits.allSatisfy { root["$defs"]?["\($0.name):theme"] != nil })
    #expect(root["$defs"]?["k9:theme"]?["$comment"] != nil, "the last by its name")
  }

  @Test func `leaves a kit out whose parent is too large, and refers to nothing of it`() throws {
    let long = String(repeating: "p", count: 200)
    let properties = (0..<20_000).map { Kit.Property(name: "\(long)\($0)", kind: .color, axes: []) }
    let large = Kit.Class(
      name: "A", superclass: nil, isThemeable: true, isContainer: true, properties: properties)
    let kits = [[], ["large"]].map { ancestors in
      Kit(
        name: ancestors.isEmpty ? "large" : "small", title: "K", ancestors: ancestors, classes: ["A": large],
        axes: [:], traits: [:])
    }
    let document = ThemeSchema(of: kits).document()
    let root = try #require(JSONReader.read(SourceFile(name: "schema", bytes: document)).root)
    #expect(root["$defs"]?["large:theme"]?["$comment"] != nil)
    #expect(root["$defs"]?["small:theme"]?["$comment"] != nil)
    #expect(Self.referred(in: String(decoding: document, as: UTF8.self)).isSubset(of: Self.defined(in: root)))
  }

  @Test func `has an example of each kind that is taken as it stands`() throws {
    for (name, kit) in ProjectFiles.shipped.kits {
      var rules: [String] = []
      for entry in kit.classes.values.sorted(by: { $0.name < $1.name }) where entry.isThemeable {
        let settings = entry.properties.map { property in
          let axes = property.axes.map { kit.axes[$0].flatMap { $0.fallback ?? $0.values.first } ?? "" }
          return "\"\(([property.name] + axes).joined(separator: ":"))\": \(property.kind.example)"
        }
        if !settings.isEmpty {
          rules.append(#"{ "for": "\#(entry.name)", "set": { \#(settings.joined(separator: ", ")) } }"#)
        }
      }
      let text =
        ##"{ "kit": "\##(name)", "colors": { "accent": "#123456" }, "appearance": [\##(rules.joined(separator: ", "))] }"##
      let library = Library.read(
        kits: ProjectFiles.all(in: "Config/kits"),
        themes: [SourceFile(name: "themes/t.json", bytes: Array(text.utf8))])
      #expect(library.problems.filter { $0.severity == .error }.map(\.text) == [])
    }
  }
}

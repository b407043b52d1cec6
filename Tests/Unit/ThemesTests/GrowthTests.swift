import Documents
import TestSupport
import Testing
import Themes

/// The time to read a document grows with its size, not with the square. The long form, LIVERY_LONG=1, tries all of the
/// fuzzer's first inputs, and larger ones.
@Suite(.serialized) struct GrowthTests {
  private static let size = isLong ? 64 << 10 : 8 << 10
  private static let most = isLong ? 120.0 : 30.0

  @Test func `of the fuzzer's documents made larger`() throws {
    let files = ProjectFiles.files(in: "Tests/Campaigns/Fuzz/corpus/document").filter {
      $0.baseName.hasPrefix("theme-")
    }
    #expect(files.count > 20)
    for (index, file) in files.enumerated() where isLong || index.isMultiple(of: 4) {
      // The first byte chooses the reader.
      let complaint = ThemeTrial.growth(
        of: Array(file.bytes.dropFirst()), named: "\(file.baseName).json", from: Self.size, atMost: Self.most)
      #expect(complaint == nil)
    }
  }

  static let hostile: [(name: String, text: @Sendable (Int) -> String)] = [
    ("references that lead nowhere", { colors($0) { #""c\#($0)": "{missing\#($0)}""# } }),
    ("a chain of references", { colors($0) { $0 == 0 ? #""c0": "red""# : #""c\#($0)": "{c\#($0 - 1)}""# } }),
    (
      "names that nearly meet",
      { colors($0) { #""a\#(String(repeating: "-", count: $0 % 7))b\#($0)": "red""# } }
    ),
    ("colors that are none", { colors($0) { #""c\#($0)": "no color""# } }),
    (
      "variants by a text",
      {
        colors(1) { _ in #""base": "red""# }.dropLast(2) + variants($0)
      }
    ),
    ("rules for one class", { rules($0) { #"{ "for": "UILabel", "set": { "color": "\#(hex($0))" } }"# } }),
    ("rules by style", { rules($0) { #"{ "for": "UIButton.s\#($0)", "set": { "tintColor": "red" } }"# } }),
    (
      "classes that are none",
      { rules($0) { #"{ "for": "UIButtom\#($0)", "set": { "tintColor": "red" } }"# } }
    ),
  ]

  private static func colors(_ count: Int, _ member: (Int) -> String) -> String {
    #"{ "colors": { \#((0..<count).map(member).joined(separator: ",")) } }"#
  }

  private static func variants(_ count: Int) -> String {
    let variants = (0..<count).map { #"{ "traits": { "typesettingLanguage": "l\#($0)" }, "value": "blue" }"# }
    return #", "many": { "value": "red", "when": [ \#(variants.joined(separator: ",")) ] } } }"#
  }

  private static func rules(_ count: Int, _ rule: (Int) -> String) -> String {
    #"{ "appearance": [ \#((0..<count).map(rule).joined(separator: ",")) ] }"#
  }

  private static func hex(_ number: Int) -> String {
    "#" + String(repeating: "0", count: 6 - String(number, radix: 16).count) + String(number, radix: 16)
  }

  static let tokens: [(name: String, text: @Sendable (Int) -> String)] = [
    (
      "a chain of aliases",
      { tokens($0) { #"{ "$value": "\#($0 == 0 ? "no" : "{t\($0 - 1)}")", "$type": "any" }"# } }
    ),
    ("a chain of pointers", { tokens($0) { ##"{ "$ref": "#/t\##($0 + 1)" }"## } }),
    (
      "pointers to parts",
      { tokens($0) { ##"{ "$type": "x", "$value": { "a": { "$ref": "#/t\##($0 + 1)/$value/a" } } }"## } }
    ),
    ("groups one of which extends the next", { tokens($0) { #"{ "$extends": "{t\#($0 + 1)}" }"# } }),
    (
      "tokens that many groups inherit",
      {
        #"{ "g": { "$type": "number", "m": { "$value": 1 }, "n": { "$value": "{g.m}" } }, "#
          + tokens($0) { _ in #"{ "$extends": "{g}" }"# }.dropFirst(1)
      }
    ),
    ("references to nothing", { tokens($0) { #"{ "$type": "number", "$value": "{missing\#($0)}" }"# } }),
    (
      "one circle",
      { count in tokens(count) { #"{ "$type": "number", "$value": "{t\#(($0 + 1) % count)}" }"# } }
    ),
    (
      "one circle of pointers",
      { count in tokens(count) { ##"{ "$ref": "#/t\##(($0 + 1) % count)" }"## } }
    ),
  ]

  static let studio: [(name: String, text: @Sendable (Int) -> String)] = [
    ("references that stay", { tokens($0) { #"{ "type": "number", "value": "\#(before($0))" }"# } }),
    ("sums one after another", { tokens($0) { #"{ "type": "number", "value": "\#(before($0)) + 1" }"# } }),
    ("text put into text", { tokens($0) { #"{ "type": "text", "value": "\#(before($0))a" }"# } }),
    (
      "one circle",
      { count in tokens(count) { #"{ "type": "number", "value": "{t\#(($0 + 1) % count)}" }"# } }
    ),
    (
      "circles that all go through one token",
      { count in tokens(count) { #"{ "type": "number", "value": "{t\#(($0 + 1) % count)} + {t0}" }"# } }
    ),
    ("sums of nothing", { tokens($0) { #"{ "type": "number", "value": "{missing\#($0)} + 1" }"# } }),
    (
      "sets that replace each other",
      {
        tokens($0) { #"{ "n": { "type": "number", "value": "\#($0)" } }"# }.dropLast(2)
          + #", "$metadata": {} }"#
      }
    ),
    (
      "themes with a set each",
      {
        let themes = (0..<$0).map {
          #"{ "name": "\#($0)", "group": "g", "selectedTokenSets": { "t\#($0)": "enabled" } }"#
        }
        return tokens($0) { #"{ "n\#($0)": { "type": "number", "value": 1 } }"# }.dropLast(2)
          + #", "$themes": [ \#(themes.joined(separator: ",")) ] }"#
      }
    ),
  ]

  private static func before(_ number: Int) -> String { number == 0 ? "1" : "{t\(number - 1)}" }

  @Test(arguments: 0..<studio.count)
  func `of files of Tokens Studio that were made to be slow`(_ index: Int) {
    expectGrowth(of: Self.studio[index], in: "hostile.tokensstudio.json")
  }

  private static func tokens(_ count: Int, _ token: (Int) -> String) -> String {
    "{ \((0..<count).map { "\"t\($0)\": \(token($0))" }.joined(separator: ",")) }"
  }

  static let resolvers: [(name: String, text: @Sendable (Int) -> String)] = [
    (
      "sets that have others in them",
      { sets($0) { ##"{ "sources": [{ "$ref": "#/sets/s\##($0 + 1)" }] }"## } }
    ),
    (
      "sets that have another in them twice",
      {
        sets($0) {
          let next = ##"{ "$ref": "#/sets/s\##($0 + ($0 % 60 == 59 ? 2 : 1))" }"##
          return "{ \"sources\": [\($0 % 60 == 58 ? "" : "\(next), \(next)")] }"
        }
      }
    ),
    ("sets that are others", { sets($0) { ##"{ "$ref": "#/sets/s\##($0 + 1)" }"## } }),
    ("sets that refer to nothing", { sets($0) { ##"{ "sources": [{ "$ref": "#/sets/none\##($0)" }] }"## } }),
    (
      "sources that point to nothing",
      { sets($0) { ##"{ "sources": [{ "a\##($0)": { "$ref": "#/none\##($0)" } }] }"## } }
    ),
    (
      "modifiers that touch one token",
      {
        order($0) {
          #"{ "name": "m\#($0)", "type": "modifier", "contexts": { "a": [{ "n": { "$type": "number", "$value": 1 } }], "b": [] } }"#
        }
      }
    ),
    (
      "contexts with tokens that point to one another",
      {
        order(6) { number in
          #"{ "name": "m\#(number)", "type": "modifier", "contexts": { "a": [], "b": [{ "n": { "$type": "number", "$value": 1 } }] } }"#
        }
        .dropLast(3) + #", { "name": "s", "type": "set", "sources": ["#
          + tokens($0) {
            ##"{ "$type": "x", "$value": [{ "$ref": "#/t\##($0 + 1)/$value/0" }, { "$ref": "#/n/$value" }] }"##
          } + "] }] }"
      }
    ),
  ]

  private static func sets(_ count: Int, _ set: (Int) -> String) -> String {
    let sets = (0..<count).map { "\"s\($0)\": \(set($0))" }
    let order = (0..<count).map { ##"{ "$ref": "#/sets/s\##($0)" }"## }
    return
      #"{ "version": "2025.10", "sets": { \#(sets.joined(separator: ",")) }, "resolutionOrder": [\#(order.joined(separator: ","))] }"#
  }

  private static func order(_ count: Int, _ item: (Int) -> String) -> String {
    #"{ "version": "2025.10", "resolutionOrder": [\#((0..<count).map(item).joined(separator: ","))] }"#
  }

  @Test(arguments: 0..<resolvers.count)
  func `of resolver documents that were made to be slow`(_ index: Int) {
    expectGrowth(of: Self.resolvers[index], in: "hostile.resolver.json")
  }

  @Test(arguments: 0..<tokens.count)
  func `of token documents that were made to be slow`(_ index: Int) {
    expectGrowth(of: Self.tokens[index], in: "hostile.tokens.json")
  }

  @Test(arguments: 0..<hostile.count)
  func `of documents that were made to be slow`(_ index: Int) {
    expectGrowth(of: Self.hostile[index], in: "hostile.json")
  }

  @Test func `of a kit each of whose classes is above the next`() {
    let unit = isLong ? 2000 : 400
    let kits = Dictionary(
      uniqueKeysWithValues: [1, 2, 4].map { ($0, [Self.kit(chain: $0 * unit)]) })
    let complaint = ProcessorTime.complaint("a chain of classes", atMost: Self.most) { times in
      _ = Library.read(kits: kits[times] ?? [], themes: [])
    }
    #expect(complaint == nil)
  }

  /// Classes named so that the last comes first where they are sorted.
  private static func kit(chain count: Int) -> SourceFile {
    let classes = (0..<count).map { number in
      #""C\#(1_000_000 - number)": { "superclass": \#(number == 0 ? "null" : "\"C\(1_000_001 - number)\"") }"#
    }
    let text = #"{ "classes": { \#(classes.joined(separator: ",")) }, "axes": {}, "traits": {} }"#
    return SourceFile(name: "kits/chain.json", bytes: Array(text.utf8))
  }

  @Test func `is bounded for a kit by the superclasses that a class may have`() {
    let sound = Library.read(kits: [Self.kit(chain: 101)], themes: [])
    #expect(sound.problems.map(\.text) == [])
    let deep = Library.read(kits: [Self.kit(chain: 250)], themes: [])
    #expect(deep.problems.map(\.code) == ["deep-class", "deep-class"])
    #expect(deep.problems.first?.message.hasPrefix("'C999899' has more than 100 superclasses") == true)
  }

  private func expectGrowth(of document: (name: String, text: @Sendable (Int) -> String), in file: String) {
    let (name, text) = document
    let unit = isLong ? 2000 : 400
    let kit = ProjectFiles.file("Config/kits/uikit.json")
    let files = Dictionary(
      uniqueKeysWithValues: [1, 2, 4].map {
        ($0, SourceFile(name: "themes/\(file)", bytes: Array(text($0 * unit).utf8)))
      })
    let complaint = ProcessorTime.complaint(name, atMost: Self.most) { times in
      guard let file = files[times] else { return }
      _ = Library.read(kits: [kit], themes: [file])
    }
    #expect(complaint == nil)
  }
}

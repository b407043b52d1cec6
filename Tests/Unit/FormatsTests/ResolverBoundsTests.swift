@testable import Documents
@testable import Formats
import TestSupport
import Testing

@testable import Themes

/// Tests of the bounds of hostile resolver documents.
@Suite struct `A resolver document is bounded` {
  private static let kits = [
    SourceFile(name: "kits/uikit.json", bytes: Array(#"{ "title": "Small", "classes": {} }"#.utf8))
  ]

  private static func library(_ members: String, beside files: [String: String] = [:]) -> Library {
    let text = "{ \"version\": \"2025.10\", \(members) }"
    let source = SourceFile(name: "themes/t.resolver.json", bytes: Array(text.utf8)).gathering { name in
      files[String(name.dropFirst("themes/".count))].map { Array($0.utf8) }
    }
    return Library.read(kits: kits, themes: [source])
  }

  private static func codes(_ members: String, beside files: [String: String] = [:]) -> Set<String> {
    Set(library(members, beside: files).problems.map(\.code))
  }

  private static func number(_ name: String, _ value: Int) -> String {
    #""\#(name)": { "$type": "number", "$value": \#(value) }"#
  }

  /// Returns sets. Each contains the next one so many times.
  private static func nested(_ count: Int, times: Int, last: String) -> String {
    let sets = (0..<count).map { number in
      let next = Array(repeating: ##"{ "$ref": "#/sets/s\##(number + 1)" }"##, count: times)
      return #""s\#(number)": { "sources": [\#(next.joined(separator: ", "))] }"#
    }
    return ##""sets": { \##(sets.joined(separator: ", ")), "s\##(count)": { "sources": [\##(last)] } }, "##
      + ##""resolutionOrder": [{ "$ref": "#/sets/s0" }]"##
  }

  private static func modifiers(_ count: Int, _ contexts: (Int) -> String) -> String {
    let modifiers = (0..<count).map {
      #"{ "name": "m\#($0)", "type": "modifier", "default": "c0", "contexts": { \#(contexts($0)) } }"#
    }
    return "\"resolutionOrder\": [\(modifiers.joined(separator: ", "))]"
  }

  @Test func `where sets name others more than once`() {
    #expect(Self.codes(Self.nested(40, times: 2, last: "{ \(Self.number("n", 1)) }")) == ["too-many-sources"])
    #expect(Self.codes(Self.nested(40, times: 2, last: "")) == [])
  }

  @Test func `where sets, references or files lead on and on`() {
    #expect(Self.codes(Self.nested(100, times: 1, last: "")) == ["too-deep"])
    let chain = (0..<100).map { ##""s\##($0)": { "$ref": "#/sets/s\##($0 + 1)" }"## }.joined(separator: ", ")
    let end = #""s100": { "sources": [] }"#
    #expect(Self.codes("\"sets\": { \(chain), \(end) }, \"resolutionOrder\": []").contains("too-deep"))
    let files = (0..<40).map { ("f\($0).json", #"{ "sources": [{ "$ref": "f\#($0 + 1).json" }] }"#) }
    let found = Self.library(
      #""resolutionOrder": [{ "name": "s", "type": "set", "sources": [{ "$ref": "f0.json" }] }]"#,
      beside: Dictionary(uniqueKeysWithValues: files))
    #expect(found.problems.map(\.message) == ["Files refer to one another over more than 16 steps here."])
    #expect(found.problems.map(\.place.file) == ["themes/f15.json"])
  }

  @Test func `by the number of modifiers and contexts`() {
    let two = #""c0": [], "c1": []"#
    #expect(Self.codes(Self.modifiers(64) { _ in two }) == [])
    #expect(Self.codes(Self.modifiers(65) { _ in two }) == ["too-many-modifiers"])
    let many = (0..<513).map { "\"c\($0)\": []" }.joined(separator: ", ")
    #expect(Self.codes(Self.modifiers(1) { _ in many }) == ["too-many-contexts"])
  }

  @Test func `where many contexts touch many tokens`() {
    let tokens = (0..<1000).map { Self.number("n\($0)", $0) }.joined(separator: ", ")
    let codes = Self.codes(Self.modifiers(9) { _ in "\"c0\": [], \"c1\": [{ \(tokens) }]" })
    #expect(codes == ["too-many-variants"])
  }

  @Test func `where tokens refer to what is there in some contexts only`() {
    let rare = (0..<60).map { Self.number("r\($0)", $0) }.joined(separator: ", ")
    let all = (0..<60).map { "\"k\($0)\": \"{r\($0)}\"" }.joined(separator: ", ")
    let others = (0..<600).map { #""o\#($0)": { "$type": "x", "$value": { \#(all) } }"# }
    let first = "{ \(others.joined(separator: ", ")) }, { \(rare) }"
    let modifiers = Self.modifiers(8) { "\"c0\": [], \"c1\": [\($0 == 0 ? first : "{ \(rare) }")]" }
    #expect(Self.codes(modifiers).contains("too-many-contexts"))
  }

  @Test func `where a modifier makes a theme of each of many contexts`() {
    let tokens = (0..<5000).map { Self.number("n\($0)", $0) }.joined(separator: ", ")
    let contexts = (0..<100).map { "\"c\($0)\": []" }.joined(separator: ", ")
    let library = Self.library(
      #""resolutionOrder": [{ "name": "s", "type": "set", "sources": [{ \#(tokens) }] }, "#
        + #"{ "name": "theme", "type": "modifier", "default": "c0", "contexts": { \#(contexts) } }]"#)
    #expect(library.problems.map(\.code) == ["too-many-tokens"])
    #expect(library.themes.count == 1)
  }
}

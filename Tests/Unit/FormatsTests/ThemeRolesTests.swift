import Documents
import Formats
import TestSupport
import Testing
import Themes

/// Rules that are proposed by the names of colors.
struct ThemeRolesTests {
  private static let kits = ProjectFiles.all(in: "Config/kits")

  private static func library(_ files: [String: String]) -> Library {
    let sources = files.map { SourceFile(name: "themes/\($0.key)", bytes: Array($0.value.utf8)) }
    return Library.read(kits: kits, themes: sources, in: .all)
  }

  private static func tokens(_ names: [String]) -> String {
    let tokens = names.map {
      ##""\##($0)": { "$value": { "colorSpace": "srgb", "components": [1, 0, 0] } }"##
    }
    return ##"{ "$type": "color", \##(tokens.joined(separator: ", ")) }"##
  }

  @Test(arguments: ["uikit", "web", "android"]) func `are rules that the kit has`(kit: String) throws {
    let files = [
      "t.tokens.json": Self.tokens([
        "background", "surface", "text", "text-secondary", "primary", "on-primary", "border",
      ]), "t.tokens.meta.json": #"{ "kit": "\#(kit)" }"#,
    ]
    let theme = try #require(Self.library(files).themes["t"])
    let roles = try #require(ThemeRoles(for: theme))
    let both = files.merging([
      "\(roles.name).json": String(decoding: roles.bytes, as: UTF8.self)
    ]) { $1 }
    let library = Self.library(both)
    #expect(library.problems.map(\.text) == [])
    #expect(library.themes[roles.name]?.rules.count == roles.proposals.count)
    #expect(roles.proposals.count >= 11)
  }

  @Test func `know the names that say what a color is for, with words that do not`() throws {
    for names in [
      ["bgColor-default", "fgColor-default", "borderColor-default"],
      ["md.sys.color.background", "md.sys.color.on-surface", "md.sys.color.outline"]
        .map { $0.split(separator: ".").joined(separator: "-") },
      ["color-bg", "color-text", "color-border"],
    ] {
      let theme = try #require(Self.library(["t.tokens.json": Self.tokens(names)]).themes["t"])
      let roles = try #require(ThemeRoles(for: theme))
      #expect(Set(roles.proposals.map(\.color)) == Set(names))
    }
  }

  @Test func `are none for names that say nothing`() throws {
    let theme = try #require(Self.library(["t.tokens.json": Self.tokens(["blue-500", "teal"])]).themes["t"])
    #expect(ThemeRoles(for: theme) == nil)
  }
}

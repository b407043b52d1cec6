import Changes
import Documents
import Testing
import Themes

@testable import ThemeAPI

/// A theme's document changes in one field at a time. Clients must notice each change.
@Suite struct `A change of one field of a theme` {
  private static let kits = [
    "mini": """
    { "title": "Mini", "axes": {}, "traits": {}, "classes": { "Label": { "superclass": null, "appearance": true,
      "container": true, "selector": ".label", "properties": [ { "name": "color", "kind": "color" } ] } } }
    """,
    "other": #"{ "extends": "mini" }"#,
  ]

  private static let base: KeyValuePairs = [
    "title": #""Sale""#, "description": #""Before""#, "kit": #""mini""#, "extends": #""night""#,
    "imagePrefix": #""a-""#, "transition": #"{ "duration": 1 }"#,
    "properties": #"{ "Label": [ { "name": "inset", "kind": "number", "unit": "px" } ] }"#,
    "traits": #"{ "season": { "values": ["summer", "winter"] } }"#,
    "colors": colors("#111111", "Text"), "fonts": "{}", "images": #"{ "logo": "sun" }"#,
    "values": #"{ "size": 1 }"#,
    "groups": #"{ "brand": { "description": "Ours" } }"#,
    "appearance": #"[ { "for": "Label", "set": { "color": "{brand.ink}", "inset": 4 } } ]"#,
  ]

  private static func colors(_ ink: String, _ description: String) -> String {
    ##"""
    { "brand.ink": { "value": "\##(ink)", "description": "\##(description)" },
      "sky": { "value": "#333333", "when": [ { "traits": { "season": "summer" }, "value": "#444444" } ] } }
    """##
  }

  /// By a field of `Theme`, what changes in the document. A theme with another name is another theme.
  private static let changes: [String: (member: String, json: String)?] = [
    "name": nil, "file": nil, "title": ("title", #""Sales""#), "about": ("description", #""After""#),
    "kit": ("kit", #""other""#), "parent": ("extends", #""new-year""#),
    "imagePrefix": ("imagePrefix", #""b-""#),
    "transition": ("transition", #"{ "duration": 2 }"#),
    "addedProperties": (
      "properties", #"{ "Label": [ { "name": "inset", "kind": "number", "unit": "em" } ] }"#
    ),
    "ownTraits": ("traits", #"{ "season": { "values": ["summer", "winter"], "default": "summer" } }"#),
    "colors": ("colors", colors("#222222", "Text")), "remarks": ("colors", colors("#111111", "Lines")),
    "fonts": ("fonts", #"{ "Brand": [{ "file": "brand.ttf" }] }"#),
    "images": ("images", #"{ "logo": "moon" }"#), "values": ("values", #"{ "size": 2 }"#),
    "groups": ("groups", #"{ "brand": { "description": "Theirs" } }"#),
    "rules": ("appearance", #"[ { "for": "Label", "set": { "color": "{brand.ink}", "inset": 5 } } ]"#),
  ]

  private static func document(changing member: String = "", to json: String = "") -> String {
    "{ " + base.map { "\"\($0.key)\": \($0.key == member ? json : $0.value)" }.joined(separator: ", ") + " }"
  }

  private let api: WritableTestAPI

  init() throws {
    api = try WritableTestAPI(kits: Self.kits, images: ["brand.ttf": "cd"])
    #expect(api.send("PUT /v1/themes/sale", Self.document())?.status == 201)
    #expect(api.activate("sale")?.status == 200)
  }

  private static let forms = ["theme", "theme.css", "theme.tokens.json"]

  private var tags: [String?] { Self.forms.map { api.ask("GET /v1/\($0)")?.header("ETag") } }

  @Test func `is listed here for each field`() throws {
    let theme = try #require(api.publisher.current.now.themeSet.library.themes["sale"])
    #expect(Mirror(reflecting: theme).children.compactMap(\.label).sorted() == Self.changes.keys.sorted())
  }

  @Test(arguments: changes.compactMap { $1.map { ($0.member, $0.json) } })
  func `is announced, moves the cursor and gives another entity tag`(member: String, json: String) throws {
    let (cursor, tags) = (api.cursor, tags)
    let watch = try #require(api.outcome("GET /v1/changes?since=\(cursor)").watch)
    _ = api.wakes.take()
    let reply = try #require(
      api.send("PUT /v1/themes/sale", Self.document(changing: member, to: json)))
    #expect(reply.status == 200)
    #expect(reply["changed"] == "true")
    #expect(api.cursor != cursor)
    #expect(api.wakes.take().contains("main"))
    #expect(watch.answer(.changed)?["changes.0.theme"] == "sale")
    #expect(self.tags != tags)
    #expect(api.send("PUT /v1/themes/sale", Self.document(changing: member, to: json))?["changed"] == "false")
  }

  @Test func `of the order of names alone moves the cursor, and the token document has another entity tag`()
    throws
  {
    let entries = [##""sky": "#333333""##, ##""air": "#444444""##, ##""brand.ink": "#111111""##]
    func put(_ entries: [String]) -> Reply? {
      let colors = "{ \(entries.joined(separator: ", ")) }"
      return api.send("PUT /v1/themes/sale", Self.document(changing: "colors", to: colors))
    }
    #expect(put(entries)?.status == 200)
    let (cursor, tags) = (api.cursor, tags)
    let reply = try #require(put([entries[1], entries[0], entries[2]]))
    #expect(reply["changed"] == "true")
    #expect(api.cursor != cursor)
    #expect(self.tags[0] == tags[0] && self.tags[1] == tags[1] && self.tags[2] != tags[2])
  }
}

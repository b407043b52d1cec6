import Foundation
import ServerAccess
import TestServer
import Testing

/// The differences that a draft makes, as a running server lists them.
@Suite struct `The consequences of a draft` {
  private static let files = [
    "kits/small.json": """
    { "classes": {
        "View": { "superclass": null, "appearance": true, "container": true,
          "properties": [ { "name": "color", "kind": "color" }, { "name": "text", "kind": "color" } ] },
        "Bar": { "superclass": "View", "appearance": true, "container": true, "properties": [] },
        "Button": { "superclass": "View", "appearance": true, "container": true, "properties": [] } },
      "axes": {}, "contrasts": [ { "class": "View", "text": "text", "background": "color" } ],
      "traits": { "mode": { "values": ["light", "dark"], "default": "light" } } }
    """,
    "themes/default.json": ##"{ "kit": "small" }"##,
    "themes/red.json": ##"""
    { "kit": "small", "colors": { "accent": "#0b4f94", "ink": "#ffffff" }, "appearance": [
      { "for": "View", "set": { "color": "{accent}", "text": "{ink}" } },
      { "for": "Button.sure", "in": "Bar", "set": { "text": "#eeeeee" } },
      { "for": "Button", "traits": { "mode": "dark" }, "set": { "color": "#000000" } } ] }
    """##,
    "themes/warm.json": ##"""
    { "extends": "red", "appearance": [ { "for": "Bar", "set": { "color": "#aa0000" } } ] }
    """##,
  ]

  private static let next = ##"""
    { "kit": "small", "colors": { "accent": "#8a2503", "ink": "#ffffff", "new": "#010203" }, "appearance": [
      { "for": "View", "set": { "color": "{accent}", "text": "{ink}" } },
      { "for": "Bar", "in": "Bar", "set": { "text": "#772211" } },
      { "for": "Button", "traits": { "mode": "dark" }, "set": { "color": "#000001" } } ] }
    """##

  /// A server that shows `red` in `main`, with a draft of it.
  private struct Stand {
    let server: RunningServer
    let id: String
    let key: String

    init() throws {
      server = try RunningServer(files: files)
      #expect(try server.post("/v1/active", #"{"theme":"red"}"#).status == 200)
      let made = try server.post("/v1/drafts?name=red", next)
      let draft = try read(made)
      (id, key) = (try #require(draft["id"] as? String), try #require(draft["key"] as? String))
    }

    var path: String { "/v1/drafts/\(id)/consequences" }

    func page(_ query: String = "") throws -> [String: Any] { try read(server.get(path + query)) }

    /// Returns the looks at places, as they are now or with the draft.
    func looks(_ places: [Place], of theme: String, draft: Bool) throws -> [[String: String]] {
      var looks = [[String: String]](repeating: [:], count: places.count)
      for traits in Set(places.map(\.traits)) {
        let own = places.indices.filter { places[$0].traits == traits }
        let nodes = own.map { ["for": places[$0].target, "in": places[$0].path] }
        let body = try JSONSerialization.data(withJSONObject: ["traits": traits, "nodes": nodes])
        let answer = try server.post(
          "/v1/appearance?theme=\(theme)\(draft ? "&draft=\(key)" : "")",
          String(decoding: body, as: UTF8.self))
        let found = try #require(try read(answer)["nodes"] as? [[String: Any]], "\(answer.text)")
        for (index, node) in zip(own, found) { looks[index] = node["set"] as? [String: String] ?? [:] }
      }
      return looks
    }
  }

  private struct Place {
    let target: String
    let path: String
    let traits: [String: String]

    init(_ target: String, _ path: String, _ traits: [String: String]) {
      (self.target, self.path, self.traits) = (target, path, traits)
    }

    init(_ entry: [String: Any]) {
      self.init(
        entry["for"] as? String ?? "", entry["in"] as? String ?? "",
        entry["traits"] as? [String: String] ?? [:])
    }

    /// Returns whether whatever is at this place is at the other one, too.
    func covers(_ other: Place) -> Bool {
      guard Self.fits(other.target, target), traits.allSatisfy({ other.traits[$0.key] == $0.value }) else {
        return false
      }
      var rest = path.split(separator: "/")[...]
      for step in other.path.split(separator: "/") {
        if let next = rest.first, Self.fits(String(step), String(next)) { rest = rest.dropFirst() }
      }
      return rest.isEmpty
    }

    private static func fits(_ part: String, _ wanted: String) -> Bool {
      let (own, asked) = (part.split(separator: "."), wanted.split(separator: "."))
      return (asked[0] == "View" || asked[0] == own[0])
        && (asked.count == 1 || asked.last == own.dropFirst().last)
    }

    static var all: [Place] {
      let parts = ["View", "Bar", "Button", "View.sure", "Bar.sure", "Button.sure"]
      let paths = [""] + parts + parts.flatMap { outer in parts.map { "\(outer)/\($0)" } }
      return paths.flatMap { path in
        parts.flatMap { part in ["light", "dark"].map { Place(part, path, ["mode": $0]) } }
      }
    }
  }

  private static func entries(_ page: [String: Any], _ list: String) -> [[String: Any]] {
    page[list] as? [[String: Any]] ?? []
  }

  @Test func `are at their places, cover every other place, and none covers another`() throws {
    let stand = try Stand()
    let found = try stand.page()
    #expect(
      found["complete"] as? Bool == true && found["next"] is NSNull && found["draft"] as? String == stand.id)
    for theme in ["red", "warm"] {
      let looks = Self.entries(found, "looks").filter { $0["theme"] as? String == theme }
      let own = looks.map { Place($0) }
      let (before, after) = (
        try stand.looks(own, of: theme, draft: false), try stand.looks(own, of: theme, draft: true)
      )
      for (index, entry) in looks.enumerated() {
        let property = try #require(entry["property"] as? String)
        let sides = (entry["before"] as? String, entry["after"] as? String)
        #expect(sides == (before[index][property], after[index][property]) && sides.0 != sides.1, "\(entry)")
        for (other, covering) in looks.enumerated() where other != index {
          let isSame = ["property", "before", "after"].allSatisfy {
            covering[$0] as? String == entry[$0] as? String
          }
          #expect(!isSame || !own[other].covers(own[index]), "\(covering) covers \(entry)")
        }
      }
      let all = Place.all
      let (old, new) = (
        try stand.looks(all, of: theme, draft: false), try stand.looks(all, of: theme, draft: true)
      )
      for (index, place) in all.enumerated() {
        for property in ["color", "text"] where old[index][property] != new[index][property] {
          #expect(
            looks.contains {
              Place($0).covers(place) && $0["property"] as? String == property
                && $0["before"] as? String == old[index][property]
                && $0["after"] as? String == new[index][property]
            }, "\(theme) \(place) \(property)")
        }
      }
    }
  }

  @Test func `say what apps read, what becomes hard to read, and where it is shown`() throws {
    let stand = try Stand()
    let at = ISO8601DateFormatter().string(from: Date() + 86_400)
    #expect(try stand.server.post("/v1/schedule", #"{"theme":"warm","from":"\#(at)"}"#).status == 201)
    let found = try stand.page()
    let themes = Self.entries(found, "themes")
    #expect(themes.map { $0["theme"] as? String } == ["red", "warm"])
    #expect(themes[0]["channels"] as? [String] == ["main"] && Self.entries(themes[0], "schedules").isEmpty)
    #expect(Self.entries(themes[1], "schedules").map { $0["channel"] as? String } == ["main"])
    let names = Self.entries(found, "names").filter { $0["theme"] as? String == "red" }
    #expect(names.map { $0["name"] as? String } == ["accent", "new"])
    #expect(names[0]["kind"] as? String == "color" && names[0]["before"] as? String == "#0b4f94")
    #expect(names[0]["after"] as? String == "#8a2503" && names[1]["before"] == nil)
    let contrast = try #require(
      Self.entries(found, "contrasts").first { $0["for"] as? String == "Bar" && $0["in"] as? String == "Bar" }
    )
    #expect(contrast["text"] as? String == "text" && contrast["on"] as? String == "color")
    #expect(contrast["needs"] as? Double == 4.5 && contrast["before"] as? Double == 8.2)
    #expect((contrast["after"] as? Double ?? 9) < 2, "\(contrast)")
    let counts = ["looks", "contrasts", "names"].map { Self.entries(found, $0).count }
    #expect(found["count"] as? Int == counts.reduce(0, +))
    for (list, count) in zip(["looks", "contrasts", "names"], counts) {
      #expect(themes.reduce(0) { $0 + ($1[list] as? Int ?? 0) } == count)
    }
    // Only one of the themes, and only those of a channel.
    let warm = try stand.page("?theme=warm")
    #expect(Self.entries(warm, "themes").map { $0["theme"] as? String } == ["warm"])
    #expect(Self.entries(warm, "looks").count == themes[1]["looks"] as? Int)
    #expect(try stand.server.post("/v1/active", #"{"theme":"default","channel":"side"}"#).status == 200)
    let other = try stand.page("?channel=side")
    #expect(Self.entries(other, "themes").isEmpty && other["count"] as? Int == 0)
    #expect(Self.entries(try stand.page("?channel=main"), "themes").count == 2)
  }

  @Test func `come in pages of one comparison`() throws {
    let stand = try Stand()
    let whole = try stand.page()
    var (next, lists, pages) = ("", ["looks": 0, "contrasts": 0, "names": 0], 0)
    repeat {
      let page = try stand.page("?limit=2\(next.isEmpty ? "" : "&after=\(next)")")
      for list in lists.keys {
        let own = Self.entries(page, list)
        let from = lists[list, default: 0]
        let expected = Self.entries(whole, list)[from..<from + own.count]
        #expect(NSArray(array: own) == NSArray(array: Array(expected)))
        lists[list] = from + own.count
      }
      #expect(page["count"] as? Int == whole["count"] as? Int)
      next = page["next"] as? String ?? ""
      pages += 1
    } while !next.isEmpty
    #expect(
      pages == ((whole["count"] as? Int ?? 0) + 1) / 2 && lists.values.reduce(0, +) == whole["count"] as? Int)
    let later = try #require(try stand.page("?limit=1")["next"] as? String)
    #expect(
      try stand.server.send("PUT", "/v1/drafts/\(stand.id)", body: "{ \"kit\": \"small\" }").status == 200)
    let refused = try stand.server.get("\(stand.path)?after=\(later)")
    #expect(refused.status == 409 && refused.text.contains("begin again without 'after'"), "\(refused.text)")
  }

  @Test(arguments: [
    ("?limit=0", 400), ("?limit=1001", 400), ("?limit=x", 400), ("?after=nothing", 400), ("?after=-1-x", 400),
    ("?after=1-0123456789abcdef", 409), ("?theme=none", 404), ("?channel=none", 404), ("?extra=1", 400),
    ("?theme=a%20b", 404),
  ])
  func `refuse what they can't take`(query: String, status: Int) throws {
    let stand = try Stand()
    let refused = try stand.server.get(stand.path + query)
    #expect(refused.status == status, "\(refused.text)")
  }

  @Test func `are refused for a draft that is unknown, has ended or is broken`() throws {
    let server = try RunningServer(files: Self.files)
    #expect(try server.get("/v1/drafts/nothing/consequences").status == 404)
    #expect(try server.send("PUT", "/v1/themes/parent", body: #"{ "kit": "small" }"#).status == 201)
    let made = try read(server.post("/v1/drafts?name=child", #"{ "extends": "parent" }"#))
    let path = "/v1/drafts/\(try #require(made["id"] as? String))"
    #expect(try server.get(path + "/consequences").status == 200)
    #expect(try server.send("DELETE", "/v1/themes/parent").status == 200)
    let broken = try server.get(path + "/consequences")
    #expect(broken.status == 409 && broken.text.contains("draft-broken"), "\(broken.text)")
    #expect(try server.send("DELETE", path).status == 200)
    let gone = try server.get(path + "/consequences")
    #expect(gone.status == 410 && gone.text.contains("draft-gone"), "\(gone.text)")
  }

  @Test func `are held until the draft or what is in force differs`() throws {
    let stand = try Stand()
    let (server, path) = (stand.server, "/v1/drafts/\(stand.id)")
    func reply(after change: () throws -> HTTPClient.ServerReply) throws -> HTTPClient.ServerReply {
      let tag = try #require(server.get(stand.path)["etag"])
      #expect(try server.get(stand.path, headers: [("If-None-Match", tag)]).status == 304)
      let connection = try server.connect()
      try connection.request("GET", stand.path, headers: ["If-None-Match: \(tag)", "Prefer: wait=30"])
      try server.waitForParked(1)
      #expect(try change().status == 200)
      return try connection.answer()
    }
    let empty = #"{ "kit": "small" }"#
    let replaced = try reply { try server.send("PUT", path, body: empty) }
    #expect(replaced.status == 200 && !replaced.text.contains(#""after":"#), "\(replaced.text)")
    // What the draft is compared with is what is in force now.
    let stale = try reply { try server.send("PUT", "/v1/themes/red", body: empty) }
    #expect(try read(stale)["count"] as? Int == 0, "\(stale.text)")
    #expect(try reply { try server.send("DELETE", path) }.status == 410)
  }

  @Test func `are at most 10000`() throws {
    let stand = try Stand()
    let colors = (0..<10_500).map { "\"c\($0)\": \"#0000ff\"" }.joined(separator: ", ")
    let document = "{ \"kit\": \"small\", \"colors\": { \(colors) } }"
    #expect(try stand.server.send("PUT", "/v1/drafts/\(stand.id)", body: document).status == 200)
    let first = try stand.page("?theme=red&limit=1000")
    #expect(first["complete"] as? Bool == false && first["count"] as? Int == 10_000)
    let next = try #require(first["next"] as? String)
    #expect(next.hasPrefix("1000-"))
    let last = try stand.page("?theme=red&limit=1000&after=9500-\(next.dropFirst(5))")
    #expect(last["next"] is NSNull && Self.entries(last, "names").count == 500)
    let beyond = try stand.server.get("\(stand.path)?theme=red&after=10001-\(next.dropFirst(5))")
    #expect(beyond.status == 400, "\(beyond.text)")
  }

  @Test func `are printed by the commands, what is hard to read first`() throws {
    let stand = try Stand()
    let address = ["--server", "http://127.0.0.1:\(stand.server.port)"]
    let listed = try Livery.run(["consequences", stand.id] + address)
    let lines = listed.output.split(separator: "\n")
    let count = try stand.page()["count"] as? Int
    #expect(listed.code == 0 && lines.count == count, "\(listed)")
    #expect(lines[0].hasPrefix("red: Bar") && lines[0].hasSuffix(", below 4.5"), "\(listed)")
    #expect(lines.contains("red: color accent: #0b4f94 → #8a2503"), "\(listed)")
    #expect(lines.contains("red: Button where mode is dark: color: #000000 → #000001"), "\(listed)")
    #expect(try Livery.run(["consequences", stand.id, "--strict"] + address).code == 1)
    #expect(try Livery.run(["consequences", stand.id, "--json"] + address).output.hasPrefix(#"{"draft":"#))
    let published = try Livery.run(["publish", stand.id] + address)
    #expect(published.output.hasPrefix("in no channel:\n  warm: "), "\(published)")
    #expect(published.output.contains("\nmain:\n  red: ") && published.output.hasSuffix("red is published\n"))
    #expect(try Livery.run(["consequences", stand.id] + address).code == 1)
  }
}

private func read(_ reply: HTTPClient.ServerReply) throws -> [String: Any] {
  try #require(
    try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any], "\(reply.text)")
}

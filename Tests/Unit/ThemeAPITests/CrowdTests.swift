import Changes
import Documents
import Testing
import Themes

@testable import ThemeAPI

/// `Livery-Next`: the addresses at which all clients with one representation wait, behind a cache.
@Suite struct `A crowd` {
  /// At the first second of a slot of 20 s.
  private static let slot = 89_938_080
  private let api: WritableTestAPI

  init() throws { api = try WritableTestAPI(crowdSlot: 20) }

  private func ask(_ target: String, _ headers: KeyValuePairs<String, String> = [:]) throws -> Reply {
    try #require(api.ask("GET \(target)", headers), "\(target) waits")
  }

  private func wait(_ target: String) throws -> Outcome.Watch {
    try #require(api.outcome("GET \(target)").watch, "\(target) is answered at once")
  }

  private func next(_ reply: Reply, of path: String = "/v1/theme.json") throws -> String {
    path + (try #require(reply.header("Livery-Next"), "\(reply.status)"))
  }

  @Test(arguments: ["theme", "theme.json", "theme.css", "theme.xml", "theme.tokens.json"])
  func `is led on by each form of the theme, and by 304`(form: String) throws {
    let found = try ask("/v1/\(form)?channel=main")
    let tag = try #require(found.header("ETag"))
    let held = tag.dropFirst().dropLast()
    let now = api.publisher.current.now
    let latest = try #require(now.activation(of: "main")?.latest)
    let since = Cursor(epoch: now.cursor.epoch, revision: latest)
    let expected = "?channel=main&held=\(held)&since=\(since)&slot=\(Self.slot)"
    #expect(found.header("Livery-Next") == expected)
    let known = try ask("/v1/\(form)?channel=main", ["If-None-Match": tag])
    #expect(known.status == 304 && known.header("Livery-Next") == expected)
    #expect(api.ask("HEAD /v1/\(form)?channel=main")?.header("Livery-Next") == expected)
    #expect(found.header("Access-Control-Expose-Headers")?.contains("Livery-Next") == true)
    // A reply from the cache leads to the slot of its own time.
    api.clock.set("2027-01-01T00:00:20Z")
    let later = try ask("/v1/\(form)?channel=main").header("Livery-Next")
    #expect(later?.hasSuffix("&slot=\(Self.slot + 1)") == true)
  }

  @Test(arguments: [
    "theme.android.zip", "theme.xcassets.zip", "theme.d.ts", "theme.tokensstudio.json", "active", "themes",
  ])
  func `is led on by nothing else`(target: String) throws {
    #expect(try ask("/v1/\(target)").header("Livery-Next") == nil)
    let refused = try ask("/v1/\(target)?held=a&since=1-1&slot=\(Self.slot)")
    #expect(refused.status == 400 && refused.code == "unknown-parameter")
  }

  @Test func `is answered at once if it holds something else`() throws {
    for held in ["never-was", "\(try ask("/v1/theme.css").header("ETag")?.dropFirst().dropLast() ?? "")"] {
      let other = try ask("/v1/theme.json?held=\(held)&since=\(api.cursor)&slot=\(Self.slot)")
      #expect(other.status == 200 && other.header("Cache-Control") == "public, max-age=5")
      #expect(try other.text == ask("/v1/theme.json").text && other.header("Vary") == "Accept-Encoding")
      #expect(try other.header("Livery-Next") == ask("/v1/theme.json").header("Livery-Next"))
    }
  }

  @Test func `waits for a change, and is led on from it`() throws {
    let first = try next(try ask("/v1/theme.json"))
    let watch = try wait(first)
    #expect(watch.wait == .seconds(20) && watch.follows && watch.answer(.changed) == nil)
    api.activate("night")
    let changed = try #require(watch.answer(.changed))
    #expect(changed.status == 200 && changed["theme"] == "night", "\(changed.text)")
    #expect(changed.header("Cache-Control") == "public, max-age=5")
    #expect(try changed.header("ETag") == ask("/v1/theme.json").header("ETag"))
    let second = try next(changed)
    #expect(try second == next(ask("/v1/theme.json")) && second != first)
    // Who comes late with the old address is answered at once.
    #expect(try ask(first).text == changed.text)
    _ = try wait(second)
  }

  @Test func `goes on to the next slot at the end of its own`() throws {
    let first = try next(try ask("/v1/theme.json"))
    api.clock.set("2027-01-01T00:00:07Z")
    let watch = try wait(first)
    #expect(watch.wait == .seconds(13))
    api.clock.set("2027-01-01T00:00:20Z")
    let ended = try #require(watch.answer(.timedOut))
    #expect(ended.status == 204 && ended.content.bytes.isEmpty && ended.header("ETag") == nil)
    #expect(ended.header("Cache-Control") == "public, max-age=20")
    let second = try next(ended)
    #expect(second == first.replacing("slot=\(Self.slot)", with: "slot=\(Self.slot + 1)"))
    // Nobody walks through the slots between.
    api.clock.set("2027-01-01T01:00:00Z")
    let over = try ask(first)
    #expect(try next(over).hasSuffix("&slot=\(Self.slot + 180)") && over.status == 204)
    #expect(try ask(second).header("Livery-Next") == over.header("Livery-Next"))
  }

  @Test func `waits in slots of a clock that is ahead, and in none beyond`() throws {
    let first = try next(try ask("/v1/theme.json"))
    func ahead(_ count: Int) -> String {
      first.replacing("slot=\(Self.slot)", with: "slot=\(Self.slot + count)")
    }
    #expect(try wait(ahead(1)).wait == .seconds(40))
    let farthest = try wait(ahead(2))
    #expect(farthest.wait == .seconds(55), "proxies close after a minute")
    #expect(try farthest.answer(.timedOut).map { try next($0) } == ahead(3))
    #expect(try ask(ahead(3)).code == "bad-parameter")
  }

  @Test func `is sent on when the server ends`() throws {
    let first = try next(try ask("/v1/theme.json"))
    let ending = try #require(try wait(first).answer(.draining))
    #expect(ending.status == 204 && ending.header("Cache-Control") == "public, max-age=1")
    #expect(try next(ending).hasSuffix("&slot=\(Self.slot + 1)"))
  }

  @Test func `waits on while its channel changes and its representation does not`() throws {
    let first = try next(try ask("/v1/theme.xml"), of: "/v1/theme.xml")
    let watch = try wait(first)
    let same = WritableTestAPI.theme().replacing("{ \"kit\"", with: "{ \"title\": \"Other\", \"kit\"")
    #expect(api.send("PUT /v1/themes/default", same)?.status == 200)
    #expect(watch.answer(.changed) == nil)
    // Taken back before it was looked at.
    api.activate("night")
    api.activate("default")
    #expect(watch.answer(.changed) == nil)
  }

  @Test func `passes over what its address does not say`() throws {
    let plain = try ask("/v1/theme.json")
    let first = try next(plain)
    let headers: KeyValuePairs = [
      "If-None-Match": "*", "Prefer": "wait=1", "Livery-Cursor": "0123456789abcdef-99", "Accept": "text/css",
    ]
    #expect(api.outcome("GET \(first)", headers).watch != nil)
    let address = "/v1/theme?held=x&since=\(api.cursor)&slot=\(Self.slot)"
    #expect(try ask(address, headers).text == plain.text)
    #expect(try ask(address, ["If-None-Match": plain.header("ETag") ?? ""]).status == 200)
  }

  @Test func `has the form in its address that a header chose`() throws {
    let css = try ask("/v1/theme", ["Accept": "text/css"])
    let address = try next(css, of: "/v1/theme")
    #expect(address.contains("?form=css&held="))
    let watch = try wait(address)
    api.activate("night")
    #expect(try watch.answer(.changed)?.text == ask("/v1/theme.css").text)
    #expect(try ask(address).header("Content-Type") == css.header("Content-Type"))
    let page = try next(try ask("/v1/theme", ["Accept": "text/html,*/*;q=0.8"]), of: "/v1/theme")
    #expect(page.contains("pretty=true"))
    _ = try wait(page)
  }

  @Test func `is never led round in a circle, nor left behind, by a cache that keeps everything`() throws {
    var cache: [String: Reply] = [:]
    /// Returns what a client shows that follows until it has to wait, and where it waits.
    func follow(_ start: String, showing shown: String?) throws -> (theme: String?, address: String) {
      var (address, theme, steps) = (start, shown, 0)
      while true {
        steps += 1
        try #require(steps < 10, "it goes round")
        guard let reply = cache[address] ?? api.ask("GET \(address)") else { return (theme, address) }
        if address.contains("held=") { cache[address] = reply }
        if reply.status == 200 { theme = reply["theme"] }
        address = try next(reply)
      }
    }
    var clients: [(theme: String?, address: String)] = []
    for theme in ["default", "night", "default", "night", "new-year", "default"] {
      api.activate(theme)
      clients = try clients.map { try follow($0.address, showing: $0.theme) }
      clients.append(try follow("/v1/theme.json", showing: nil))
      #expect(clients.allSatisfy { $0.theme == theme })
      #expect(Set(clients.map(\.address)).count == 1, "all wait at one address")
    }
  }

  @Test func `is no crowd if a token is sent, or needed`() throws {
    let held = "held=x&since=\(api.cursor)&slot=\(Self.slot)"
    let plain = try ask("/v1/theme.json")
    let personal = try ask("/v1/theme.json", ["Authorization": "Bearer some-token-0123456789"])
    #expect(personal.text == plain.text && personal.header("Livery-Next") == nil)
    let asked = try ask(
      "/v1/theme.json?\(held)",
      ["Authorization": "Bearer some-token-0123456789", "If-None-Match": plain.header("ETag") ?? ""])
    #expect(asked.status == 304 && asked.header("Livery-Next") == nil)
    // Some caches would share it with those who wait there without a token.
    #expect(asked.header("Cache-Control") == "private, no-store")
    // What only some may see leads nowhere: the owner of the server sees a theme that no channel shows.
    let hidden = try ask("/v1/theme.json?theme=night")
    #expect(
      hidden.header("Livery-Next") == nil && hidden.header("Cache-Control")?.contains("private") == true)
    let guarded = try WritableTestAPI(
      gate: Gate(tokens: [], readToken: "reader-token-0123456789"), crowdSlot: 20)
    let read = try #require(
      guarded.ask("GET /v1/theme.json", ["Authorization": "Bearer reader-token-0123456789"]))
    #expect(read.status == 200 && read.header("Livery-Next") == nil)
    #expect(guarded.ask("GET /v1/theme.json?\(held)")?.status == 401)
  }

  @Test(arguments: [
    ("held=a&slot=89938080", "missing-parameter"), ("since=1-1&slot=89938080", "missing-parameter"),
    ("held=a&since=1-1", "missing-parameter"), ("slot=89938080", "missing-parameter"),
    ("held=a&held=a&since=1-1&slot=89938080", "repeated-parameter"),
    ("held=a&since=1-1&slot=89938080&slot=89938080", "repeated-parameter"),
    ("held=a&since=1-1&slot=x", "bad-parameter"), ("held=a&since=1-1&slot=-1", "bad-parameter"),
    ("held=a&since=1-1&slot=1.5", "bad-parameter"), ("held=a&since=1-1&slot=", "bad-parameter"),
    ("held=a&since=1-1&slot=89938083", "bad-parameter"),
    ("held=a&since=1-1&slot=99999999999999999999", "bad-parameter"),
    ("held=\(String(repeating: "a", count: 65))&since=1-1&slot=89938080", "bad-parameter"),
    ("held=a&since=\(String(repeating: "1", count: 65))&slot=89938080", "bad-parameter"),
    ("held=a\"&since=1-1&slot=89938080", "bad-parameter"), ("held=&since=1-1&slot=89938080", "bad-parameter"),
    ("held=a&since=xyz&slot=89938080", "bad-parameter"),
    ("held=a&since=1-1&slot=89938080&form=pdf", "bad-parameter"),
    ("held=a&since=1-1&slot=89938080&other=1", "unknown-parameter"),
  ])
  func `is refused for wrong parts`(query: String, code: String) throws {
    let refused = try ask("/v1/theme.json?\(query)")
    #expect(refused.status == 400 && refused.code == code, "\(refused.text)")
    #expect(refused.header("Cache-Control") == "no-store")
  }

  @Test func `is unknown to a server without slots`() throws {
    let plain = try WritableTestAPI()
    #expect(plain.ask("GET /v1/theme.json")?.header("Livery-Next") == nil)
    for query in ["held=a&since=1-1&slot=0", "slot=\(Self.slot)"] {
      #expect(plain.ask("GET /v1/theme.json?\(query)")?.code == "unknown-parameter")
    }
  }
}

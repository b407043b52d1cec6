import Changes
import Storage
import Testing

@testable import ThemeAPI

/// A second use of an idempotency key.
@Suite struct `A replay` {
  /// Each write, with the writes that must precede it.
  private static let writes: [(line: String, body: String, before: [(line: String, body: String)])] = [
    ("POST /v1/active", #"{"theme":"night","note":"n"}"#, []),
    ("POST /v1/rollback", "{}", [("POST /v1/active", #"{"theme":"night"}"#)]),
    ("POST /v1/schedule", #"{"theme":"night","from":"2027-02-01T00:00:00Z"}"#, []),
    ("PUT /v1/themes/fresh", WritableTestAPI.theme("#123456"), []),
    ("PUT /v1/themes/night", WritableTestAPI.theme("#123456"), []),
    ("PUT /v1/themes/warned", warned, []),
    ("DELETE /v1/themes/fresh", "", [("PUT /v1/themes/fresh", WritableTestAPI.theme("#123456"))]),
  ]

  /// It names a color and never uses it, which is worth a warning.
  private static let warned = ##"{ "kit": "mini", "colors": { "accent": "#ff0000", "idle": "#00ff00" } }"##

  private func fields(_ reply: Reply) -> [String] {
    (reply.headers + reply.content.headers).map { "\($0.name): \($0.value)" }.sorted()
  }

  @Test(arguments: writes.indices)
  func `is the first answer to the byte, with all its headers`(_ index: Int) throws {
    let write = Self.writes[index]
    let store = MemoryStore()
    let api = try WritableTestAPI(store: store)
    for earlier in write.before { #expect((api.send(earlier.line, earlier.body)?.status ?? 0) < 300) }
    let first = try #require(api.send(write.line, write.body, key: "k"))
    #expect(first.status < 300)
    let head = api.cursor
    for api in [api, try WritableTestAPI(store: store)] {
      let again = try #require(api.send(write.line, write.body, key: "k"))
      #expect(again.status == first.status)
      #expect(again.content.bytes == first.content.bytes)
      #expect(fields(again) == (fields(first) + ["Idempotency-Replayed: true"]).sorted())
      #expect(api.cursor == head)
    }
    #expect(api.send(write.line, write.body + " ", key: "k")?.status == 422)
  }

  @Test func `of a canceled schedule is the first answer`() throws {
    let api = try WritableTestAPI()
    let entered = try #require(
      api.send("POST /v1/schedule", #"{"theme":"night","from":"2027-02-01T00:00:00Z"}"#))
    let id = try #require(entered["schedule.id"])
    let first = try #require(api.send("DELETE /v1/schedule/\(id)", "", key: "k"))
    let again = try #require(api.send("DELETE /v1/schedule/\(id)", "", key: "k"))
    #expect(first.status == 200 && again.status == 200)
    #expect(again.content.bytes == first.content.bytes)
    #expect(api.send("DELETE /v1/schedule/\(id)", "")?.status == 404)
  }

  @Test func `of a schedule is the first answer when its time is over`() throws {
    let api = try WritableTestAPI()
    let times = #""from":"2027-01-01T01:00:00Z","until":"2027-01-01T02:00:00Z""#
    let first = try #require(api.send("POST /v1/schedule", #"{"theme":"night",\#(times)}"#, key: "k"))
    let id = try #require(first["schedule.id"])
    let changed = #"{"theme":"new-year",\#(times)}"#
    let second = try #require(api.send("PUT /v1/schedule/\(id)", changed, key: "l"))
    #expect(first.status == 201 && second.status == 200)
    api.clock.set("2027-01-01T03:00:00Z")
    try api.publisher.applyDueSchedules()
    let again = try #require(api.send("POST /v1/schedule", #"{"theme":"night",\#(times)}"#, key: "k"))
    #expect(again.status == 201 && again.content.bytes == first.content.bytes)
    let replaced = try #require(api.send("PUT /v1/schedule/\(id)", changed, key: "l"))
    #expect(replaced.status == 200 && replaced.content.bytes == second.content.bytes)
    #expect(api.send("POST /v1/schedule", #"{"theme":"night",\#(times)}"#)?.status == 400)
  }

  @Test func `of an upload comes before what its conditions say by now`() throws {
    let api = try WritableTestAPI()
    let headers: KeyValuePairs = [
      "Content-Type": "application/json", "If-None-Match": "*", "Idempotency-Key": "k",
    ]
    let first = try #require(api.ask("PUT /v1/themes/fresh", headers, body: WritableTestAPI.theme()))
    let again = try #require(api.ask("PUT /v1/themes/fresh", headers, body: WritableTestAPI.theme()))
    #expect(first.status == 201 && again.status == 201)
    #expect(again.header("Location") == "/v1/themes/fresh")
    #expect(again.header("ETag") == first.header("ETag"))
  }

  @Test func `is of the same request alone, with its conditions and its type`() throws {
    let api = try WritableTestAPI()
    func put(_ headers: KeyValuePairs<String, String>) -> Int? {
      api.ask("PUT /v1/themes/fresh", headers, body: WritableTestAPI.theme())?.status
    }
    #expect(put(["Content-Type": "application/json", "Idempotency-Key": "k"]) == 201)
    #expect(put(["Content-Type": "application/json", "Idempotency-Key": "k", "If-None-Match": "*"]) == 422)
    #expect(put(["Content-Type": "application/json", "Idempotency-Key": "k", "If-Match": "*"]) == 422)
    #expect(put(["Content-Type": "text/plain", "Idempotency-Key": "k"]) == 422)
    #expect(put(["Idempotency-Key": "k"]) == 422)
    #expect(put(["Content-Type": "application/json", "Idempotency-Key": "k"]) == 201)
  }
}

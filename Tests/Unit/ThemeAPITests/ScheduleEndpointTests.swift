import Changes
import Storage
import Testing
import Themes

@testable import ThemeAPI

@Suite struct `Schedules` {
  private let api: WritableTestAPI

  init() throws { api = try WritableTestAPI() }

  private func enter(_ body: String) -> Reply? { api.send("POST /v1/schedule", body) }

  private let order = #"{"theme":"new-year","from":"2027-01-02T00:00:00Z","until":"2027-01-09T00:00:00Z"}"#

  @Test func `a schedule is entered, listed, announced and taken back`() throws {
    let start = api.cursor
    let reply = try #require(enter(order))
    #expect(reply.status == 201)
    let id = try #require(reply["schedule.id"])
    #expect(reply.header("Location") == "/v1/schedule/\(id)")
    let one = try #require(api.ask("GET /v1/schedule/\(id)"))
    #expect(one["id"] == id && one["theme"] == "new-year" && one["state"] == "waiting")
    let tag = try #require(one.header("ETag"))
    #expect(api.ask("GET /v1/schedule/\(id)", ["If-None-Match": tag])?.status == 304)
    #expect(api.ask("GET /v1/schedule/\(id.dropLast())")?["detail"]?.contains("did you mean '\(id)'") == true)
    #expect(api.ask("GET /v1/schedule")?["schedules.0.id"] == id)
    #expect(api.ask("GET /v1/schedule")?["schedules.0.state"] == "waiting")
    #expect(api.ask("GET /v1/changes?since=\(start)")?["changes.0.kind"] == "scheduled")
    #expect(api.ask("DELETE /v1/schedule/\(id)")?.status == 200)
    #expect(api.ask("GET /v1/schedule")?.count("schedules") == 0)
    #expect(api.ask("DELETE /v1/schedule/\(id)")?.status == 404)
    #expect(api.ask("GET /v1/schedule/\(id)", ["If-None-Match": tag])?.status == 404)
    let kinds = api.ask("GET /v1/changes?since=\(start)&mode=all")
    #expect(kinds?["changes.1.kind"] == "unscheduled")
  }

  @Test func `its moments switch there and back`() throws {
    _ = enter(order)
    api.clock.set("2027-01-01T23:59:59.999Z")
    #expect(try api.publisher.applyDueSchedules().isEmpty)
    api.clock.set("2027-01-02T00:00:00Z")
    #expect(try api.publisher.applyDueSchedules().map(\.theme) == ["new-year"])
    #expect(api.ask("GET /v1/schedule")?["schedules.0.state"] == "running")
    api.clock.set("2027-01-01T12:00:00Z")
    #expect(try api.publisher.applyDueSchedules().isEmpty, "a clock set back fires nothing")
    api.clock.set("2027-01-09T00:00:00Z")
    #expect(try api.publisher.applyDueSchedules().map(\.theme) == ["default"])
    #expect(api.ask("GET /v1/active")?["theme"] == "default")
  }

  @Test func `a moment that was missed is made good at the start`() throws {
    let store = MemoryStore()
    let first = try WritableTestAPI(store: store)
    _ = first.send("POST /v1/schedule", order)
    let second = try WritableTestAPI(store: store, clock: HandClock("2027-01-05T00:00:00Z"))
    #expect(second.ask("GET /v1/active")?["theme"] == "new-year")
    let third = try WritableTestAPI(store: store, clock: HandClock("2027-02-01T00:00:00Z"))
    #expect(third.ask("GET /v1/active")?["theme"] == "default")
    #expect(third.publisher.current.now.cursor.revision == 3)
  }

  @Test(arguments: [
    (#"{"theme":"nwe-year","from":"2027-01-02T00:00:00Z"}"#, 404),
    (#"{"theme":"new-year"}"#, 400), (#"{"theme":"new-year","from":"tomorrow"}"#, 400),
    (#"{"theme":"new-year","from":"2027-01-02T00:00:00Z","until":"2027-01-02T00:00:00Z"}"#, 400),
    (#"{"theme":"new-year","from":"2026-01-02T00:00:00Z","until":"2026-02-02T00:00:00Z"}"#, 400),
  ])
  func `what can't happen is refused`(body: String, status: Int) throws {
    #expect(enter(body)?.status == status)
    #expect(api.publisher.current.now.cursor.revision == 0)
  }
}

import Documents
import ServerAccess
import Foundation
import Service
import TestServer
import Testing
import Themes

/// Switching and following with the real program, over sockets.
@Suite struct `The commands` {
  private let server: RunningServer

  init() throws {
    var files = RunningServer.oneTheme
    for name in ["night", "new-year"] { files["themes/\(name).json"] = "{}" }
    server = try RunningServer(files: files)
  }

  private func run(_ words: String...) throws -> RunningServer.Ending {
    try Livery.run(words, environment: ["LIVERY_SERVER": "http://\(server.address)"])
  }

  @Test func `and writes whose target names the host reach the same server`() throws {
    let (connection, body) = (try server.connect(), #"{ "theme": "night" }"#)
    try connection.send(
      "POST http://localhost/v1/active HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    #expect(try connection.answer().status == 200)
    #expect(try run("active").output.hasPrefix("main: night since "))
  }

  @Test func `switch, tell, go back`() throws {
    #expect(try run("active").output.hasPrefix("main: default since "))
    let switched = try run("switch", "night", "--note", "quiet now")
    #expect(switched.code == 0)
    #expect(switched.output == "main: night (was default)\n")
    #expect(try run("switch", "night").output == "main: night was active already\n")
    #expect(try run("active").output.hasSuffix(" by local: quiet now\n"))
    #expect(try run("history").output.contains("activated  night (was default)  by local: quiet now"))
    #expect(try run("rollback").output == "main: default (was night)\n")
    #expect(try run("active", "--json").output.contains(#""theme":"default""#))
  }

  @Test func `a refusal is told in the server's words and ends with 1`() throws {
    let ending = try run("switch", "nihgt")
    #expect(ending.code == 1)
    #expect(ending.errors == "livery: There is no theme 'nihgt'; did you mean 'night'?\n")
    #expect(try run("switch", "night", "--if", "0123456789abcdef-0").code == 1)
    #expect(try run("switch").code == 2)
    let nowhere = try Livery.run(["active"], environment: ["LIVERY_SERVER": "127.0.0.1:1"])
    #expect(nowhere.code == 69)
  }

  @Test(arguments: [
    ("2999-07-01 06:00", "Europe/Berlin", "2999-07-01 06:00:00+02:00", "2999-07-01T04:00:00.000Z"),
    ("2999-01-01", "America/St_Johns", "2999-01-01T00:00:00-03:30", "2999-01-01T03:30:00.000Z"),
    ("2999-01-01T06:00:30", "UTC", "2999-01-01T06:00:30+00:00", "2999-01-01T06:00:30.000Z"),
  ])
  func `a time without an offset is this machine's, and the command says so`(
    text: String, zone: String, read: String, moment: String
  ) throws {
    let words = ["schedule", "night", "--from", text, "--server", server.address]
    let ending = try Livery.run(words, environment: ["TZ": zone])
    #expect(
      ending.errors.contains("is read in this machine's time zone, ")
        && ending.errors.contains(": \(read).\n"))
    #expect(ending.output.contains("from \(moment)"), "\(ending)")
  }

  @Test(arguments: [
    ("2027-03-28 02:30", "never comes"), ("2027-10-31 02:30", "comes twice"),
    ("2027-02-30 10:00", "is not a time"),
    ("tomorrow", "is not a time"),
  ])
  func `a time that the clock does not show once is refused`(text: String, part: String) throws {
    let words = ["schedule", "night", "--from", text, "--server", server.address]
    let ending = try Livery.run(words, environment: ["TZ": "Europe/Berlin"])
    #expect(ending.code != 0 && ending.errors.contains(part), "\(ending)")
  }

  @Test func `schedules are entered, listed and taken back`() throws {
    let entered = try run("schedule", "night", "--from", "2999-01-01T00:00:00Z")
    #expect(entered.output.hasSuffix("  main: night from 2999-01-01T00:00:00.000Z  waiting\n"))
    #expect(try run("schedule").output == entered.output)
    let id = try #require(entered.output.split(separator: " ").first.map(String.init))
    #expect(try run("schedule", "--cancel", id).output == "Schedule \(id) is gone.\n")
    let nightly = try run(
      "schedule", "night", "--from", "2099-12-01 20:00", "--until", "06:00", "--every", "day", "--zone", "UTC"
    )
    #expect(
      nightly.output.hasSuffix(
        "  main: night  every day 20:00–06:00 UTC  next Tue 1 Dec 20:00 – Wed 06:00  waiting\n"),
      "\(nightly)")
    let series = String(nightly.output.prefix { $0 != " " })
    #expect(try run("schedule", "--skip", series, "--on", "2099-12-01").output.contains("next Wed 2 Dec"))
    let moved = try run(
      "schedule", "--move", series, "--on", "2099-12-02", "--from", "16:00", "--until", "18:30")
    #expect(moved.output.contains("next Wed 2 Dec 16:00 – 18:30"), "\(moved)")
    #expect(try run("schedules").output == moved.output)
    let late = try run(
      "schedule", "--move", series, "--on", "2099-12-02", "--from", "22:00", "--until", "05:00")
    #expect(late.output.contains("next Wed 2 Dec 22:00 – Thu 05:00"), "an end that is not later: \(late)")
    let both = try run("schedule", "--skip", series, "--move", series, "--on", "2099-12-02")
    #expect(both.code == 2 && both.errors.contains("nor another ID"), "\(both)")
    #expect(try run("schedule", "--cancel", series).code == 0)
    let words = [
      ("sat, sunday", "every Sat, Sun"), ("2 weeks", "every 2 weeks on Tue"),
      ("year", "every year on the 1st in Dec"),
    ]
    for (every, shown) in words {
      let first = every == "sat, sunday" ? "2099-12-05 20:00" : "2099-12-01 20:00"
      let ending = try run(
        "schedule", "night", "--from", first, "--until", "22:00", "--every", every, "--zone", "UTC",
        "--count", "9")
      #expect(ending.output.contains("night  \(shown), 9 times 20:00–22:00 UTC"), "\(ending)")
      #expect(try run("schedule", "--cancel", String(ending.output.prefix { $0 != " " })).code == 0)
    }
    #expect(try run("schedule").output == "Nothing is scheduled.\n")
  }

  @Test(arguments: [
    (["--zone", "Europe/Berln", "--every", "day"], "did you mean 'Europe/Berlin'?"),
    (["--repeat", "FREQ=DAILY", "--count", "3"], "takes no '--count'"),
    (["--repeat", "FREQ=DAILY", "--every", "day"], "takes no '--every'"),
    (["--every", "day"], "time zone has no name"),
  ])
  func `a plan that the flags leave open is refused`(flags: [String], part: String) throws {
    let words = ["schedule", "night", "--from", "20:00", "--until", "06:00", "--server", server.address]
    let ending = try Livery.run(words + flags, environment: ["TZ": "CET-1CEST"])
    #expect(ending.code == 2 && ending.errors.contains(part), "\(ending)")
  }

  @Test func `watch tells what happened since a cursor, and runs a line for it`() throws {
    let cursor = try #require(try server.get("/v1/changes")["livery-cursor"])
    _ = try run("switch", "night")
    let watch = try run("watch", "--since", cursor, "--once", "--exec", "echo $LIVERY_KIND $LIVERY_THEME >&2")
    #expect(watch.code == 0)
    #expect(watch.output.contains("activated  night (was default)"))
    #expect(watch.errors == "activated night\n")
    let lost = try run("watch", "--since", "0123456789abcdef-5", "--once", "--json")
    #expect(lost.output.contains(#""reason":"epoch""#))
    #expect(lost.output.split(separator: "\n").count == 1)
  }

  @Test func `a change carries the entity tag of the theme that it leads to`() throws {
    let cursor = try #require(try server.get("/v1/changes")["livery-cursor"])
    _ = try run("switch", "night")
    let feed = try server.get("/v1/changes?since=\(cursor)")
    let root = JSONReader.read(SourceFile(name: "feed", bytes: feed.body)).root
    let etag = root?["changes"]?.items.first { _ in true }?["etag"]?.string
    #expect(etag != nil)
    #expect(try server.get("/v1/theme")["etag"] == etag)
  }

  @Test func `a parked client is answered by the switch, over the whole way`() throws {
    let cursor = try #require(try server.get("/v1/changes")["livery-cursor"])
    let connection = try server.connect()
    try connection.request("GET", "/v1/changes?since=\(cursor)&wait=50")
    _ = try run("switch", "new-year")
    let answer = try connection.answer()
    #expect(answer.status == 200)
    #expect(answer.text.contains(#""theme":"new-year""#))
    #expect(answer["livery-cursor"] == cursor.dropLast(1) + "1")
  }

  @Test func `an event stream tells the switch`() throws {
    let connection = try server.connect()
    try connection.send(
      "GET /v1/changes HTTP/1.1\r\nHost: test\r\nAccept: text/event-stream\r\nConnection: close\r\n\r\n")
    _ = try run("switch", "new-year")
    server.signal(SIGTERM)
    let text = try connection.rest()
    #expect(text.contains("event: present"))
    #expect(text.contains("event: changes"))
    #expect(text.contains("new-year"))
  }
}

import Foundation
import ServerAccess
import TestServer
import Testing

@Suite struct `Clients that have what a channel shows` {
  private func population(_ arguments: [String] = ["--workers", "2"]) throws -> WaitingPopulation {
    WaitingPopulation(try RunningServer(files: WaitingPopulation.files, arguments: arguments))
  }

  private func switchTheme(_ people: WaitingPopulation, to theme: String) throws {
    #expect(try people.server.post("/v1/active", #"{ "theme": "\#(theme)" }"#).status == 200)
  }

  @Test func `are counted and timed at each step of a switch by what they do, a thousand of them`() throws {
    let people = try population()
    let holders = try people.clients(360, "/v1/theme.css", "Mozilla/5.0 (X11)")
    let vanishing = try people.clients(40, "/v1/theme", "LiveryClient/2 (iPhone)")
    let refusing = try people.clients(40, "/v1/changes", "LiveryKotlin/2")
    let late = try people.clients(100, "/v1/theme", "LiveryClient/2 (iPad)")
    let closing = try people.clients(270, "/v1/active", "curl/8", headers: "Connection: close\r\n")
    let untouched = try people.clients(30, "/v1/colors/page", "okhttp/4")
    let streams = people.streams(160)
    try people.expect([
      "waiting": 1000, "holding": 1000, "kinds.web.holding": 360, "kinds.swift.holding": 140,
      "kinds.kotlin.holding": 70, "kinds.stream.holding": 160, "kinds.other.holding": 270,
      "representations.theme.css.holding": 360, "representations.theme.holding": 140,
      "representations.changes.holding": 200, "representations.active.holding": 270,
      "representations.colors.holding": 30,
    ])

    try switchTheme(people, to: "second")
    for client in holders + vanishing + refusing + late + closing { #expect(try client.take() == 200) }
    for stream in streams { #expect(stream.receives(Array("event: changes".utf8))) }
    try people.expect(
      [
        "waiting": 190, "holding": 190, "told": 810, "toldInAll": 970, "kinds.stream.holding": 160,
        "kinds.swift.told": 140, "kinds.other.told": 270,
      ], share: 160.0 / 970)
    #expect(try people.figures()["back.half"] == nil)

    var before = Date()
    for client in holders { client.wait() }
    try people.expect(
      ["waiting": 550, "holding": 550, "told": 450, "toldInAll": 970], share: 520.0 / 970)
    try people.expect("half", between: before, and: Date())
    #expect(try people.figures()["back.ninety"] == nil)

    for client in refusing { client.wait("Livery-Refused: no theme in it: SyntaxError\r\n") }
    try people.expect(
      [
        "waiting": 590, "holding": 550, "told": 410, "refused": 40, "toldInAll": 970,
        "refusals.no theme in it: SyntaxError": 40, "kinds.kotlin.refused": 40,
      ], share: 520.0 / 970)

    for client in closing {
      client.reconnect()
      client.wait()
    }
    try people.expect(
      ["waiting": 860, "holding": 820, "told": 140, "refused": 40, "toldInAll": 970], share: 790.0 / 970)
    #expect(try people.figures()["back.ninety"] == nil)

    before = Date()
    for client in late { client.wait() }
    for client in vanishing { client.reconnect() }
    try people.expect(
      ["waiting": 960, "holding": 920, "told": 40, "refused": 40, "toldInAll": 970], share: 890.0 / 970)
    try people.expect("ninety", between: before, and: Date())
    #expect(try people.figures()["back.last"] == nil)
    _ = untouched
  }

  @Test func `are counted as behind until a newer change reaches them`() throws {
    let people = try population(["--workers", "1"])
    let clients = try people.clients(30, "/v1/theme", "Mozilla/5.0")
    try people.expect(["waiting": 30, "holding": 30])
    try switchTheme(people, to: "second")
    for client in clients { try client.take() }
    for client in clients.prefix(10) { client.wait() }
    try people.expect(["waiting": 10, "holding": 10, "told": 20, "toldInAll": 30])
    try switchTheme(people, to: "third")
    // The ten were told again; the twenty were told something older.
    for client in clients.prefix(10) { #expect(try client.take() == 200) }
    try people.expect(["told": 10, "behind": 20, "toldInAll": 10])
    // They come back with the older tag, and are told at once.
    for client in clients.dropFirst(10) {
      client.wait()
      #expect(try client.take() == 200)
    }
    try people.expect(["told": 30, "toldInAll": 30])
    for client in clients { client.wait() }
    try people.expect(["waiting": 30, "holding": 30, "toldInAll": 30], share: 1)
    #expect(try people.figures()["back.last"] != nil)
  }

  @Test func `add nothing with tags that nobody gave out, and one for any number of refusals`() throws {
    let people = try population()
    let one = try people.clients(1, "/v1/theme", "Mozilla/5.0")[0]
    try people.expect(["waiting": 1, "holding": 1])
    try switchTheme(people, to: "second")
    try one.take()
    for _ in 0..<50 {
      one.connection.get("/v1/theme", headers: "If-None-Match: \"made-up\"\r\nPrefer: wait=50\r\n")
      #expect(try one.take() == 200)
    }
    try people.expect(["behind": 1, "toldInAll": 1])
    for _ in 0..<3 {
      one.wait("Livery-Refused: <b>\"x\"</b> & more\r\n", seconds: 1)
      #expect(try one.take() == 304)
    }
    try people.expect(["waiting": 1, "refused": 1, "toldInAll": 1, "refusals.<b>\"x\"</b> & more": 1])
    #expect(!(try people.server.get("/v1/channels/main/clients").text.contains("<b>")))
    // Its pause ends after two seconds.
    try people.expect(["toldInAll": 1], share: 0)
    let long = try people.clients(
      1, "/v1/theme", "x", headers: "Livery-Refused: \(String(repeating: "a", count: 101))\r\n")
    try people.expect(["waiting": 1, "refused": 1, "toldInAll": 1, "refusals.unreadable reason": 1])
    _ = long
  }

  @Test func `are neither made nor moved by requests that are no waits, or that are answered at once`() throws
  {
    let people = try population()
    let holders = try people.clients(5, "/v1/theme", "Mozilla/5.0")
    try people.expect(["waiting": 5, "holding": 5])
    try switchTheme(people, to: "second")
    for client in holders {
      try client.take()
      client.wait()
    }
    let figures = ["waiting": 5.0, "holding": 5, "toldInAll": 5]
    try people.expect(figures, share: 1)
    let tag = try #require(try people.server.get("/v1/theme")["etag"])
    let refusal = "Livery-Refused: never\r\n"
    let cursor = try #require(try people.server.get("/v1/changes")["livery-cursor"])
    for (target, headers) in [
      ("/v1/theme", refusal), ("/v1/theme", "If-None-Match: \(tag)\r\n\(refusal)"),
      ("/v1/theme?channel=nowhere", "If-None-Match: \(tag)\r\nPrefer: wait=50\r\n\(refusal)"),
      ("/v1/changes?since=\(cursor)&wait=1&channel=*", refusal),
      ("/v1/changes?since=\(cursor)&wait=0", refusal), ("/v1/nothing", refusal),
    ] {
      for _ in 0..<20 {
        let attacker = RawConnection(port: people.server.port)
        attacker.ask(target, headers)
        if !target.contains("wait=1") { #expect(attacker.answer() != nil, "\(target)") }
      }
    }
    try people.expect(figures, share: 1)
    #expect(try people.figures().keys.allSatisfy { !$0.hasPrefix("refusals.") })
  }

  @Test func `share twenty reasons for refusing`() throws {
    let people = try population(["--workers", "1"])
    let clients = try (0..<25).flatMap {
      try people.clients(1, "/v1/theme", "x", headers: "Livery-Refused: reason \($0)\r\n")
    }
    try people.expect(["waiting": 25, "refused": 25, "refusals.other reasons": 5])
    #expect(try people.figures().keys.filter { $0.hasPrefix("refusals.") }.count == 21)
    _ = clients
  }

  @Test func `are shown by a request that waits until a figure differs`() throws {
    let people = try population()
    let target = "/v1/channels/main/clients"
    let first = try people.server.get(target)
    let tag = try #require(first["etag"])
    #expect(first["cache-control"] == "private, no-store")
    #expect(try people.server.get(target, headers: [("If-None-Match", tag)]).status == 304)
    let watcher = RawConnection(port: people.server.port)
    watcher.ask(target, "If-None-Match: \(tag)\r\nPrefer: wait=1\r\n")
    #expect(watcher.answer()?.status == 304)
    watcher.ask(target, "If-None-Match: \(tag)\r\nPrefer: wait=30\r\n")
    let clients = try people.clients(3, "/v1/theme", "Mozilla/5.0")
    let answer = try #require(watcher.answer())
    #expect(answer.status == 200 && answer.header("ETag") != tag)
    #expect(answer.header("Preference-Applied") == "wait=30")
    #expect(try people.server.get("/v1/channels/nowhere/clients").status == 404)
    #expect(try people.server.post(target, "{}").status == 405)
    _ = clients
  }

  @Test func `are in the metrics of the server`() throws {
    let people = try population()
    let clients = try people.clients(3, "/v1/theme", "Mozilla/5.0")
    try people.expect(["waiting": 3, "holding": 3])
    let metrics = try people.server.get("/metrics").text
    #expect(metrics.contains(#"livery_clients{channel="main",state="holding"} 3"#))
    #expect(metrics.contains(#"livery_clients_elsewhere{state="holding"} 0"#))
    #expect(metrics.contains(#"livery_client_back_seconds_bucket{le="0.01"} 0"#))
    _ = clients
  }

  @Test func `that were away during a restart are told with the first answer`() throws {
    let people = try population()
    let away = RawConnection(port: people.server.port)
    away.get(
      "/v1/theme", headers: "If-None-Match: \"older\"\r\nPrefer: wait=50\r\nUser-Agent: LiveryClient/2\r\n")
    #expect(away.answer()?.status == 200)
    try people.expect(["told": 1, "toldInAll": 1, "kinds.swift.told": 1])
  }
}

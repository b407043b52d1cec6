import Foundation
import ServerAccess
import TestServer
import TestSupport
import Testing

/// The clients of several servers of one log.
@Suite struct `Clients of servers that share a database` {
  private func populations(_ count: Int) throws -> [WaitingPopulation] {
    let url = try PostgresCluster.shared.get().database()
    return try (0..<count).map { _ in
      WaitingPopulation(
        try RunningServer(files: WaitingPopulation.files, environment: ["LIVERY_STORE": url]))
    }
  }

  @Test func `are added up at each server, with the times and reasons of all, a thousand of them`() throws {
    let people = try populations(3)
    let holders = try people.map { try $0.clients(250, "/v1/theme", "Mozilla/5.0") }
    let refusing = try people.map { try $0.clients(60, "/v1/theme.css", "okhttp/4") }
    let vanishing = try people.map { try $0.clients(20, "/v1/active", "curl/8") }
    let streams = people[1].streams(10)
    for one in people {
      try one.expect(["waiting": 1000, "holding": 1000, "kinds.web.holding": 750, "kinds.stream.holding": 10])
    }
    #expect(try people[0].server.post("/v1/active", #"{ "theme": "second" }"#).status == 200)
    for client in (holders + refusing + vanishing).joined() { #expect(try client.take() == 200) }
    for stream in streams { #expect(stream.receives(Array("event: changes".utf8))) }
    for one in people {
      try one.expect(["waiting": 10, "holding": 10, "told": 990, "toldInAll": 1000], share: 0.01)
      #expect(try one.figures()["back.half"] == nil)
    }
    for (number, clients) in refusing.enumerated() {
      for client in clients { client.wait("Livery-Refused: reason \(number)\r\n") }
    }
    let before = Date()
    for client in holders.joined() { client.wait() }
    for one in people {
      try one.expect(
        [
          "waiting": 940, "holding": 760, "told": 60, "refused": 180, "toldInAll": 1000,
          "refusals.reason 0": 60,
          "refusals.reason 2": 60, "servers.known": 3, "servers.counted": 3,
          "representations.theme.css.refused": 180,
        ], share: 0.76)
      try one.expect("half", between: before, and: Date())
      #expect(try one.figures()["back.ninety"] == nil)
      #expect(try one.figures()["servers.oldest"] ?? 99 < 15)
    }
    // A server that ends takes its clients along, once it has been silent for 15 s.
    people[2].server.stop()
    for one in people.prefix(2) {
      try eventually { try one.figures()["servers.known"] == 2 }
      try one.expect([
        "waiting": 630, "holding": 510, "told": 40, "refused": 120, "toldInAll": 670, "servers.known": 2,
      ])
    }
  }

  @Test func `decide a guard once, by the clients of all`() throws {
    let people = try populations(2)
    let clients = try people.map { try $0.clients(8, "/v1/theme", "Mozilla/5.0") }
    for one in people { try one.expect(["waiting": 16, "holding": 16]) }
    let order = #"{ "theme": "second", "guard": { "holding": 0.9, "within": 10 } }"#
    let made = try people[0].server.post("/v1/active", order)
    #expect(made.text.contains(#""state":"watching""#), "\(made.text)")
    for client in clients.joined() { #expect(try client.take() == 200) }
    for client in clients[0] { client.wait() }
    for one in people {
      try eventually { try one.server.get("/v1/active").text.contains(#""theme":"default""#) }
      let history = try one.server.get("/v1/history").text
      #expect(history.contains("8 of 16 hold it after 10 s, 0 refused; 0.9 was asked"), "\(history)")
      #expect(history.components(separatedBy: #""by":"guard""#).count == 2)
    }
  }
}

import Foundation
import ServerAccess
import TestServer
import TestSupport
import Testing

@Suite struct `A switch with a guard` {
  private func population(_ arguments: [String] = ["--workers", "2"]) throws -> WaitingPopulation {
    WaitingPopulation(try RunningServer(files: WaitingPopulation.files, arguments: arguments))
  }

  private func object(_ reply: HTTPClient.ServerReply) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any], "\(reply.text)")
  }

  private func guardOf(_ reply: HTTPClient.ServerReply) throws -> [String: Any] {
    try #require(try object(reply)["guard"] as? [String: Any], "\(reply.text)")
  }

  private static func order(_ condition: String, to theme: String = "second") -> String {
    #"{ "theme": "\#(theme)", "guard": \#(condition) }"#
  }

  @Test func `is taken back as one change that clients are told of`() throws {
    let people = try population()
    let (server, clients) = (people.server, try people.clients(20, "/v1/theme", "Mozilla/5.0"))
    try people.expect(["waiting": 20, "holding": 20])
    let made = try server.post("/v1/active", Self.order(#"{ "holding": 0.95, "within": 6 }"#))
    let begun = try guardOf(made)
    #expect(begun["state"] as? String == "watching" && begun["open"] as? Bool == true, "\(made.text)")
    #expect(begun["told"] as? Int == 0 && begun["share"] is NSNull)
    for client in clients { #expect(try client.take() == 200) }
    for client in clients.prefix(10) { client.wait() }
    for client in clients[10..<13] { client.wait("Livery-Refused: too red\r\n") }
    try eventually {
      let watched = try guardOf(server.get("/v1/channels/main/clients"))
      return watched["held"] as? Int == 10 && watched["refused"] as? Int == 3
    }
    try eventually { try server.get("/v1/active").text.contains(#""theme":"default""#) }
    for client in clients.prefix(13) { #expect(try client.take() == 200) }
    let back = try guardOf(server.get("/v1/active"))
    #expect(back["state"] as? String == "back" && back["told"] as? Int == 20 && back["held"] as? Int == 10)
    #expect(back["share"] as? Double == 0.5)
    let history = try #require(try object(server.get("/v1/history"))["changes"] as? [[String: Any]])
    #expect(history.count == 2)
    #expect(history[0]["by"] as? String == "guard" && history[0]["kind"] as? String == "activated")
    #expect(history[0]["note"] as? String == "10 of 20 hold it after 6 s, 3 refused; 0.95 was asked")
    #expect((history[0]["guard"] as? [String: Any])?["refused"] as? Int == 3)
    #expect(try guardOf(server.get("/v1/channels/main/clients"))["state"] as? String == "back")
  }

  @Test func `stays where enough hold it, and newcomers count on neither side`() throws {
    let people = try population()
    let (server, clients) = (people.server, try people.clients(12, "/v1/theme", "Mozilla/5.0"))
    try people.expect(["waiting": 12, "holding": 12])
    let made = try server.post(
      "/v1/active", "theme=second&guard=0.5/6", type: "application/x-www-form-urlencoded")
    #expect(made.status == 200, "\(made.text)")
    for client in clients { #expect(try client.take() == 200) }
    for client in clients.prefix(6) { client.wait() }
    let newcomers = try people.clients(30, "/v1/colors/page", "Mozilla/5.0")
    try eventually { try guardOf(server.get("/v1/active"))["state"] as? String == "held" }
    #expect(try guardOf(server.get("/v1/active"))["told"] as? Int == 12)
    #expect(try object(server.get("/v1/active"))["theme"] as? String == "second")
    _ = newcomers
  }

  @Test func `says at once that too few clients wait for it`() throws {
    let people = try population()
    let clients = try people.clients(3, "/v1/theme", "Mozilla/5.0")
    try people.expect(["waiting": 3, "holding": 3])
    let made = try guardOf(
      people.server.post("/v1/active", Self.order(#"{ "holding": 1, "within": 300 }"#)))
    #expect(made["state"] as? String == "idle")
    #expect(made["reason"] as? String == "3 clients were told; a guard needs 10")
    let same = try people.server.post("/v1/active", Self.order(#"{ "holding": 1, "within": 300 }"#))
    #expect(try object(same)["guard"] is NSNull, "\(same.text)")
    #expect(try object(same)["changed"] as? Bool == false)
    #expect(try guardOf(people.server.get("/v1/active"))["state"] as? String == "watching")
    _ = clients
  }

  @Test func `says so too where clients were told of the switch before, and do not wait again`() throws {
    let people = try population()
    let clients = try people.clients(12, "/v1/theme", "Mozilla/5.0")
    try people.expect(["waiting": 12, "holding": 12])
    #expect(try people.server.post("/v1/active", #"{ "theme": "second" }"#).status == 200)
    try people.expect(["told": 12, "toldInAll": 12])
    let order = Self.order(#"{ "holding": 1, "within": 300 }"#, to: "default")
    #expect(try guardOf(people.server.post("/v1/active", order))["state"] as? String == "idle")
    _ = clients
  }

  @Test(arguments: [
    ("1", "guard"), ("null", "guard"), (#""0.95/30""#, "guard"), ("[]", "guard"), ("{}", "holding"),
    (#"{ "holding": 0.5 }"#, "within"), (#"{ "holding": "0.5", "within": 3 }"#, "holding"),
    (#"{ "holding": 0, "within": 3 }"#, "holding"), (#"{ "holding": 1.01, "within": 3 }"#, "holding"),
    (#"{ "holding": -1, "within": 3 }"#, "holding"), (#"{ "holding": 1e999, "within": 3 }"#, "holding"),
    (#"{ "holding": 0.5, "within": 0.5 }"#, "within"), (#"{ "holding": 0.5, "within": 301 }"#, "within"),
    (#"{ "holding": 0.5, "within": 3, "by": 1 }"#, "by"), (#"{ "holding": NaN, "within": 3 }"#, ""),
  ])
  func `is refused where the guard is not one, with the member's name`(condition: String, name: String) throws
  {
    let server = try RunningServer(files: WaitingPopulation.files)
    let reply = try server.post("/v1/active", Self.order(condition))
    #expect(reply.status == 400 && reply.text.contains("bad-body"), "\(reply.text)")
    #expect(name.isEmpty || reply.text.contains(name), "\(reply.text)")
    for form in ["guard=", "guard=0.95", "guard=NaN/30", "guard=0x1/30", "guard=0.9/30/1", "guard=2/30"] {
      let reply = try server.post(
        "/v1/active", "theme=second&\(form)", type: "application/x-www-form-urlencoded")
      #expect(reply.status == 400 && reply.text.contains("guard"), "\(form): \(reply.text)")
    }
    for target in ["/v1/rollback", "/v1/schedule"] {
      let reply = try server.post(target, #"{ "guard": { "holding": 0.5, "within": 3 } }"#)
      #expect(reply.status == 400 && reply.text.contains("guard"), "\(reply.text)")
    }
  }

  @Test func `goes on after the server is killed, by the clients that wait since`() throws {
    let folder = try Folder()
    try folder.write(WaitingPopulation.files)
    let environment = ["LIVERY_STATE": folder.state]
    let server = try RunningServer(files: [:], config: folder.config, environment: environment)
    #expect(
      try server.post("/v1/active", Self.order(#"{ "holding": 0.9, "within": 1 }"#)).status == 200)
    server.signal(SIGKILL)
    _ = server.ending()
    let again = WaitingPopulation(
      try RunningServer(files: [:], config: folder.config, environment: environment))
    #expect(try guardOf(again.server.get("/v1/active"))["state"] as? String == "watching")
    let refusing = try again.clients(
      12, "/v1/theme", "Mozilla/5.0", headers: "Livery-Refused: too red\r\n")
    try eventually(within: .seconds(60)) {
      try again.server.get("/v1/active").text.contains(#""theme":"default""#)
    }
    let back = try guardOf(again.server.get("/v1/active"))
    #expect(back["state"] as? String == "back" && back["told"] as? Int == 12 && back["refused"] as? Int == 12)
    #expect(try again.server.get("/v1/history").text.components(separatedBy: "cursor").count == 3)
    _ = refusing
  }

  @Test func `that can't be taken back stays, and the log and the readiness say so`() throws {
    let people = try population()
    let (server, clients) = (people.server, try people.clients(12, "/v1/theme", "Mozilla/5.0"))
    try people.expect(["waiting": 12, "holding": 12])
    #expect(
      try server.post("/v1/active", Self.order(#"{ "holding": 0.9, "within": 6 }"#)).status == 200)
    try server.folder.remove("themes/default.json")
    try eventually { try server.get("/readyz").text.contains(#""stuckGuards":1"#) }
    #expect(try server.get("/readyz").text.contains(#"[{"channel":"main","why":"'default' is gone"}]"#))
    #expect(try object(server.get("/v1/active"))["theme"] as? String == "second")
    #expect(server.stop().errors.contains("A guard can't take its switch back"))
    _ = clients
  }
}

import Testing
import ThemeAPI

@testable import Service

@Suite struct `Work that may block` {
  private static let write = "POST /write HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi"

  @Test(arguments: ["/read", "/check", "/ask"])
  func `never holds up a write`(_ path: String) throws {
    try Wire.serve { wire in
      let readers = (0..<20).map { _ in wire.connect() }
      for reader in readers { reader.get(path) }
      wire.awaitParked(20)
      let writer = wire.connect()
      writer.send(Self.write)
      #expect(writer.answer()?.text == "write 1")
      wire.responder.latch.open()
      for reader in readers { #expect(reader.answer()?.status == 200) }
    }
  }

  @Test(arguments: [("/check", "/read?free"), ("/read", "/check?free"), ("/ask", "/check?free")])
  func `of one kind never holds up another kind`(_ held: String, _ free: String) throws {
    try Wire.serve { wire in
      let waiting = wire.connect()
      waiting.get(held)
      wire.responder.latch.awaitWaiting(1)
      let other = wire.connect()
      other.get(free)
      #expect(other.answer()?.status == 200)
      wire.responder.latch.open()
      #expect(waiting.answer()?.status == 200)
    }
  }

  @Test func `is refused once too much of its kind is waiting`() throws {
    try Wire.serve { wire in
      let limit = Outcome.Offload.Lane.checking.queueLimit
      // One is under way, the others wait.
      let first = wire.connect()
      first.get("/check")
      wire.responder.latch.awaitWaiting(1)
      let waiting = (0..<limit).map { _ in wire.connect() }
      for client in waiting { client.get("/check") }
      wire.awaitParked(limit + 1)
      let late = wire.connect()
      late.get("/check")
      let answer = late.answer()
      #expect(answer?.status == 503)
      #expect(answer?.text.contains("Too many documents to check are waiting (limit \(limit)).") ?? false)
      #expect(answer?.header("Retry-After").flatMap { Int($0) } != nil)
      wire.responder.latch.open()
      for client in [first] + waiting { #expect(client.answer()?.text == "checking") }
    }
  }

  @Test(arguments: ["/read", "/check", "/ask"])
  func `is given up at the end of the server, and its client told`(_ path: String) throws {
    try Wire.serve({ $0.drainTime = .milliseconds(1) }) { wire in
      defer { wire.responder.latch.open() }
      let clients = (0..<3).map { _ in wire.connect() }
      for client in clients { client.get(path) }
      wire.responder.latch.awaitWaiting(1)
      wire.awaitParked(3)
      wire.server.drain()
      for client in clients {
        let answer = client.answer()
        #expect(answer?.status == 503)
        #expect(answer?.header("Retry-After") != nil)
        #expect(client.isAtEnd && !client.wasReset)
      }
    }
  }
}

@Suite struct `Turns` {
  private func turn(_ client: String) -> Outcome.Turn { Outcome.Turn(of: client, for: .rendering) }

  private func rest(_ queue: inout TurnQueue<String>) -> [String] {
    var jobs: [String] = []
    while let job = queue.next() { jobs.append(job) }
    return jobs
  }

  @Test func `go round, whoever has many jobs`() {
    var queue = TurnQueue<String>()
    for job in ["a0", "a1", "a2", "a3", "b0"] { _ = queue.add(job, in: turn(String(job.prefix(1)))) }
    let first = (0..<3).map { _ in queue.next() }
    #expect(first == ["a0", "b0", "a1"])
    for job in ["c0", "c1", "b1"] { _ = queue.add(job, in: turn(String(job.prefix(1)))) }
    let others = rest(&queue)
    #expect(others == ["a2", "c0", "b1", "a3", "c1"] && queue.isEmpty)
  }

  @Test func `are bounded for each client, and for all`() {
    var queue = TurnQueue<String>()
    let added = (0..<100).filter { queue.add("\($0)", in: turn("a")) }
    #expect(added == Array(0..<TurnQueue<String>.mostOfClient))
    let clients = (0..<TurnQueue<String>.most).filter { queue.add("\($0)", in: turn("b\($0)")) }
    #expect(clients.count == TurnQueue<String>.most - added.count)
    let taken = rest(&queue).count
    #expect(taken == TurnQueue<String>.most)
    let isAdded = queue.add("again", in: turn("a"))
    #expect(isAdded, "there is room again")
  }
}

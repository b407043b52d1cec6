import Bindings
import Foundation
import TestSupport
import Testing

/// Connections to servers that may not be PostgreSQL.
@Suite struct `A connection to a database` {
  /// A server that sends given bytes to each client, then waits until the client closes the connection, or closes it.
  private final class FakeServer: Sendable {
    let port: UInt16
    private let listener: Listener

    init() throws {
      let address = try #require(SocketAddress(host: "127.0.0.1", port: 0))
      listener = try Listener(on: address)
      port = try #require(listener.address.port)
    }

    /// Serves one connection on a thread of its own.
    func say(_ pieces: [[UInt8]], thenLeave: Bool) {
      Thread { [listener] in
        while true {
          if case .connection(let number, _) = listener.accept() {
            let handle = FileHandle(fileDescriptor: number, closeOnDealloc: true)
            for piece in pieces { try? handle.write(contentsOf: Data(piece)) }
            // It stays until the tests end: a descriptor that is never closed says nothing.
            if !thenLeave { _ = unsafe Unmanaged.passRetained(handle) }
            return
          }
          usleep(1000)
        }
      }.start()
    }

    var parameters: PostgresParameters {
      PostgresParameters([
        "host": "127.0.0.1", "port": "\(port)", "user": "u", "dbname": "d", "sslmode": "disable",
        "gssencmode": "disable",
      ])
    }
  }

  /// The messages of a server that accepts every client and is ready.
  private static let welcome: [UInt8] =
    [UInt8(ascii: "R"), 0, 0, 0, 8, 0, 0, 0, 0] + [UInt8(ascii: "Z"), 0, 0, 0, 5, UInt8(ascii: "I")]

  private static func outcome(_ server: FakeServer, within time: Duration) -> String {
    var connecting = PostgresConnecting(to: [server.parameters])
    guard let arrived = connecting.next(until: .now + time) else { return "late" }
    do throws(PostgresFailure) {
      let line = try arrived.outcome.get()
      let count = try line.withConnection { live throws(PostgresFailure) in
        try live.run(PostgresStatement("SELECT 1"), until: .now + time).count
      }
      return "answered \(count)"
    } catch { return "refused" }
  }

  @Test func `ends at its deadline where the server says nothing, before and after the greeting`() throws {
    for pieces in [[], [Self.welcome]] {
      let server = try FakeServer()
      server.say(pieces, thenLeave: false)
      #expect(["late", "refused"].contains(Self.outcome(server, within: .milliseconds(300))))
    }
  }

  @Test func `takes no bytes for an answer that are none, whatever they are`() throws {
    var random = SeededGenerator(seed: 16)
    for round in 0..<120 {
      let server = try FakeServer()
      let noise = (0..<Int.random(in: 2...400, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      // Half of them are framed, so that libpq reads on; none is so short that it says "ready".
      let types = Array("RZKSEDTCnN12sWAG3tpVvHd".utf8)
      let type = types.randomElement(using: &random) ?? 0
      let length = UInt8(truncatingIfNeeded: noise.count + 4)
      let framed = [type, 0, 0, UInt8(truncatingIfNeeded: (noise.count + 4) >> 8), length] + noise
      let bytes = round % 2 == 0 ? noise : framed
      server.say(round % 4 < 2 ? [bytes] : [Self.welcome, bytes], thenLeave: round % 3 == 0)
      #expect(!Self.outcome(server, within: .milliseconds(200)).hasPrefix("answered"), "round \(round)")
    }
  }

  @Test func `goes to the one that answers while another is silent`() throws {
    let silent = try FakeServer(), good = try FakeServer()
    silent.say([], thenLeave: false)
    good.say([Self.welcome], thenLeave: false)
    var connecting = PostgresConnecting(to: [silent.parameters, good.parameters])
    let first = connecting.next(until: .now + .seconds(60))
    let arrived = try #require(first)
    #expect(arrived.index == 1)
    #expect((try? arrived.outcome.get()) != nil)
  }

  @Test(arguments: [
    "postgres://", "postgres://[", "postgres://u:p@h:x/d", "postgres://h/d?nonsense=1",
    "postgres://h:1,i:2,j/d",
    "postgres://%zz/d", "postgres://h/d?port=1,2,3", "postgres://\u{0}", "postgres://h/\u{1F600}?sslmode=%00",
  ])
  func `a URL is read or refused, and never more`(_ url: String) {
    let servers = try? PostgresParameters.servers(url: url)
    #expect(servers?.isEmpty != true)
  }

  @Test func `a URL names each of its hosts`() throws {
    let servers = try PostgresParameters.servers(url: "postgres://u@one:1,two:2/d?sslmode=require")
    #expect(servers.map { $0["host"] } == ["one", "two"])
    #expect(servers.map { $0["port"] } == ["1", "2"])
    #expect(servers.allSatisfy { $0["user"] == "u" && $0["dbname"] == "d" && $0["sslmode"] == "require" })
    let one = try PostgresParameters.servers(url: "postgres://u@%2Frun%2Fx/d")
    #expect(one.map { $0["host"] } == ["/run/x"])
  }

  @Test func `failures are told apart by what can be done`() {
    func kind(_ state: String) -> PostgresFailure.Kind {
      PostgresFailure(state: state, message: "").kind
    }
    #expect(["", "08006", "57P01", "57P03", "25006", "25P03", "53300"].allSatisfy { kind($0) == .away })
    #expect(["28P01", "28000", "3D000", "42501"].allSatisfy { kind($0) == .refused })
    #expect(["55P03", "40001", "40P01", "57014", "25P04"].allSatisfy { kind($0) == .busy })
    #expect(["42601", "XX000", "22021"].allSatisfy { kind($0) == .busy }, "what is not known may pass")
    #expect(["53100", "53200"].allSatisfy { kind($0) == .full })
    #expect(["XX001", "XX002"].allSatisfy { kind($0) == .damaged })
  }

  /// With the real server.
  @Test func `is lost for good where it ends while an earlier answer is still to come`() throws {
    let cluster = try PostgresCluster.shared.get()
    let server = try PostgresParameters.servers(url: cluster.database())[0]
    let line = try LockedConnection.connect(to: server, until: .now + .seconds(60))
    let deadline = MonotonicTime.now + .seconds(120)
    let pid = try line.withConnection { live throws(PostgresFailure) in
      let row = try live.run(PostgresStatement("SELECT pg_backend_pid()"), until: deadline)[0].first
      try live.send([PostgresStatement("SELECT pg_sleep(1000)")])
      return row?[0]
    }
    guard case .integer(let pid) = pid else {
      Issue.record("no session")
      return
    }
    try cluster.run("SELECT pg_terminate_backend(\(pid))")
    #expect(throws: PostgresFailure.self) {
      try line.withConnection { live throws(PostgresFailure) in
        _ = try live.run(PostgresStatement("SELECT 1"), until: deadline)
      }
    }
  }

  /// With the real server.
  @Test func `brings values as they are, and goes on after a statement that failed`() throws {
    let url = try PostgresCluster.shared.get().database()
    let server = try PostgresParameters.servers(url: url)[0]
    let line = try LockedConnection.connect(to: server, until: .now + .seconds(60))
    let deadline = MonotonicTime.now + .seconds(60)
    try line.withConnection { live throws(PostgresFailure) in
      let results = try live.run(
        PostgresStatement(
          "SELECT $1::bigint, $2::text, $3::bytea, $4::float8, NULL, $3::bytea IS NULL", .integer(.min),
          .text("ü\"\\"),
          .blob([0, 255, 92]), .text("0.1")),
        PostgresStatement("SELECT 1 WHERE false"), until: deadline)
      let row = results[0].first
      #expect(row?[0] == .integer(.min) && row?[1] == .text("ü\"\\") && row?[2] == .blob([0, 255, 92]))
      #expect(row?[3] == .real(0.1) && row?[4] == .null && row?[5] == .integer(0))
      #expect(results[1].count == 0 && results[1].first == nil)
      do throws(PostgresFailure) {
        _ = try live.run(PostgresStatement("SELECT 1/0"), PostgresStatement("SELECT 2"), until: deadline)
        Issue.record("a division by zero came out")
      } catch { #expect(error.state == "22012") }
      do throws(PostgresFailure) {
        _ = try live.run(PostgresStatement("SELECT $1::text", .text("a\u{0}b")), until: deadline)
        Issue.record("a text was cut in two")
      } catch { #expect(error.state == "22021") }
      #expect(
        try live.run(PostgresStatement("SELECT $1::bytea", .blob([])), until: deadline)[0].first?[0]
          == .blob([]))
    }
  }
}

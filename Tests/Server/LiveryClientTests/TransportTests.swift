import Foundation
import Synchronization
import TestServer
import Testing

@testable import LiveryClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sending requests by other means than the usual session.
@Suite struct `A transport` {
  @TaskLocal private static var trace: String?

  @Test func `of the app's own carries each request, and knows nothing of the listener's task`() async throws
  {
    let seen = Mutex<[String?]>([])
    let transport = ScriptedTransport([ScriptedTransport.theme("a")]) {
      seen.withLock { $0.append(Self.trace) }
    }
    var settings = TestApp.quiet
    settings.transport = transport
    let url = try #require(URL(string: "http://themes.example/base/?key=1%202"))
    let livery = LiveryClient.Livery(
      url: url, channel: "a+b", token: { Self.trace ?? "secret" }, cache: .none, settings: settings)
    var listening = Self.$trace.withValue("request 1") { Listening(livery, ["style": "dark"]) }
    #expect(await listening.theme()?.name == "a")
    let requests = try await transport.requests(2)
    #expect(
      requests[0].url.absoluteString
        == "http://themes.example/base/v1/theme?key=1%202&channel=a%2Bb&style=dark")
    #expect(requests[0].headers["Authorization"] == "Bearer secret")
    #expect(requests[0].headers["User-Agent"] == ThemeServer.userAgent && requests[0].timeout == 20)
    #expect(requests[1].headers["Prefer"] == "wait=25" && requests[1].headers["If-None-Match"] == "\"a\"")
    #expect(requests[1].timeout == 45)
    #expect(seen.withLock { $0 } == [nil, nil])
    listening.stop()
  }

  @Test func `of a configured session sends what the configuration says`() async throws {
    let room = try MisbehavingServer.shared.room("good")
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["X-Gate": "open"]
    var settings = TestApp.quiet
    settings.transport = URLSessionTransport(configuration: configuration)
    var listening = Listening(try TestApp(room.url).start(settings))
    #expect(await listening.theme()?.name == "stand-in")
    let first = try await room.report(requests: 1).requests[0]
    #expect(first.headers["x-gate"] == "open" && first.headers["user-agent"] == ThemeServer.userAgent)
    listening.stop()
    #expect(try await room.report(open: 0).open == 0)
  }

  @Test(arguments: [
    ("http://a.example/x", "http://a.example:80/y", true),
    ("https://a.example:443/x", "https://A.example/y", true),
    ("http://a.example/x", "https://a.example/y", true),
    ("http://a.example:8080/x", "https://a.example/y", false),
    ("https://a.example/x", "http://a.example/y", false), ("http://a.example/x", "http://b.example/y", false),
    ("http://a.example/x", "http://a.example:81/y", false),
  ])
  func `sends the token to the same server alone, with TLS too`(from: String, to: String, sends: Bool) throws
  {
    let (from, to) = (try #require(URL(string: from)), try #require(URL(string: to)))
    #expect(Redirection.sendsToken(from: from, to: to) == sends)
  }

  @Test func `that never ends, whatever happens, is left behind`() async throws {
    struct Stuck: LiveryTransport {
      func send(_ request: LiveryRequest) async throws -> LiveryResponse {
        await unsafe withUnsafeContinuation { (_: UnsafeContinuation<LiveryResponse, Never>) in }
      }
    }
    var settings = TestApp.quiet
    settings.transport = Stuck()
    settings.patience = 0.2
    let livery = LiveryClient.Livery(url: URL(fileURLWithPath: "/"), cache: .none, settings: settings)
    var listening = Listening(livery)
    #expect(await listening.states(until: .offline) == [.loading, .offline])
    listening.stop()
    await #expect(throws: URLError.self) { try await livery.theme() }
  }
}

import Foundation
import TestServer
import Testing

@testable import LiveryClient

/// What an app and its log learn when there is no theme.
@Suite struct `The reason for trouble` {
  private func settings(_ add: @escaping @Sendable (String) -> Void) -> LiveryClient.Livery.Settings {
    var settings = LiveryClient.Livery.Settings()
    settings.log = add
    return settings
  }

  @Test(arguments: [
    ("nope", [:], "", "There is no channel 'nope'"),
    (nil, ["userInterfaceStil": "dark"], "", "There is no parameter 'userInterfaceStil'"),
    (nil, [:], "/themes", "404"),
    (nil, [:], "https", "can't be reached"),
  ])
  func `is logged once, in the server's words`(
    channel: String?, traits: [String: String], place: String, words: String
  ) async throws {
    let server = try RunningServer(files: RunningServer.oneTheme)
    let address = place == "https" ? "https://\(server.address)" : "http://\(server.address)\(place)"
    let app = try TestApp(#require(URL(string: address)))
    let (stream, line) = AsyncStream.makeStream(of: String.self)
    let livery = app.start(channel: channel, settings { line.yield($0) })
    var listening = Listening(livery, traits)
    #expect(await listening.states(until: .offline) == [.loading, .offline])
    var lines = stream.makeAsyncIterator()
    let first = try #require(await lines.next())
    #expect(first.contains(words) && first.contains(server.address), "\(first)")
    #expect(livery.trouble.map { first.hasSuffix("\($0)") } == true)
    #expect(livery.state == .offline)
    // Six more failures add no line.
    try await Task.sleep(nanoseconds: 3_000_000_000)
    line.finish()
    #expect(await lines.next() == nil)
    listening.stop()
  }

  @Test func `is gone with the next theme`() async throws {
    let transport = ScriptedTransport([
      ScriptedTransport.problem(404, "There is no channel."), ScriptedTransport.theme("a"),
    ])
    var settings = TestApp.quiet
    settings.transport = transport
    let livery = LiveryClient.Livery(
      url: URL(fileURLWithPath: "/"), cache: .none, settings: settings)
    var listening = Listening(livery)
    #expect(await listening.states(until: .offline) == [.loading, .offline])
    #expect(livery.trouble == .noTheme(status: 404, detail: "There is no channel."))
    #expect(await listening.state() == .live)
    #expect(livery.trouble == nil)
    listening.stop()
  }

  @Test func `of a token that never comes is a time limit, of one that fails its error`() async throws {
    struct SignedOut: Error {}
    let room = try MisbehavingServer.shared.room("good")
    let app = try TestApp(room.url)
    var settings = TestApp.quiet
    settings.patience = 0.5
    let never = app.start(
      token: {
        await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        return nil
      }, settings)
    var listening = Listening(never)
    #expect(await listening.states(until: .offline) == [.loading, .offline])
    guard case .unreachable = never.trouble else {
      Issue.record("\(String(describing: never.trouble))")
      return
    }
    listening.stop()
    let failing = app.start(token: { throw SignedOut() }, settings)
    var other = Listening(failing)
    #expect(await other.states(until: .offline) == [.loading, .offline])
    #expect(failing.trouble == .noToken("SignedOut()"))
    #expect(try await room.report().count == 0)
    other.stop()
  }

  @Test func `is a sentence for users, and a cancellation is none`() async throws {
    let error: any Error = LiveryError.noTheme(status: 404, detail: "There is no channel 'nope'.")
    #expect(error.localizedDescription == "The server answers with 404: There is no channel 'nope'.")
    let room = try MisbehavingServer.shared.room("deaf")
    let livery = try TestApp(room.url).start()
    let asking = Task { try await livery.theme() }
    _ = try await room.report(requests: 1)
    asking.cancel()
    await #expect(throws: CancellationError.self) { try await asking.value }
    #expect(try await room.report(open: 0).open == 0)
  }
}

import Documents
import Foundation
import Synchronization
import TestServer
import Testing

@testable import LiveryClient

/// Tests the rows of docs/clients.md with the misbehaving server.
@Suite struct `Trouble with a server` {
  /// Counts, and says that something came.
  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  @Test func `a client asks no more than its figures say`() async throws {
    // Where clients share a server, the session may try one's request on another's connection first.
    let (server, lonely) = (try MisbehavingServer.shared, try MisbehavingServer())
    let figures = [
      ("hasty", 4), ("forgetful", 4), ("broken", 14), ("gone", 14), ("cut", 14), ("stranger", 14),
      ("garbled", 14), ("tagless", 14), ("moved", 14), ("refusing", 2), ("circling", 40),
    ]
    try await withThrowingTaskGroup { group in
      for (behavior, most) in figures {
        let room = (behavior == "gone" ? lonely : server).room(behavior)
        group.addTask {
          let app = try TestApp(room.url)
          let listening = Listening(app.start())
          _ = try await room.report(requests: 1)
          // Nine seconds, or a request too many.
          let report = try await room.report(requests: most + 1, within: 9)
          #expect((1...most).contains(report.count), "\(behavior): \(report.count) requests")
          #expect(report.most == 1, "\(behavior): one request at a time")
          listening.stop()
          #expect(try await room.report(open: 0).open == 0)
        }
      }
      try await group.waitForAll()
    }
    withExtendedLifetime(lonely) {}
  }

  @Test(arguments: ["429", "503"])
  func `a server that says when to come again is not asked earlier`(status: String) async throws {
    let room = try MisbehavingServer.shared.room("busy")
    try await room.set(("status", status), ("retry-after", "2"), ("times", "2"))
    let app = try TestApp(room.url)
    let livery = app.start()
    var listening = Listening(livery)
    #expect(await listening.states(until: .offline) == [.loading, .offline])
    // Not even when the network is back.
    livery.refresh()
    #expect(await listening.theme()?.name == "stand-in")
    #expect(await listening.state() == .live)
    let requests = try await room.report(requests: 3).requests
    for (one, next) in zip(requests, requests.dropFirst()).prefix(2) { #expect(next.at - one.at >= 2) }
    listening.stop()
  }

  @Test(arguments: ["broken", "gone", "cut", "stranger", "garbled", "busy", "moved", "tagless"])
  func `after trouble the theme comes, and live again`(behavior: String) async throws {
    let server = behavior == "gone" ? try MisbehavingServer() : try .shared
    let room = server.room(behavior)
    try await room.set(("behavior", behavior), ("retry-after", ""), ("times", "2"))
    let app = try TestApp(room.url)
    var listening = Listening(app.start())
    #expect(await listening.theme()?.name == "stand-in")
    #expect(await listening.states(until: .live) == [.loading, .offline, .live])
    listening.stop()
    withExtendedLifetime(server) {}
  }

  @Test(arguments: ["stranger", "garbled", "cut"])
  func `a body that can't be read leaves the theme, and the log is told once`(behavior: String) async throws {
    let room = try MisbehavingServer.shared.room("good")
    let lines = Lines()
    let app = try TestApp(room.url)
    var settings = TestApp.quiet
    settings.log = lines.add
    var listening = Listening(app.start(settings))
    let theme = await listening.theme()
    _ = await listening.states(until: .live)
    _ = try await room.report(requests: 2)
    try await room.set(("behavior", behavior), ("accent", "#ff0000"))
    #expect(await listening.state() == .offline)
    _ = try await room.report(requests: 5)
    try await room.set(("behavior", "good"))
    let next = await listening.theme()
    #expect(theme?.colors["accent"] == "#0b4f94" && next?.colors["accent"] == "#ff0000")
    // A response that ends early may be reported as a broken connection before it is read.
    #expect(behavior == "cut" ? lines.all.count <= 1 : lines.all.count == 1, "\(lines.all)")
    listening.stop()
  }

  @Test(arguments: ["401", "403"])
  func `refused until the token is fresh, which is asked for anew`(status: String) async throws {
    let room = try MisbehavingServer.shared.room("refusing")
    try await room.set(("status", status), ("token", "fresh"))
    let token = Mutex("stale")
    let app = try TestApp(room.url)
    let livery = app.start { token.withLock { $0 } }
    var listening = Listening(livery)
    #expect(await listening.states(until: .refused) == [.loading, .refused])
    await #expect(throws: LiveryError.refused(status: Int(status)!)) { try await livery.theme() }
    token.withLock { $0 = "fresh" }
    livery.refresh()
    #expect(await listening.theme()?.name == "stand-in")
    #expect(await listening.state() == .live)
    listening.stop()
  }

  @Test func `a request that never ends is given up`() async throws {
    #expect(LiveryClient.Livery.Settings().wait == 25 && LiveryClient.Livery.Settings().patience == 20)
    let server = try MisbehavingServer.shared
    for behavior in ["deaf", "endless"] {
      let room = server.room(behavior)
      var settings = TestApp.quiet
      settings.patience = 1
      let app = try TestApp(room.url)
      var listening = Listening(app.start(settings))
      #expect(await listening.states(until: .offline) == [.loading, .offline])
      #expect(try await room.report(requests: 2).requests.count >= 2)
      listening.stop()
    }
  }

  @Test(arguments: ["short", "long", "empty", "stranger", "directory"])
  func `a kept file that is not whole is none, and no tag is sent for it`(damage: String) async throws {
    let room = try MisbehavingServer.shared.room("good")
    let app = try TestApp(room.url)
    var before = Listening(app.start())
    _ = await before.theme()
    let file = try await app.kept()
    before.stop()
    let seen = try await room.report(requests: 1, open: 0).count
    let whole = try Data(contentsOf: file)
    switch damage {
    case "short": try whole.dropLast().write(to: file)
    case "long": try (whole + whole).write(to: file)
    case "empty": try Data().write(to: file)
    case "stranger": try Data("livery theme 1\nhttp://other\n\"1\"\n0\n".utf8).write(to: file)
    default:
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    }
    var after = Listening(app.start())
    #expect(await after.theme()?.isKept == false)
    let request = try await room.report(requests: seen + 1).requests[seen]
    #expect(request.headers["if-none-match"] == nil)
    after.stop()
  }

  @Test func `nobody who listens, or the background, holds nothing`() async throws {
    let room = try MisbehavingServer.shared.room("good")
    let app = try TestApp(room.url)
    let livery = app.start()
    var listening = Listening(livery)
    _ = await listening.theme()
    _ = try await room.report(requests: 2)
    livery.suspend()
    let held = try await room.report(open: 0)
    #expect(held.open == 0)
    livery.refresh()
    try await room.set(("accent", "#ff0000"))
    livery.resume()
    #expect(await listening.theme()?.colors["accent"] == "#ff0000")
    let resumed = try await room.report(requests: held.count + 1)
    #expect(resumed.requests[held.count].headers["prefer"] == nil, "asked at once")
    listening.stop()
    #expect(try await room.report(open: 0).open == 0)
  }

  @Test func `UIKit's notifications send it into the background and back`() async throws {
    let room = try MisbehavingServer.shared.room("good")
    var settings = TestApp.quiet
    settings.notifications = NotificationCenter()
    let app = try TestApp(room.url)
    let livery = app.start(settings)
    var listening = Listening(livery)
    _ = await listening.theme()
    _ = try await room.report(requests: 2)
    settings.post("UIApplicationDidEnterBackgroundNotification")
    let count = try await room.report(open: 0).count
    settings.post("UIApplicationWillEnterForegroundNotification")
    #expect(try await room.report(requests: count + 2).open == 1)
    listening.stop()
  }

  @Test func `any number of listeners share one request, and send nothing of the user`() async throws {
    let room = try MisbehavingServer.shared.room("good")
    let app = try TestApp(room.url)
    let livery = app.start { "key" }
    var listeners: [Listening] = []
    for _ in 0..<20 { listeners.append(Listening(livery)) }
    for index in listeners.indices { #expect(await listeners[index].theme()?.name == "stand-in") }
    try await room.set(("accent", "#00ff00"))
    for index in listeners.indices {
      #expect(await listeners[index].theme()?.colors["accent"] == "#00ff00")
    }
    let report = try await room.report()
    #expect(report.most == 1)
    let allowed: Set = [
      "host", "accept", "accept-encoding", "accept-language", "authorization", "connection", "if-none-match",
      "prefer", "user-agent",
    ]
    for request in report.requests {
      #expect(allowed.isSuperset(of: request.headers.keys), "\(request.headers)")
      #expect(
        request.headers["user-agent"] == ThemeServer.userAgent && request.headers["accept-language"] == "*")
    }
    for listener in listeners { listener.stop() }
    #expect(try await room.report(open: 0).open == 0)
  }

  @Test func `two clients hold a request each`() async throws {
    let room = try MisbehavingServer.shared.room("good")
    let app = try TestApp(room.url)
    let listeners = [Listening(app.start()), Listening(app.start())]
    var report = try await room.report(requests: 4)
    // While other tests hold all threads, one client may wait several times before the other begins.
    for _ in 0..<8 where report.most < 2 {
      report = try await room.report(requests: report.requests.count + 1)
    }
    #expect(report.most == 2)
    for listener in listeners { listener.stop() }
  }
}

extension LiveryClient.Livery.Settings {
  fileprivate func post(_ name: String) {
    notifications.post(name: Notification.Name(name), object: nil)
  }
}

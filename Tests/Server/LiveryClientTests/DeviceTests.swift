import Foundation
import Synchronization
import TestServer
import Testing

@testable import LiveryClient

/// What the device and the app's settings say: the network, the background, sleep.
@Suite struct `On a device` {
  @Test func `only a network that comes back is news, once a second`() {
    let path = NetworkPath()
    #expect(path.secondsToRefresh(isSatisfied: true, at: 100) == nil, "the first update")
    var refreshes: [Double] = []
    for update in 0..<20 {
      let now = 100 + Double(update) / 10
      if let pause = path.secondsToRefresh(isSatisfied: update % 2 == 1, at: now) {
        refreshes.append(now + pause)
      }
    }
    #expect(refreshes.count <= 3 && refreshes[0] == 100.1)
    #expect(zip(refreshes, refreshes.dropFirst()).allSatisfy { $1 - $0 >= 1 }, "\(refreshes)")
    #expect(path.secondsToRefresh(isSatisfied: true, at: 200) == nil, "another interface")
    #expect(path.secondsToRefresh(isSatisfied: false, at: 201) == nil)
    #expect(path.secondsToRefresh(isSatisfied: true, at: 202) == 0)
  }

  @Test func `without a wait a theme is requested at the start and in the foreground, and nothing is held`()
    async throws
  {
    let room = try MisbehavingServer.shared.room("good")
    let app = try TestApp(room.url)
    var settings = TestApp.quiet
    settings.wait = 0
    let livery = app.start(settings)
    var listening = Listening(livery)
    _ = await listening.theme()
    #expect(await listening.states(until: .live) == [.loading, .live])
    #expect(try await room.report(requests: 2, within: 2).count == 1)
    try await room.set(("accent", "#ff0000"))
    livery.suspend()
    livery.resume()
    #expect(await listening.theme()?.colors["accent"] == "#ff0000")
    let report = try await room.report()
    #expect(report.open == 0 && report.requests.allSatisfy { $0.headers["prefer"] == nil })
    listening.stop()
  }

  @Test func `in Low Data Mode nothing is held, and when it ends it is`() throws {
    var plan = FollowPlan(wait: 25)
    var random = SystemRandomNumberGenerator()
    _ = plan.add([:])
    let body = Data(#"{ "theme": "a" }"#.utf8)
    let first = PlannedRequest(traits: [:], tag: nil, waits: false)
    plan.take(
      .theme(try Theme(json: body), tag: "a", body: body, cursor: "1"), to: first, asked: 1, at: 1,
      using: &random)
    plan.hold(false)
    #expect(plan.next(at: 2) == .nothing)
    plan.refresh()
    #expect(plan.next(at: 2) == .request(PlannedRequest(traits: [:], tag: "a", waits: false)))
    plan.hold(true)
    plan.take(.unchanged(didWait: false, cursor: "1"), to: first, asked: 2, at: 2, using: &random)
    #expect(plan.next(at: 3) == .request(PlannedRequest(traits: [:], tag: "a", waits: true)))
  }

  @Test func `an app that starts in the background, and an extension, hold nothing there`() async throws {
    let room = try MisbehavingServer.shared.room("good")
    var settings = TestApp.quiet
    settings.notifications = NotificationCenter()
    let livery = try TestApp(room.url).start(settings)
    livery.suspend()
    var listening = Listening(livery)
    #expect(try await room.report(requests: 1, within: 1).count == 0)
    let names = [
      "UIApplicationWillEnterForeground", "NSExtensionHostDidEnterBackground",
      "NSExtensionHostWillEnterForeground",
    ]
    settings.notifications.post(name: Notification.Name(names[0] + "Notification"), object: nil)
    #expect(await listening.theme()?.name == "stand-in")
    _ = try await room.report(requests: 2)
    settings.notifications.post(name: Notification.Name(names[1] + "Notification"), object: nil)
    let count = try await room.report(open: 0).count
    settings.notifications.post(name: Notification.Name(names[2] + "Notification"), object: nil)
    #expect(try await room.report(requests: count + 2).open == 1)
    listening.stop()
  }

  @Test func `a task is canceled while a theme is being delivered to it`() async throws {
    let isHeld = Mutex(false)
    let (held, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var settings = TestApp.quiet
    settings.transport = ScriptedTransport([ScriptedTransport.theme("a")])
    // The follower reads the clock with its lock held.
    settings.clock = {
      let isFirst = isHeld.withLock { isHeld in
        defer { isHeld = false }
        return isHeld
      }
      if isFirst {
        held.signal()
        end.wait()
      }
      return ContinuousTime.now()
    }
    let livery = LiveryClient.Livery(url: URL(fileURLWithPath: "/"), cache: .none, settings: settings)
    var listening = Listening(livery)
    #expect(await listening.theme()?.name == "a")
    isHeld.withLock { $0 = true }
    DispatchQueue.global().async { livery.refresh() }
    let (task, canceled) = (listening.task, DispatchSemaphore(value: 0))
    let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
    Thread.detachNewThread {
      held.wait()
      DispatchQueue.global().async {
        task.cancel()
        canceled.signal()
      }
      answer.yield(canceled.wait(timeout: .now() + 20) == .success)
      end.signal()
    }
    #expect(await answers.first { _ in true } == true, "it waits for the follower")
  }

  @Test func `a pause goes on while the device sleeps`() async throws {
    let transport = ScriptedTransport([
      ScriptedTransport.problem(503, "Busy.", ["Retry-After": "3600"]), ScriptedTransport.theme("a"),
    ])
    let slept = Mutex<TimeInterval>(0)
    var settings = TestApp.quiet
    settings.transport = transport
    settings.clock = { ContinuousTime.now() + slept.withLock { $0 } }
    let livery = LiveryClient.Livery(url: URL(fileURLWithPath: "/"), cache: .none, settings: settings)
    var listening = Listening(livery)
    #expect(await listening.states(until: .offline) == [.loading, .offline])
    slept.withLock { $0 = 2 * 3600 }
    #expect(await listening.theme()?.name == "a")
    listening.stop()
  }
}

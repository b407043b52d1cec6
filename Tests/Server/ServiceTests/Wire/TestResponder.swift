import Bindings
import Changes
import Glibc
import Synchronization
import Testing
import ThemeAPI

@testable import Service

/// A service with a few plain paths, to test the wire by.
final class TestResponder: Responder {
  struct State {
    var revision: UInt64 = 1
    var writes = 0
  }

  let state = Mutex(State())
  let latch = Latch()
  let slow = SlowWaiters()
  let crowded = CrowdedWrite()
  let page = Content(Array("the page".utf8), headers: [Request.Field("Content-Type", "text/plain")])

  func answer(_ request: Request) -> (outcome: Outcome, route: String) {
    switch request.path {
    case "/wait": (.watch(watch(request)), "/wait")
    case "/penalty": (.watch(penalty), "/penalty")
    case "/write": (.offload(write(request)), "/write")
    case "/read": (.offload(held(on: .reading, request)), "/read")
    case "/check": (.offload(held(on: .checking, request)), "/check")
    case "/ask": (.offload(held(on: .answering, request)), "/ask")
    case "/feed": (.stream(stream()), "/feed")
    case "/long-feed": (.stream(longStream), "/long-feed")
    case "/echo": (.reply(Reply(status: 200, content: Content(request.body, headers: []))), "/echo")
    case "/slow-wait": (.watch(slow.watch), "/slow-wait")
    case "/mark": (.reply(slow.mark()), "/mark")
    case "/crowd-wait": (.watch(crowded.watch), "/crowd-wait")
    case "/crowded-write": (.offload(crowded.work), "/crowded-write")
    case "/next-write": (.offload(crowded.next), "/next-write")
    case "/large": (.reply(Reply(status: 200, content: Self.large)), "/large")
    case "/page": (.reply(Reply(status: 200, content: page)), "/page")
    case "/none":
      (.reply(Reply(status: 304, headers: [Request.Field("ETag", "\"1\"")], content: page)), "/none")
    default: (.reply(Reply(status: 200, content: Content(Array(describe(request).utf8), headers: []))), "/*")
    }
  }

  func answer(early head: any RequestHead) -> (reply: Reply, route: String)? {
    if head.target.text == "/early" { return (Reply(status: 200, content: page), "/early") }
    if head.target.text == "/forbidden" { return (Reply(status: 403, content: page), "/forbidden") }
    return nil
  }

  /// A private response, larger than the kernel's buffers for a client that does not read.
  private static var large: Content { Content([UInt8](repeating: 0x61, count: 8 << 20), headers: []) }

  private func describe(_ request: Request) -> String {
    let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    return "\(request.method.rawValue) \(request.path)?\(query) \(request.body.count)"
  }

  /// A refusal that is delayed for an hour.
  private var penalty: Outcome.Watch {
    var watch = Outcome.Watch(channel: Outcome.Watch.noChannel, since: 0, wait: .seconds(3600)) { [page] _ in
      Reply(status: 401, content: page)
    }
    watch.isPenalty = true
    return watch
  }

  /// Waits in the channel of its query until the revision has grown.
  private func watch(_ request: Request) -> Outcome.Watch {
    let since = state.withLock(\.revision)
    let wait = request.query.first { $0.name == "ms" }.flatMap { Int($0.value) } ?? 10_000
    let channel = request.query.first { $0.name == "channel" }?.value ?? "main"
    return Outcome.Watch(channel: channel, since: since, wait: .milliseconds(wait)) { end in
      switch end {
      case .changed: Reply(status: 200, content: Content(Array("changed".utf8), headers: []))
      case .timedOut: Reply(status: 204)
      case .draining: Reply(status: 200, content: Content(Array("draining".utf8), headers: []))
      }
    }
  }

  private func write(_ request: Request) -> Outcome.Offload {
    Outcome.Offload(on: .writing) { [self] in
      let count = state.withLock { state in
        state.writes += 1
        return state.writes
      }
      return Reply(status: 200, content: Content(Array("write \(count)".utf8), headers: []))
    }
  }

  /// Work that takes until the latch is opened, or no time where the query says `free`.
  private func held(on lane: Outcome.Offload.Lane, _ request: Request) -> Outcome.Offload {
    let isFree = request.query.contains { $0.name == "free" }
    return Outcome.Offload(on: lane) { [latch] in
      if !isFree { latch.wait() }
      return Reply(status: 200, content: Content(Array("\(lane)".utf8), headers: []))
    }
  }

  private func stream() -> Outcome.Stream {
    Outcome.Stream(
      channel: "main", since: state.withLock(\.revision),
      headers: [Request.Field("Content-Type", "text/event-stream")],
      heartbeat: .milliseconds(300), life: .milliseconds(1000)
    ) { snapshot, since in
      Outcome.Stream.Piece(bytes: Array("\(snapshot) \(since)\n".utf8), since: since)
    }
  }

  static let longPieces: UInt64 = 60

  /// Sixty pieces are there already, each larger than what a client may leave unread.
  private let longStream = Outcome.Stream(
    channel: "main", since: 0, headers: [], heartbeat: .seconds(30), life: .seconds(60)
  ) { event, since in
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 100_000) + Array("\n\(since + 1)\n".utf8)
    let isTold = since >= TestResponder.longPieces
    return Outcome.Stream.Piece(
      bytes: isTold ? [] : bytes, since: isTold ? since : since + 1,
      hasMore: since + 1 < TestResponder.longPieces)
  }

  func publish(on server: HTTPServer, channel: String = "main") {
    let revision = state.withLock { state in
      state.revision += 1
      return state.revision
    }
    server.wake([ReachedRevision(channel: channel, revision: revision)])
  }
}

/// A server of its own for one test, on any free port.
struct Wire: Sendable {
  let responder: TestResponder
  let server: HTTPServer

  /// Runs a test against a server that is stopped in any case.
  static func serve(
    _ change: (inout WireConfiguration) -> Void = { _ in }, _ test: (Wire) throws -> Void
  ) throws {
    var configuration = WireConfiguration()
    configuration.listen = [ListenAddress(host: "127.0.0.1", port: 0)]
    configuration.workers = 2
    change(&configuration)
    let responder = TestResponder()
    let server = try HTTPServer(configuration: configuration) { responder.crowded.note($0) }
    try server.start(answering: responder)
    defer { server.stop() }
    try test(Wire(responder: responder, server: server))
  }

  func connect() -> RawConnection { RawConnection(port: server.port ?? 0) }

  func publish(channel: String = "main") { responder.publish(on: server, channel: channel) }

  /// Returns once so many clients are parked.
  func awaitParked(_ count: Int) { until { $0.parked == count } }

  /// Returns once the statistics say so; a test whose server never comes there fails.
  func until(_ condition: (WireStatistics) -> Bool) {
    let limit = MonotonicTime.now + .seconds(30)
    while !condition(server.statistics()) {
      guard MonotonicTime.now < limit else {
        Issue.record("the server did not come to this: \(server.statistics())")
        return
      }
      sched_yield()
    }
  }
}

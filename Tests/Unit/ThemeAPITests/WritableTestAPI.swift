import Changes
import Documents
import Resolution
import Storage
import Synchronization
import TestSupport
import Testing
import Themes

@testable import ThemeAPI

/// The writing half of the interface over a log, with a clock that tests set: from a client's view, without sockets.
final class WritableTestAPI: Sendable {
  let publisher: Publisher
  let router: Router
  let clock: HandClock
  let wakes = Wakes()

  init(
    store: any ChangeStore = MemoryStore(), gate: Gate = Gate(), themes: [String: String] = standardThemes,
    kits: [String: String] = standardKits, images: [String: String] = [:], hosts: Hosts = Hosts(),
    clock: HandClock = HandClock(), crowdSlot: Int = 0, zones: Zones = .none
  ) throws {
    let publisher = try Publisher(
      store: store, files: Self.files(themes, kits: kits, images: images),
      configuration: .init(clock: { clock.now }, zones: zones))
    var services = Services(
      web: TestAPI.web, now: { publisher.current.now }, clock: { clock.now }, gzip: { _ in nil },
      gate: gate, sharedLog: publisher.isShared ? publisher : nil, crowdSlot: crowdSlot, zones: zones)
    services.hosts = hosts
    self.publisher = publisher
    self.clock = clock
    router = Router(Endpoints.all(publisher: publisher, services: services), services: services)
    publisher.onChange { [wakes] reached in for one in reached { wakes.add(one.channel, one.revision) } }
  }

  static let standardThemes = ["default": theme(), "new-year": theme("#00ff00"), "night": theme("#0000ff")]

  static func files(
    _ themes: [String: String], kits: [String: String] = standardKits, images: [String: String] = [:]
  ) -> ThemeFiles {
    ThemeFiles(
      kits: kits.sorted { $0.key < $1.key }.map { name, text in
        SourceFile(name: "kits/\(name).json", bytes: Array(text.utf8))
      },
      themes: themes.sorted { $0.key < $1.key }.map { name, text in
        SourceFile(name: "themes/\(name).json", bytes: Array(text.utf8))
      },
      images: ImageFolder(digests: images.mapValues { FileDigest(sha256: $0, bytes: 1000) }))
  }

  /// A theme of the small kit.
  static func theme(_ accent: String = "#ff0000", extends parent: String? = nil) -> String {
    let parent = parent.map { #""extends": "\#($0)", "# } ?? ""
    return """
      { "kit": "mini", \(parent)"transition": { "duration": 0.25 }, "colors": { "accent": "\(accent)" },
        "appearance": [ { "for": "Label", "set": { "color": "{accent}" } } ] }
      """
  }

  static let standardKits = ["mini": kit]

  private static let kit = """
    { "title": "Mini", "classes": { "Label": { "superclass": null, "appearance": true, "container": true,
      "properties": [ { "name": "color", "kind": "color" } ] } }, "axes": {}, "traits": {} }
    """

  var cursor: String { publisher.current.now.cursor.description }

  func outcome(
    _ line: String, _ headers: KeyValuePairs<String, String> = [:], body: String = "",
    from client: Request.Peer = Request.loopback
  ) -> Outcome {
    let asked = Request.ask(line, headers, body: body)
    return router.answer(
      Request(
        method: asked.method, target: asked.target, path: asked.path, query: asked.query,
        headers: asked.headers, body: asked.body, peer: client)
    ).outcome
  }

  /// The reply, writes done and the log read at once; nil for a client that is parked.
  func ask(
    _ line: String, _ headers: KeyValuePairs<String, String> = [:], body: String = "",
    from client: Request.Peer = Request.loopback
  ) -> Reply? {
    switch outcome(line, headers, body: body, from: client) {
    case .reply(let reply): reply
    case .offload(let work): work.perform()
    case .watch(let watch) where watch.channel == Outcome.Watch.looks: look(for: watch)
    case .watch, .stream: nil
    }
  }

  private func look(for watch: Outcome.Watch) -> Reply? {
    let isSeen = (try? publisher.follow()) != nil
    return switch watch.next(isSeen ? .changed : .timedOut) {
    case .reply(let reply): reply
    case .move(let next): next.answer(.timedOut)
    case .offload(let work): work.perform()
    case .stay: nil
    }
  }

  /// Sends JSON with the token of a name, `NAME-secret-0123456789`.
  func ask(
    _ line: String, as name: String, _ header: (String, String) = ("Accept", "*/*"), body: String = ""
  ) throws -> Reply {
    let headers: KeyValuePairs = [
      "Authorization": "Bearer \(name)-secret-0123456789", "Content-Type": "application/json",
      header.0: header.1,
    ]
    return try #require(ask(line, headers, body: body))
  }

  /// Sends JSON.
  func send(_ line: String, _ body: String, key: String? = nil, token: String? = nil) -> Reply? {
    var headers: [(String, String)] = [("Content-Type", "application/json")]
    if let key { headers.append(("Idempotency-Key", key)) }
    if let token { headers.append(("Authorization", "Bearer \(token)")) }
    return switch headers.count {
    case 1: ask(line, ["Content-Type": "application/json"], body: body)
    case 2: ask(line, ["Content-Type": "application/json", headers[1].0: headers[1].1], body: body)
    default:
      ask(
        line, ["Content-Type": "application/json", headers[1].0: headers[1].1, headers[2].0: headers[2].1],
        body: body)
    }
  }

  @discardableResult
  func activate(_ theme: String, in channel: String = "main") -> Reply? {
    send("POST /v1/active", #"{"theme":"\#(theme)","channel":"\#(channel)"}"#)
  }
}

/// A wall clock that stands until it is set.
final class HandClock: Sendable {
  private let time: Mutex<Timestamp>

  init(_ text: String = "2027-01-01T00:00:00Z") {
    time = Mutex(Timestamp(text) ?? Timestamp(milliseconds: 0))
  }

  var now: Timestamp { time.withLock { $0 } }

  func set(_ text: String) { time.withLock { $0 = Timestamp(text) ?? $0 } }
}

/// The channels whose clients were woken.
final class Wakes: Sendable {
  private let channels = Mutex<[String]>([])

  func add(_ channel: String, _ revision: UInt64) { channels.withLock { $0.append(channel) } }

  /// The channels woken since the last call, in order of their names.
  func take() -> [String] {
    channels.withLock { channels in
      defer { channels = [] }
      return channels.sorted()
    }
  }
}

extension Reply {
  /// A member of the JSON document, by names and numbers: `active.theme`, `changes.0.kind`.
  subscript(path: String) -> String? {
    node(path).map { node in
      node.string ?? node.number.map(JSONWriter.shortest) ?? node.bool.map(String.init)
        ?? (node.isNull ? "null" : "\(node.kind)")
    }
  }

  func count(_ path: String) -> Int? { node(path).map { Array($0.items).count } }

  private func node(_ path: String) -> JSONNode? {
    let (root, _) = JSONReader.read(SourceFile(name: "reply", bytes: content.bytes))
    return path.split(separator: ".").reduce(root) { node, step in
      guard let index = Int(step) else { return node?[String(step)] }
      let items = node.map { Array($0.items) } ?? []
      return items.indices.contains(index) ? items[index] : nil
    }
  }

  var code: String? { self["type"].map { String($0.dropFirst("urn:livery:problem:".count)) } }
}

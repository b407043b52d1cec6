import Bindings
import Changes
import Documents
import Resolution
import Synchronization
import TestSupport
import Themes

@testable import ThemeAPI

/// A world to ask in: a moment that tests swap, with services that do nothing clever.
final class TestAPI: Sendable {
  private let snapshot: Mutex<Snapshot>

  init(_ snapshot: Snapshot) { self.snapshot = Mutex(snapshot) }

  convenience init(revision: UInt64 = 7) throws {
    let files = ThemeFiles(kits: [], themes: [], images: ImageFolder(digests: [:]))
    self.init(Self.snapshot(try ThemeSet(files: files, uploads: []), revision: revision))
  }

  static func snapshot(_ themeSet: ThemeSet, revision: UInt64, activations: [Activation] = []) -> Snapshot {
    let epoch = Epoch(word: 0xfeed)
    var state = LogState(epoch: epoch, head: revision)
    state.absorb(activations.map { .activation($0) })
    return Snapshot(
      themeSet: themeSet, state: state,
      log: ChangeLog(epoch: epoch, floor: 0, head: revision, tail: []))
  }

  var now: Snapshot { snapshot.withLock { $0 } }

  /// The same documents, the log gone on.
  func advance(to revision: UInt64) {
    snapshot.withLock {
      $0 = Self.snapshot($0.themeSet, revision: revision, activations: Array($0.state.activations.values))
    }
  }

  func swap(_ next: Snapshot) { snapshot.withLock { $0 = next } }

  static let web: WebResources = {
    do { return try WebResources(WebFiles.all) } catch { fatalError("\(error)") }
  }()

  var services: Services {
    Services(
      web: Self.web, now: { self.now }, clock: { Timestamp(milliseconds: 0) },
      gzip: { [0x1f, 0x8b] + $0.prefix($0.count / 2) })
  }
}

extension Request {
  static let loopback = Peer(address: "127.0.0.1", isLoopback: true, user: PeerUser { .trusted })

  /// A request as a test writes it: `GET /v1/theme?a=b`. Its host is this machine unless a header says otherwise.
  static func ask(_ line: String, _ headers: KeyValuePairs<String, String> = [:], body: String = "")
    -> Request
  {
    let parts = line.split(separator: " ", maxSplits: 1)
    let method = Method(rawValue: String(parts[0])) ?? .get
    let target = String(parts[1])
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = halves.dropFirst().flatMap { $0.split(separator: "&") }.map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Field(String(sides[0]), sides.count > 1 ? String(sides[1]) : "")
    }
    var fields = headers.map { Field($0.key, $0.value) }
    if !fields.contains(where: { $0.name == "Host" }) { fields.insert(Field("Host", "localhost"), at: 0) }
    return Request(
      method: method, target: RawTarget(target), path: String(halves[0]), query: query, headers: fields,
      body: Array(body.utf8), peer: loopback)
  }
}

/// The head of a request that a test already has.
final class Head: RequestHead {
  private let request: Request
  private(set) var credential: Credential?
  private(set) var isKnownLocal = false
  private(set) var missed: Snapshot?
  init(_ request: Request) { self.request = request }
  var method: Request.Method { request.method }
  var target: RawTarget { request.target }
  var peer: Request.Peer { request.peer }
  func remember(_ fact: HeadFact) {
    switch fact {
    case .credential(let credential): self.credential = credential
    case .isLocal: isKnownLocal = true
    case .missed(let snapshot): missed = snapshot
    }
  }
  func list(_ name: String) -> String? { request.list(name) }
  func headerName(beginningWith prefix: String) -> String? { request.headerName(beginningWith: prefix) }
  func header(_ name: String) -> String? {
    request.headers.first { $0.name.equalsIgnoringASCIICase(name) }?.value
  }
}

extension Reply {
  /// All values of a header, joined.
  func header(_ name: String) -> String? {
    let values = (headers + content.headers).filter { $0.name.equalsIgnoringASCIICase(name) }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  var text: String { String(decoding: content.bytes, as: UTF8.self) }
}

extension Outcome {
  /// The reply, where the outcome is one.
  var reply: Reply? { if case .reply(let reply) = self { reply } else { nil } }
  var watch: Watch? { if case .watch(let watch) = self { watch } else { nil } }
}

extension Router {
  func reply(_ line: String, _ headers: KeyValuePairs<String, String> = [:], body: String = "") -> Reply? {
    answer(.ask(line, headers, body: body)).outcome.reply
  }
}

import Changes
import Documents
import TestSupport
import Testing
import Themes

@testable import Storage

/// Guards of switches in every store, and the clients that servers of a log exchange.
@Suite struct `A store with guards` {
  private static func guarded(_ theme: String) -> ChangeRequest {
    ChangeRequest(
      .activate(
        channel: "main", theme: ThemeSummary(name: theme, digest: 1, transition: nil, etag: nil),
        watch: .init(holding: 0.95, within: 1.5)),
      at: Timestamp(milliseconds: 1000), by: "mara")
  }

  private static func decision(_ state: SwitchGuard.State, to theme: String?) -> ChangeRequest {
    let watch = SwitchGuard(
      .init(holding: 0.95, within: 1.5), until: Timestamp(milliseconds: 2500), state: state,
      figures: .init(told: 20, held: 3, refused: 2), reason: "2:b, \"ü\"")
    let summary = theme.map { ThemeSummary(name: $0, digest: 1, transition: nil, etag: nil) }
    return ChangeRequest(
      .decide(channel: "main", watch, theme: summary), at: Timestamp(milliseconds: 3000), by: "guard")
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `keeps them with the switch, and what was decided`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    let store = subject.store
    try store.put(.activate("a"))
    try store.put(Self.guarded("b"))
    var (state, tail) = try Self.read(store)
    let begun = try #require(state.activations["main"]?.watch)
    #expect(begun.state == .watching && begun.until == Timestamp(milliseconds: 2500))
    #expect(begun.condition == .init(holding: 0.95, within: 1.5) && begun.figures == nil)
    #expect(tail.last?.watch == begun && tail.first?.watch == nil)
    #expect(state.guarded == ["main"])
    try store.put(Self.decision(.stuck, to: nil))
    (state, tail) = try Self.read(store)
    #expect(state.head == 2 && state.activations["main"]?.watch?.reason == "2:b, \"ü\"")
    #expect(state.guarded == ["main"])
    try store.put(Self.decision(.back, to: "a"))
    (state, tail) = try Self.read(store)
    #expect(state.head == 3 && state.guarded.isEmpty && state.activations["main"]?.theme == "a")
    #expect(tail.last?.watch?.figures == .init(told: 20, held: 3, refused: 2))
    #expect(tail.last?.watch == state.activations["main"]?.watch)
  }

  private static func read(_ store: any ChangeStore) throws -> (LogState, [Change]) {
    let opened = try store.open(knowing: nil, tail: 9)
    return (opened.state, opened.tail)
  }

  @Test(arguments: SharedLogContract.Sort.allCases)
  func `hands in what another server decided`(sort: SharedLogContract.Sort) throws {
    let pair = try SharedLogContract.pair(sort)
    try pair.one.put(.activate("a"))
    try pair.one.put(Self.guarded("b"))
    let before = try pair.other.open(knowing: nil, tail: 0)
    try pair.one.put(Self.decision(.held, to: nil))
    guard case .rows(let rows, _) = try pair.other.update(since: before.position) else {
      Issue.record("nothing is told")
      return
    }
    var state = before.state
    state.absorb(rows)
    #expect(state.activations["main"]?.watch?.state == .held && state.guarded.isEmpty)
  }

  @Test func `ignores the guard of a switch before, which a server of an earlier version has left`() throws {
    let cluster = try PostgresCluster.shared.get()
    let database = try cluster.newDatabase()
    let store = try PostgresStore(try PostgresAddress(url: cluster.url(of: database)), timeouts: .ofTests)
    try store.put(Self.guarded("b"))
    let text = try cluster.run("SELECT watch FROM livery.activations", in: database)
    try store.put(.activate("a"))
    _ = try cluster.run(
      "UPDATE livery.activations SET watch = (SELECT watch FROM livery.changes WHERE revision = 1)",
      in: database)
    #expect(try cluster.run("SELECT watch FROM livery.activations", in: database) == text)
    #expect(try Self.read(store).0.activations["main"]?.watch == nil)
  }
}

/// The clients of servers that share a log.
@Suite struct `Servers of a log` {
  private func clients(_ number: Int, _ reasons: Int = 0) -> ServerClients {
    let change = Cursor(epoch: Epoch(word: 7), revision: 3)
    var counts = [UInt32](repeating: 0, count: ClientFigures.size)
    counts[0] = UInt32(number)
    guard var figures = ClientFigures(change: change, counts: counts) else { return .none }
    (figures.toldInAll, figures.held) = (number, 2)
    figures.back.merge([(bucket: 20, count: 2)], longest: 20)
    figures.refusals = (0..<reasons).map { .init(reason: "\($0) <x> \"ü\"", count: reasons - $0) }
    return ServerClients(
      startedAt: Timestamp(milliseconds: 5), figures: number == 0 ? [:] : ["main": figures], age: .zero)
  }

  @Test func `read each other's clients, also after the table was emptied`() throws {
    let cluster = try PostgresCluster.shared.get()
    let database = try cluster.newDatabase()
    let stores = try (0..<2).map { _ in
      try PostgresStore(try PostgresAddress(url: cluster.url(of: database)), timeouts: .ofTests)
    }
    for store in stores { try store.serve(files: Fingerprint(word: 1)) }
    #expect(try stores[0].exchange(clients(12, 3)).map(\.figures.count) == [0])
    let there = try #require(try stores[1].exchange(clients(7)).first)
    #expect(there.figures == clients(12, 3).figures && there.startedAt == Timestamp(milliseconds: 5))
    #expect(try stores[0].exchange(clients(12, 3)).first?.figures == clients(7).figures)
    let count = "SELECT count(*) FROM livery.clients WHERE at > 0"
    #expect(try cluster.run(count, in: database).contains("2"))
    // As after a failover: unlogged tables are empty then.
    _ = try cluster.run("TRUNCATE livery.clients", in: database)
    for store in stores { _ = try store.exchange(clients(8)) }
    for store in stores { #expect(try store.exchange(clients(8)).first?.figures == clients(8).figures) }
    // A channel that has no clients any more.
    _ = try stores[0].exchange(clients(0))
    #expect(try stores[1].exchange(clients(8)).first?.figures.isEmpty == true)
  }

  @Test func `write nothing while their clients stay the same`() throws {
    let cluster = try PostgresCluster.shared.get()
    let database = try cluster.newDatabase()
    let store = try PostgresStore(try PostgresAddress(url: cluster.url(of: database)), timeouts: .ofTests)
    try store.serve(files: Fingerprint(word: 1))
    _ = try store.exchange(clients(12, 3))
    let first = try cluster.run("SELECT at, xmin FROM livery.clients", in: database)
    for _ in 0..<3 { _ = try store.exchange(clients(12, 3)) }
    #expect(try cluster.run("SELECT at, xmin FROM livery.clients", in: database) == first)
    _ = try store.exchange(clients(13, 3))
    #expect(try cluster.run("SELECT at, xmin FROM livery.clients", in: database) != first)
  }
}

extension ServerClients {
  fileprivate static let none = ServerClients(
    startedAt: Timestamp(milliseconds: 0), figures: [:], age: .zero)
}

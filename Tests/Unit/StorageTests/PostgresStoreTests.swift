import Bindings
import Documents
import Changes
import Foundation
import Synchronization
import TestSupport
import Testing
import Themes

@testable import Storage

/// Tests the promises of a log in PostgreSQL beyond the contracts.
@Suite struct `A log in PostgreSQL` {
  private let cluster: PostgresCluster
  private let database: String
  private let folder: Folder

  init() throws {
    cluster = try PostgresCluster.shared.get()
    database = try cluster.newDatabase()
    folder = try Folder()
  }

  private var url: String { cluster.url(of: database) }

  private func store(remembering file: String? = nil) throws -> PostgresStore {
    try PostgresStore(
      PostgresAddress(url: url), position: file.map { "\(folder.path)/\($0)" }, timeouts: .ofTests)
  }

  private func sql(_ text: String) throws { try cluster.run(text, in: database) }

  @Test func `is the same log for whoever opens it again`() throws {
    var first: OpenedLog?
    do {
      let store = try store(remembering: "one")
      try store.put(.activate("a"), .activate("b"))
      first = try store.open(knowing: nil, tail: 9)
      #expect(first?.origin == .created)
    }
    let again = try store(remembering: "one").open(knowing: nil, tail: 9)
    #expect(again.origin == .resumed)
    #expect(again.state == first?.state && again.tail == first?.tail && again.position == first?.position)
  }

  @Test func `lets a write wait for another one only for the rest of its own time`() throws {
    let store = try store()
    #expect(store.beginTurn(waited: nil))
    #expect(!store.beginTurn(waited: Timeouts.ofTests.write - .milliseconds(10)))
    store.endTurn()
    #expect(store.beginTurn(waited: .seconds(3600)), "it is free, so nobody waits")
  }

  @Test func `is found at a standby that is promoted while the primary is silent`() throws {
    let cluster = try PostgresCluster(["--standby", "async", "fsync=off"])
    let link = try EngineLink(to: cluster.primary)
    try link.become(.silent)
    let url = try cluster.url(of: "postgres", at: [link.host, #require(cluster.standby)])
    let timeline = Mutex("")
    try sideBySide([
      {
        let search = PrimarySearch(try PostgresAddress(url: url).servers(for: "test"))
        // One search: until it is over, the silent server may still answer.
        let found = try search.find(within: .seconds(120), after: "00000001")
        timeline.withLock { $0 = found.place.timeline }
      },
      {
        // So that the standby has been asked once, most likely.
        usleep(500_000)
        try cluster.order("promote")
      },
    ])
    #expect(timeline.withLock { $0 } == "00000002")
  }

  /// `Tests/Fixtures/logs/postgres-1.sql` is the output of `livery store schema` of that version.
  @Test func `is brought forward from the first version of its tables`() throws {
    try sql(ProjectFiles.text("Tests/Fixtures/logs/postgres-1.sql"))
    try sql(
      "INSERT INTO livery.digests VALUES (E'\\x010files', '00000000000000ff'), ('a', '0000000000000001')")
    let store = try store()
    let state = try store.open(knowing: nil, tail: 9).state
    #expect(state.files == Fingerprint(word: 255))
    #expect(Array(state.digests.keys) == ["a"])
    #expect(try store.put(.activate("a")).map(\.revision) == [1])
    #expect(
      try cluster.run("SELECT schema FROM livery.log", in: database).contains("\(PostgresSchema.version)"))
  }

  @Test func `goes on under a new epoch when a backup was put back, at each who remembers`() throws {
    let (a, b) = (try store(remembering: "a"), try store(remembering: "b"))
    for theme in ["a", "b"] { try a.put(.activate(theme)) }
    try cluster.backUpLog(in: database)
    try a.put(.activate("c"))
    let seen = try b.open(knowing: nil, tail: 9)
    try cluster.putBackLog(in: database)
    let opened = try a.open(knowing: seen.position, tail: 9)
    guard case .renewed = opened.origin else {
      Issue.record("the loss went unnoticed: \(opened.origin)")
      return
    }
    #expect(opened.state.head == 2 && opened.state.epoch != seen.state.epoch)
    guard case .reopen = try b.update(since: seen.position) else {
      Issue.record("the other goes on as if nothing had been lost")
      return
    }
    let other = try b.open(knowing: seen.position, tail: 9)
    #expect(other.state == opened.state, "one has renewed it, the other found that")
  }

  @Test func `goes on under a new epoch when it went on another way up to the same head`() throws {
    do {
      let store = try store(remembering: "a")
      try store.put(.activate("a"))
      try cluster.backUpLog(in: database)
      try store.put(.activate("b"))
    }
    try cluster.putBackLog(in: database)
    do { try store(remembering: "stranger").put(.activate("other")) }
    let found = try store(remembering: "a").open(knowing: nil, tail: 9)
    guard case .renewed = found.origin else {
      Issue.record("two pasts under one cursor")
      return
    }
  }

  @Test func `is not renewed by a cursor, a restart or another's writes`() throws {
    let epoch = try store(remembering: "a").open(knowing: nil, tail: 0).state.epoch
    do { try store(remembering: "b").put(.activate("b")) }
    let again = try store(remembering: "a").open(knowing: nil, tail: 0)
    #expect(again.state.epoch == epoch && again.origin == .resumed)
  }

  @Test func `opens from a copy where nobody answers, and only from one that is whole`() throws {
    let (position, copy) = ("\(folder.path)/position", "\(folder.path)/snapshot")
    var kept: OpenedLog
    do {
      let store = try PostgresStore(
        PostgresAddress(url: url), position: position, copy: copy, timeouts: .ofTests)
      try store.put(.activate("a"))
      kept = try store.open(knowing: nil, tail: 9)
      store.keepCopy(of: kept)
    }
    var timeouts = Timeouts()
    (timeouts.look, timeouts.start) = (.milliseconds(50), .milliseconds(50))
    let nobody = try PostgresAddress(url: "postgres://livery@%2Fnowhere/livery")
    do {
      let store = try PostgresStore(nobody, position: position, copy: copy, timeouts: timeouts)
      let opened = try store.open(knowing: nil, tail: 9)
      #expect(opened.state.activations == kept.state.activations && opened.tail == kept.tail)
      #expect(throws: StoreError.self) { try store.open(knowing: opened.position, tail: 9) }
    }
    let bytes = try #require(FileManager.default.contents(atPath: copy))
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: copy))
    #expect(throws: StoreError.self) {
      try PostgresStore(nobody, position: position, copy: copy, timeouts: timeouts)
    }
  }

  @Test func `refuses what a newer version has made`() throws {
    _ = try store()
    try sql("UPDATE livery.log SET schema = 99, readable_from = 99")
    #expect(throws: StoreError.newerVersion(found: 99, known: PostgresSchema.version)) { try store() }
  }

  @Test func `notices a row that is not as it was written`() throws {
    do { try store().put(.activate("a"), .activate("b")) }
    try sql("UPDATE livery.changes SET theme = 'x' WHERE revision = 2")
    let store = try store()
    #expect(throws: StoreError.corrupt("change 2 is not as it was written")) {
      try store.open(knowing: nil, tail: 9)
    }
    try sql("UPDATE livery.activations SET theme = 'x'")
    #expect(throws: StoreError.corrupt("a row of activations is not as it was written")) {
      try store.open(knowing: nil, tail: 9)
    }
  }

  @Test func `makes its tables once when many start together`() throws {
    let origins = Mutex<[LogOrigin]>([])
    try sideBySide(
      (0..<4).map { _ in
        { @Sendable () throws in
          let origin = try self.store().open(knowing: nil, tail: 0).origin
          origins.withLock { $0.append(origin) }
        }
      })
    #expect(origins.withLock(\.self).count { $0 == .created } == 1)
    #expect(origins.withLock(\.self).count { $0 == .resumed } == 3)
  }

  /// The key of the lock that earlier versions took first, in sessions that may do nothing but connect.
  @Test func `is made whatever locks a stranger in the database holds`() throws {
    try sql("CREATE ROLE \(database) LOGIN")
    let strangers = try ["1281980025", "0"].map { key in
      try HeldSession(cluster, in: database, as: database, "SELECT 'held' FROM pg_advisory_lock(\(key))")
    }
    #expect(try store().open(knowing: nil, tail: 9).origin == .created)
    for stranger in strangers { try stranger.release() }
  }

  @Test func `goes on when its sessions are ended in the midst`() throws {
    let store = try store()
    try store.put(.activate("a"))
    for round in 0..<5 {
      try sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
      )
      try store.put(.activate("t\(round)"))
    }
    #expect(try store.snapshot(tail: 9).tail.map(\.revision) == [1, 2, 3, 4, 5, 6])
  }

  @Test func `lets others write when one is paused within its turn`() throws {
    let (paused, other) = (try store(), try store())
    let position = try paused.open(knowing: nil, tail: 0).position
    let entered = DispatchSemaphore(value: 0), leave = DispatchSemaphore(value: 0)
    try sideBySide([
      {
        var turns = 0
        _ = try paused.transaction(from: position, keys: []) { transaction in
          turns += 1
          guard turns == 1, case .nothing = transaction.update else { return LogCommit() }
          entered.signal()
          leave.wait()
          return LogCommit(records: [.plain("k")])
        }
        #expect(turns > 1, "what was decided before is not written")
      },
      {
        entered.wait()
        defer { leave.signal() }
        try other.put(.activate("a"))
      },
    ])
    #expect(try other.record(for: "k") == nil)
  }

  @Test func `writes to its tables alone, whatever the search path finds first`() throws {
    try sql(
      "CREATE SCHEMA trap; CREATE TABLE trap.changes (x int); ALTER DATABASE \(database) SET search_path = trap"
    )
    let store = try store()
    try store.put(.activate("a"))
    #expect(try store.read(after: 0, limit: 9)?.count == 1)
  }

  /// Performs transactions like a publisher, from its last position.
  private struct Seat {
    let store: PostgresStore
    private var state: LogState
    private var position: LogPosition

    init(_ store: PostgresStore) throws {
      self.store = store
      let opened = try store.open(knowing: nil, tail: 0)
      (state, position) = (opened.state, opened.position)
    }

    /// - Returns: the requested keys that were known at the time of the decision.
    @discardableResult
    mutating func write(_ theme: String, key: String? = nil) throws -> [String] {
      var (next, known): (LogState, [String]) = (state, [])
      position = try store.transaction(from: position, keys: [key].compactMap(\.self)) {
        [state] transaction in
        next = state
        known = transaction.records.keys.sorted()
        if case .rows(let rows, _) = transaction.update { next.absorb(rows) }
        guard known.isEmpty, let applied = try? next.apply(.activate(theme)) else { return LogCommit() }
        return LogCommit(rows: applied.rows, records: key.map { [.plain($0)] } ?? [])
      }
      state = next
      return known
    }
  }

  @Test func `takes one round trip a turn while nobody else writes, and two where others do`() throws {
    let link = try EngineLink(to: cluster.primary)
    let address = try PostgresAddress(url: cluster.url(of: database, at: [link.host]))
    var timeouts = Timeouts.ofTests
    timeouts.notification = .zero
    var seat = try Seat(PostgresStore(address, timeouts: timeouts))
    var other = try Seat(store())
    for number in 0..<3 { try seat.write("first\(number)") }
    // Each theme for the first time: that also writes to another table.
    for theme in ["o0", "o1"] { try other.write(theme) }
    for theme in ["u0", "u1", "u0"] { try seat.write(theme) }
    _ = try link.count()
    for number in 0..<100 { try seat.write("t\(number)", key: "k\(number)") }
    // The server also answers the notification of each transaction, for which no caller waits, so the last response may
    // be under way. The others are responses to reads.
    let alone = try link.count()
    #expect(alone >= 199 && alone < 300, "\(alone) answers")
    for number in 0..<100 {
      try other.write("o\(number % 2)")
      try seat.write("u\(number % 2)")
    }
    let together = try link.count()
    #expect(together >= 300 && together < 400, "\(together) answers")
    #expect(try seat.store.snapshot(tail: 500).tail.map(\.revision) == Array(1...308))
  }

  /// - Parameter isNoticed: whether the response to the last notification, for which no caller waits, comes before the end.
  @Test(arguments: [false, true])
  func `is not in doubt of a commit for which there was no connection`(isNoticed: Bool) throws {
    let link = try EngineLink(to: cluster.primary)
    let address = try PostgresAddress(url: cluster.url(of: database, at: [link.host]))
    var timeouts = Timeouts.ofTests
    timeouts.write = .seconds(1)
    var seat = try Seat(PostgresStore(address, timeouts: timeouts))
    for number in 0..<2 { try seat.write("t\(number)") }
    _ = try link.count()
    try seat.write("t2")
    var (answers, patient) = (0, ContinuousClock.now + .seconds(120))
    while isNoticed, answers < 2, ContinuousClock.now < patient { answers += try link.count() }
    try link.become(.cut)
    #expect {
      try seat.write("lost")
    } throws: { error in
      if case .away = error as? StoreError { true } else { false }
    }
    #expect(seat.store.report?.figures.doubts == 0)
    try link.become(.pass)
    let store = seat.store
    patient = .now + .seconds(120)
    while (try? store.tryWriting()) == nil, ContinuousClock.now < patient { usleep(20_000) }
    try seat.write("found")
    #expect(try store.snapshot(tail: 9).tail.map(\.theme) == ["t0", "t1", "t2", "found"])
  }

  @Test func `finds a key again that it has kept itself, and what another wrote in between`() throws {
    var (seat, other) = (try Seat(store()), try Seat(store()))
    for number in 0..<3 { try seat.write("first\(number)") }
    #expect(try seat.write("a", key: "k") == [])
    #expect(try seat.write("b", key: "k") == ["k"])
    #expect(try seat.write("c", key: "l") == [])
    #expect(try other.write("d", key: "m") == [])
    #expect(try seat.write("e", key: "m") == ["m"])
    #expect(try seat.write("f") == [])
    #expect(try other.store.snapshot(tail: 9).tail.suffix(4).map(\.theme) == ["a", "c", "d", "f"])
  }

  @Test func `knows whose files are the newest among those who live`() throws {
    let (old, new) = (try store(), try store())
    let (first, second) = (Fingerprint(word: 1), Fingerprint(word: 2))
    #expect(!old.hasNewest(first), "nobody has asked")
    try old.serve(files: first)
    #expect(old.hasNewest(first) && !old.hasNewest(second), "these are not served yet")
    try new.serve(files: second)
    try old.serve(files: first)
    #expect(new.hasNewest(second) && !old.hasNewest(first))
    // Its last sign of life was in 1970.
    try sql("UPDATE livery.replicas SET seen = 0 WHERE files = '\(second.word.hex16)'")
    try old.serve(files: first)
    #expect(old.hasNewest(first))
    try new.serve(files: second)
    try old.serve(files: first)
    #expect(!old.hasNewest(first), "files keep their place")
    try new.serve(files: first)
    try old.serve(files: first)
    #expect(old.hasNewest(first) && new.hasNewest(first))
  }

  @Test(
    arguments: [
      ("postgres://u:p@db/d", nil, [:], true), ("postgres://u@db/d", "file", [:], true),
      ("postgres://u@db/d?passfile=x", nil, [:], true), ("postgres://u@db/d", nil, ["PGPASSWORD": "p"], true),
      ("postgres://u:p@db/d?sslmode=require", nil, [:], true),
      ("postgres://u:p@127.0.0.1,db/d", nil, [:], true), ("postgres://u@db/d", nil, [:], false),
      ("postgres://u:p@db/d?sslmode=verify-full", nil, [:], false),
      ("postgres://u:p@db/d", nil, ["PGSSLMODE": "verify-full"], false),
      ("postgres://u:p@localhost,127.0.0.2,%2Frun/d", nil, [:], false),
      ("postgres://u:p@/d", nil, [:], false),
    ] as [(String, String?, [String: String], Bool)])
  func `is warned of where a password may be taken on the way`(
    url: String, file: String?, variables: [String: String], isWarned: Bool
  ) throws {
    let warnings = try PostgresAddress(url: url, passwordFile: file).warnings(variables: variables)
    #expect(warnings.count == (isWarned ? 1 : 0), "\(url)")
    #expect(warnings.allSatisfy { $0.contains("sslmode=verify-full") && !$0.contains(":p@") })
  }

  @Test func `tells the others of the last of many commits, however soon they come`() throws {
    var timeouts = Timeouts.ofTests
    timeouts.notification = .milliseconds(300)
    let store = try PostgresStore(PostgresAddress(url: cluster.url(of: database)), timeouts: timeouts)
    let server = try PostgresParameters.servers(url: cluster.url(of: database))[0]
    let listener = try LockedConnection.connect(to: server, until: .now + .seconds(60))
    let name = try cluster.run("SELECT name FROM livery.log", in: database).filter(\.isHexDigit)
    func ask(_ sql: String) throws -> [String] {
      try listener.withConnection { live throws(PostgresFailure) in
        _ = try live.run(PostgresStatement(sql), until: .now + .seconds(60))
        return try live.notices()
      }
    }
    _ = try ask("LISTEN livery_\(name)")
    for number in 1...20 { try store.put(.activate("t\(number)")) }
    let last = try store.open(knowing: nil, tail: 0).position.notice
    let patient = ContinuousClock.now + .seconds(120)
    var heard: [String] = []
    while heard.last != last, ContinuousClock.now < patient {
      heard += try ask("SELECT 1")
      usleep(10_000)
    }
    #expect(heard.last == last && Set(heard).count == heard.count, "\(heard)")
  }

  @Test func `is not turned by a notice that anybody may send`() throws {
    let store = try store()
    try store.put(.activate("a"))
    let position = try store.open(knowing: nil, tail: 0).position
    let name = try cluster.run("SELECT name FROM livery.log", in: database).filter(\.isHexDigit)
    try sql("NOTIFY livery_\(name), 'made up'; NOTIFY livery_\(name), '\(position.epoch) 999 999'")
    guard case .nothing = try store.update(since: position) else {
      Issue.record("a notice was believed")
      return
    }
    #expect(try store.put(.activate("b")).map(\.revision) == [2])
  }
}

extension IdempotencyRecord {
  fileprivate static func plain(_ key: String) -> IdempotencyRecord {
    IdempotencyRecord(
      key: IdempotencyKey(text: key, fingerprint: "f"), answer: RecordedAnswer(status: 200, body: []),
      at: Timestamp(milliseconds: 0))
  }
}

import Changes
import Documents
import Storage
import Synchronization
import TestSupport
import Testing
import Themes

/// Tests several publishers over one log.
@Suite struct `A log that is shared` {
  private let world = PublisherWorld()
  private let log = MemoryLog()

  private func publisher() throws -> Publisher { try world.publisher(MemoryStore(sharing: log)) }

  @Test func `shows at one what was done at the other, with the same cursor and the same history`() throws {
    let (a, b) = (try publisher(), try publisher())
    let wakes = Mutex<[String]>([])
    b.onChange { reached in
      wakes.withLock { $0 += reached.map { "\($0.channel) \($0.revision)" } }
    }
    let start = b.current.now.cursor
    _ = try a.words(world.switching("night"), world.entering("1", "year", for: 10))
    _ = try a.upload(world.upload("mine"))
    try b.follow()
    let (left, right) = (a.current.now, b.current.now)
    #expect(left.state == right.state)
    #expect(right.themeSet.library.themes["mine"] != nil)
    #expect(
      left.log.read(since: start, channel: "main", mode: .all, limit: 200)
        == right.log.read(since: start, channel: "main", mode: .all, limit: 200))
    #expect(wakes.withLock { $0.sorted() } == ["* 3", "main 2"])
    #expect(right.etags == left.etags)
  }

  @Test func `tells the others that there is something, and not the one who wrote it`() throws {
    let (one, other) = (MemoryStore(sharing: log), MemoryStore(sharing: log))
    let told = Mutex<[String]>([])
    let publisher = try world.publisher(one)
    one.onUpdate { told.withLock { $0.append("one") } }
    other.onUpdate { told.withLock { $0.append("other") } }
    _ = try publisher.words(world.switching("night"), world.switching("year"))
    #expect(told.withLock { $0 } == ["other"])
    _ = try publisher.words(world.switching("year"))
    #expect(told.withLock { $0 } == ["other"], "nothing was written")
  }

  @Test func `does not ask for what it was told of and has taken in with a turn`() throws {
    let store = ToldStore(MemoryStore(sharing: log))
    let (a, b) = (try publisher(), try world.publisher(store))
    _ = try a.words(world.switching("night"))
    store.isTold = false
    try b.follow(isTold: true)
    #expect(b.current.now.activation(of: "main")?.theme == "default")
    store.isTold = true
    try b.follow(isTold: true)
    #expect(b.current.now.activation(of: "main")?.theme == "night")
    _ = try a.words(world.switching("year"))
    store.isTold = false
    try b.follow()
    #expect(b.current.now.activation(of: "main")?.theme == "year", "who asks to know looks")
  }

  @Test func `lets one write that builds on a cursor win over all`() throws {
    let (a, b) = (try publisher(), try publisher())
    let cursor = a.current.now.cursor
    #expect(try a.words(world.switching("night", buildsOn: cursor)) == ["done"])
    #expect(try b.words(world.switching("year", buildsOn: cursor)) == ["conflict"])
    #expect(b.current.now.activation(of: "main")?.theme == "night", "the turn brought the news")
  }

  @Test func `knows a key that came to another`() throws {
    let (a, b) = (try publisher(), try publisher())
    #expect(try a.words(world.switching("night", key: "k")) == ["done"])
    #expect(try b.words(world.switching("night", key: "k")) == ["replayed"])
    #expect(try b.words(world.switching("year", key: "k", fingerprint: "g")) == ["key reused"])
  }

  @Test func `lets a theme be switched to that came in elsewhere a moment ago`() throws {
    let (a, b) = (try publisher(), try publisher())
    _ = try a.upload(world.upload("mine"))
    #expect(try b.words(world.switching("mine")) == ["done"])
    _ = try b.upload(world.upload("yours"))
    _ = try a.upload(world.upload("ours"))
    #expect(a.current.now.state.uploads.keys.sorted() == ["mine", "ours", "yours"])
    #expect(a.current.now.themeSet.library.themes["yours"] != nil)
    #expect(throws: Publisher.DocumentError.self) { try a.remove("mine", by: "tests") }
  }

  @Test func `fires a schedule once over all`() throws {
    let (a, b) = (try publisher(), try publisher())
    _ = try a.words(world.entering("1", "year", for: 10))
    try b.follow()
    world.advance(seconds: 2)
    #expect(try b.applyDueSchedules().map(\.theme) == ["year"])
    #expect(try a.applyDueSchedules().isEmpty)
    #expect(a.current.now.activation(of: "main")?.theme == "year")
  }

  @Test func `goes on with what was served where an upload does not fit the files here`() throws {
    let a = try world.publisher(MemoryStore(sharing: log), themes: ["default", "night", "basis"])
    let b = try publisher()
    let child = Upload(
      name: "child", file: "child.json",
      bytes: Array(##"{ "kit": "mini", "extends": "basis", "colors": {} }"##.utf8), at: world.now, by: "tests"
    )
    _ = try a.upload(child)
    _ = try a.words(world.switching("night"))
    try b.follow()
    let now = b.current.now
    #expect(now.state == a.current.now.state)
    #expect(now.activation(of: "main")?.theme == "night")
    #expect(now.themeSet.library.themes["child"] == nil)
    #expect(now.trouble.map { "\($0.error)".contains("another server") } == true)
  }

  @Test func `is told of files by who has the newest, once, and of the way back when they are gone`() throws {
    _ = try world.publisher(MemoryStore(sharing: log), themes: ["default", "night"])
    let old = try publisher()
    _ = try old.words(world.switching("night"))
    let start = old.current.now.cursor
    func told() -> [String] {
      old.current.now.state.cursor.epoch == start.epoch
        ? MemoryStore(sharing: log).kinds(after: start.revision) : ["another log"]
    }
    do {
      let new = try world.publisher(MemoryStore(sharing: log), accent: "#00ff00")
      #expect(told() == ["updated night"])
      try old.follow()
      #expect(!old.hasNewestFiles && new.hasNewestFiles)
      #expect(
        try old.reload(PublisherWorld.files(["default", "night"]), by: "files").isEmpty,
        "older ones are served"
      )
      #expect(old.current.now.themeSet.library.themes["year"] == nil)
      let third = try publisher()
      #expect(
        !third.hasNewestFiles && told().count == 1, "who starts with the old ones does not tell of them"
      )
      let files = PublisherWorld.files(["default", "night", "year"], accent: "#00ff00")
      #expect(try third.reload(files, by: "files").isEmpty, "another has told it")
      #expect(third.hasNewestFiles && told().count == 1)
    }
    try old.follow()
    #expect(old.hasNewestFiles && told() == ["updated night", "updated night"])
  }

  @Test func `is not told of files that are on their way out when newer ones are announced`() throws {
    let first = try world.publisher(MemoryStore(sharing: log), themes: ["default", "night"])
    _ = try first.words(world.switching("night"))
    let later = PublisherWorld.files(["default", "night"], accent: "#00ff00")
    try first.reload(later, by: "files")
    let store = AnnouncingStore(MemoryStore(sharing: log))
    let publisher = try world.publisher(store, themes: ["default", "night"])
    #expect(!publisher.hasNewestFiles)
    let known = publisher.current.now.cursor
    let looks = Mutex(0)
    store.onServed {
      looks.withLock { $0 += 1 }
      #expect(!publisher.hasNewestFiles)
      #expect(throws: Never.self) { try publisher.follow() }
    }
    #expect(try publisher.reload(later, by: "files").isEmpty)
    #expect(looks.withLock { $0 } == 1 && publisher.hasNewestFiles)
    #expect(publisher.current.now.cursor == known, "told once, and not back")
  }

  @Test func `is opened by one whose files lack what shows where others have newer ones`() throws {
    let new = try world.publisher(MemoryStore(sharing: log), themes: ["default", "night", "year", "moon"])
    _ = try new.words(world.switching("moon"))
    // These come later, and so they are the newest: what clients see does not change by an oversight.
    #expect(throws: Publisher.StartError.self) { try publisher() }
    let newest = try world.publisher(
      MemoryStore(sharing: log), themes: ["default", "night", "year", "moon"], accent: "#0000ff")
    let old = try publisher()
    #expect(old.current.now.unserved?.theme == "moon" && newest.current.now.unserved == nil)
    _ = try newest.words(world.switching("night"))
    try old.follow()
    #expect(old.current.now.unserved == nil)
  }

  @Test func `is read anew by one who is further behind than the log tells`() throws {
    let (a, b) = (try publisher(), try publisher())
    for number in 0..<2100 { _ = try a.words(world.switching(number % 2 == 0 ? "night" : "year")) }
    try b.follow()
    #expect(b.current.now.state == a.current.now.state)
    #expect(b.current.now.cursor.epoch == a.current.now.cursor.epoch)
  }

  @Test func `is the same for all who write at once`() async throws {
    let publishers = [try publisher(), try publisher(), try publisher()]
    try await withThrowingTaskGroup(of: Void.self) { [world] group in
      for (number, publisher) in publishers.enumerated() {
        group.addTask {
          for round in 0..<60 {
            let theme = ["night", "year", "default"][(round + number) % 3]
            _ = try publisher.words(world.switching(theme, in: "c\(round % 4)"))
            if round % 20 == number {
              _ = try publisher.upload(world.upload("u\(number)", accent: "#0000\(10 + round)"))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    for publisher in publishers { try publisher.follow() }
    let states = Set(publishers.map(\.current.now.state))
    #expect(states.count == 1)
    #expect(try self.publisher().current.now.state == states.first)
    let whole = try MemoryStore(sharing: log).read(after: 0, limit: 10_000)
    #expect(whole?.map(\.revision) == Array(1...(states.first?.head ?? 0)))
  }
}

extension MemoryStore {
  /// The changes after a revision, with their themes.
  fileprivate func kinds(after revision: UInt64) -> [String] {
    let changes = (try? read(after: revision, limit: 99)) ?? []
    return changes.map { "\($0.kind) \($0.theme)" }
  }
}

/// A store after whose announcements of files something is done.
private final class AnnouncingStore: ForwardingStore {
  let store: any ChangeStore
  private let follow = Mutex<(@Sendable () -> Void)?>(nil)

  init(_ store: any ChangeStore) { self.store = store }

  func onServed(_ follow: @escaping @Sendable () -> Void) { self.follow.withLock { $0 = follow } }

  func serve(files: Fingerprint) throws(StoreError) {
    try store.serve(files: files)
    follow.withLock { $0 }?()
  }

  func transaction(
    from position: LogPosition, keys: [String], waited: Duration, decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition {
    try store.transaction(from: position, keys: keys, waited: waited, decide: decide)
  }
}

import Changes
import Documents
import Storage
import Testing
import Themes

@Suite struct `A guard of a switch` {
  private let world = PublisherWorld()
  private static let condition = SwitchGuard.Condition(holding: 0.95, within: 30)

  /// A switch under a guard.
  private func guarded(_ theme: String) -> Submission<PublisherWorld.Unknown> {
    Submission(
      key: nil,
      prepare: { [world] _, summary throws(PublisherWorld.Unknown) in
        ChangeRequest(
          .activate(channel: "main", theme: summary(theme), watch: Self.condition), at: world.now, by: "mara")
      }, record: { _ in RecordedAnswer(status: 200, body: []) })
  }

  private func report(
    _ publisher: Publisher, told: Int, held: Int, refused: Int = 0
  ) -> (String) -> ClientReport? {
    { channel in
      publisher.current.now.newestChange(in: channel).map { newest in
        ClientReport(
          newest: newest, figures: ClientFigures(change: newest.cursor),
          watched: .init(told: told, held: held, refused: refused),
          servers: .init(known: 1, counted: 1, oldest: 0))
      }
    }
  }

  private func activation(_ publisher: Publisher) throws -> Activation {
    try #require(publisher.current.now.activation(of: "main"))
  }

  @Test func `takes back once, as a change of its own, what too few hold in time`() throws {
    let publisher = try world.publisher(MemoryStore())
    #expect(try publisher.words(guarded("night")) == ["done"])
    let report = report(publisher, told: 1310, held: 312, refused: 41)
    world.advance(seconds: 29)
    #expect(try publisher.decideGuards(by: report).isEmpty)
    #expect(try activation(publisher).watch?.state == .watching)
    world.advance(seconds: 1)
    #expect(try publisher.decideGuards(by: report).map(\.watch.state) == [.back])
    #expect(try publisher.decideGuards(by: report).isEmpty)
    let change = try #require(publisher.current.now.log.newest)
    #expect(change.revision == 2 && change.kind == .activated && change.by == "guard")
    #expect(change.theme == "default" && change.previous == "night")
    #expect(change.note == "312 of 1310 hold it after 30 s, 41 refused; 0.95 was asked")
    #expect(change.watch?.figures == .init(told: 1310, held: 312, refused: 41))
    #expect(try activation(publisher).theme == "default")
    #expect(try activation(publisher).base == "default")
    #expect(try activation(publisher).watch?.state == .back)
  }

  @Test(arguments: [
    (told: 20, held: 19, state: SwitchGuard.State.held), (20, 18, .back), (10, 10, .held), (10, 9, .back),
    (9, 0, .idle), (0, 0, .idle),
  ])
  func `lets a switch stay that enough hold, or few were told of`(
    told: Int, held: Int, state: SwitchGuard.State
  ) throws {
    let store = MemoryStore()
    let publisher = try world.publisher(store)
    _ = try publisher.words(guarded("night"))
    world.advance(seconds: 30)
    #expect(
      try publisher.decideGuards(by: report(publisher, told: told, held: held)).map(\.watch.state) == [state])
    #expect(try activation(publisher).theme == (state == .back ? "default" : "night"))
    // The decision is kept.
    let again = try world.publisher(store)
    #expect(try activation(again).watch?.state == state)
    world.advance(seconds: 60)
    #expect(try again.decideGuards(by: report(again, told: 99, held: 0)).isEmpty)
  }

  @Test func `says why nothing is decided with fewer than ten clients`() throws {
    let publisher = try world.publisher(MemoryStore())
    _ = try publisher.words(guarded("night"))
    world.advance(seconds: 30)
    let decided = try publisher.decideGuards(by: report(publisher, told: 3, held: 0))
    #expect(decided.map(\.watch.reason) == ["3 clients were told; a guard needs 10"])
  }

  @Test func `ends with a later switch, and with a schedule that shows the same theme`() throws {
    let publisher = try world.publisher(MemoryStore())
    _ = try publisher.words(guarded("night"), world.switching("year"))
    world.advance(seconds: 30)
    #expect(try publisher.decideGuards(by: report(publisher, told: 99, held: 0)).isEmpty)
    #expect(try activation(publisher).theme == "year")

    _ = try publisher.words(guarded("night"), world.entering("s", "night", for: 100))
    world.advance(seconds: 1)
    try publisher.applyDueSchedules()
    #expect(try activation(publisher).watch?.state == .ended)
    world.advance(seconds: 30)
    #expect(try publisher.decideGuards(by: report(publisher, told: 99, held: 0)).isEmpty)
    #expect(try activation(publisher).theme == "night")
  }

  @Test func `is left alone by a switch that changes nothing, and by an update`() throws {
    let publisher = try world.publisher(MemoryStore())
    _ = try publisher.words(guarded("night"))
    #expect(try publisher.words(guarded("night"), world.switching("night")) == ["same", "same"])
    let permit = CommitPermit()
    _ = try publisher.reload(
      PublisherWorld.files(["default", "night", "year"], accent: "#0000ff"), by: "files", permit: permit)
    #expect(try activation(publisher).watch?.until == world.now.advanced(bySeconds: 30))
    world.advance(seconds: 30)
    #expect(
      try publisher.decideGuards(by: report(publisher, told: 99, held: 0)).map(\.watch.state) == [.back])
    #expect(try activation(publisher).theme == "default")
  }

  @Test func `is stuck where the theme before is gone`() throws {
    let publisher = try world.publisher(MemoryStore())
    _ = try publisher.words(guarded("night"))
    _ = try publisher.reload(PublisherWorld.files(["night", "year"]), by: "files", permit: CommitPermit())
    world.advance(seconds: 30)
    let report = report(publisher, told: 99, held: 0)
    #expect(try publisher.decideGuards(by: report).map(\.watch.reason) == ["'default' is gone"])
    #expect(try activation(publisher).theme == "night")
    #expect(publisher.current.now.stuckGuards.map(\.channel) == ["main"])
    _ = try publisher.words(world.switching("year"))
    #expect(publisher.current.now.stuckGuards.isEmpty)
  }

  @Test func `waits 15 s after a start, and is decided once by two servers`() throws {
    let log = MemoryLog()
    let first = try world.publisher(MemoryStore(sharing: log))
    _ = try first.words(guarded("night"))
    world.advance(seconds: 28)
    let second = try world.publisher(MemoryStore(sharing: log))
    world.advance(seconds: 14)
    #expect(try second.decideGuards(by: report(second, told: 99, held: 0)).isEmpty)
    world.advance(seconds: 1)
    // Neither has read what the other writes.
    #expect(try second.decideGuards(by: report(second, told: 99, held: 0)).map(\.watch.state) == [.back])
    #expect(try first.decideGuards(by: report(first, told: 99, held: 0)).isEmpty)
    #expect(first.current.now.cursor.revision == 2)
    #expect(try activation(first).watch?.state == .back)
  }
}

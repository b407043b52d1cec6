import Changes
import Documents
import Storage
import Synchronization
import TestSupport
import Testing
import Themes

@Suite struct `A publisher` {
  private let world = PublisherWorld()

  @Test func `publishes what has gathered in its order, with one commit and one wake a channel`() throws {
    let store = RecordingStore(MemoryStore())
    let publisher = try world.publisher(store)
    let wakes = Mutex<[String]>([])
    publisher.onChange { reached in
      wakes.withLock { $0 += reached.map { "\($0.channel) \($0.revision)" } }
    }
    let words = try publisher.words(
      world.switching("night"), world.switching("gone"), world.switching("night"), world.switching("year"))
    #expect(words == ["done", "no gone", "same", "done"])
    #expect(wakes.withLock { $0.sorted() } == ["* 2", "main 2"])
    #expect(publisher.current.now.activation(of: "main")?.previous == "night")
  }

  @Test func `prepares a write from what the one before it in the same turn left`() throws {
    let publisher = try world.publisher(MemoryStore())
    let seen = Mutex<[String?]>([])
    let look = Submission<PublisherWorld.Unknown>(
      key: nil,
      prepare: { [world] snapshot, summary in
        seen.withLock { $0.append(snapshot.activation(of: "main")?.theme) }
        return ChangeRequest(.activate(channel: "kiosk", theme: summary("year")), at: world.now, by: "tests")
      }, record: { _ in RecordedAnswer(status: 200, body: []) })
    _ = try publisher.publish([look, world.switching("night"), look])
    #expect(seen.withLock { $0 } == ["default", "night"])
  }

  @Test func `gives the first answer again for a key, also within one turn and after a restart`() throws {
    let store = MemoryStore()
    let publisher = try world.publisher(store)
    #expect(
      try publisher.words(
        world.switching("night", key: "k"), world.switching("night", key: "k"),
        world.switching("year", key: "k", fingerprint: "g"))
        == ["done", "replayed", "key reused"])
    let again = try world.publisher(store)
    #expect(try again.words(world.switching("night", key: "k")) == ["replayed"])
    guard case .replayed(let record)? = try again.publish([world.switching("night", key: "k")]).first else {
      Issue.record("done twice")
      return
    }
    #expect(
      record.answer.body == Array(Cursor(epoch: again.current.now.cursor.epoch, revision: 1).description.utf8)
    )
    world.advance(seconds: IdempotencyRecord.life)
    #expect(try again.words(world.switching("year", key: "k", fingerprint: "g")) == ["done"])
  }

  @Test func `goes by the clock in what is due, and dates no change before an earlier one`() throws {
    let publisher = try world.publisher(MemoryStore())
    world.advance(seconds: 3600)
    _ = try publisher.words(world.switching("night"))
    let ahead = world.now
    world.advance(seconds: -3600)
    _ = try publisher.words(world.switching("year"), world.entering("1", "night", for: 10))
    #expect(publisher.current.now.activation(of: "main")?.at == ahead)
    #expect(try publisher.applyDueSchedules().isEmpty, "the clock has not come so far")
    #expect(publisher.timeUntilSchedule == .seconds(1))
    world.advance(seconds: 1)
    #expect(publisher.timeUntilSchedule == .zero, "nobody has looked since")
    #expect(try publisher.applyDueSchedules().map(\.at) == [ahead])
  }

  @Test func `knows the entity tags of all themes that show, also after a restart`() throws {
    let store = MemoryStore()
    let publisher = try world.publisher(store)
    _ = try publisher.words(world.switching("night", in: "stage"))
    let again = try world.publisher(store)
    for snapshot in [publisher.current.now, again.current.now] {
      #expect(snapshot.etags["night"] == "\"night\"" && snapshot.etags["default"] == "\"default\"")
    }
    _ = try again.upload(world.upload("night"))
    #expect(again.current.now.etags["night"] != nil)
  }

  @Test func `shows nothing that the store did not keep, and says so until it keeps something again`() throws
  {
    let store = ReplaceableStore(MemoryStore())
    let publisher = try world.publisher(store)
    let before = publisher.current.now
    store.fail(with: .full("no room"))
    #expect(throws: StoreError.full("no room")) { try publisher.words(world.switching("night", key: "k")) }
    #expect(throws: Publisher.DocumentError.self) { try publisher.upload(world.upload("mine")) }
    let during = publisher.current.now
    #expect(during.state == before.state && during.themeSet === before.themeSet)
    #expect(during.trouble?.error == .full("no room"))
    store.fail(with: nil)
    #expect(try publisher.words(world.switching("night", key: "k")) == ["done"])
    #expect(publisher.current.now.trouble == nil)
    _ = try publisher.upload(world.upload("mine"))
    #expect(publisher.current.now.themeSet.library.themes["mine"] != nil)
  }

  @Test func `answers an upload's key before it looks at what the upload would do now`() throws {
    let publisher = try world.publisher(MemoryStore())
    let key = IdempotencyKey(text: "k", fingerprint: "f")
    let condition = { (snapshot: Snapshot) throws(Publisher.DocumentError) in
      if snapshot.themeSet.library.themes["mine"] != nil { throw .precondition("it is there") }
    }
    _ = try publisher.upload(world.upload("mine"), as: DocumentWrite(key: key), condition: condition)
    guard
      case .replayed = try publisher.upload(
        world.upload("mine"), as: DocumentWrite(key: key), condition: condition)
    else {
      Issue.record("done twice")
      return
    }
    #expect(throws: Publisher.DocumentError.self) {
      try publisher.upload(world.upload("mine"), condition: condition)
    }
    let other = IdempotencyKey(text: "k", fingerprint: "g")
    guard case .refused(.keyReused) = try publisher.remove("mine", by: "tests", as: DocumentWrite(key: other))
    else {
      Issue.record("the key was used for something else")
      return
    }
  }

  @Test func `goes on under another epoch when the log was replaced, and calls everybody`() throws {
    let store = ReplaceableStore(MemoryStore())
    let publisher = try world.publisher(store)
    _ = try publisher.words(world.switching("night"), world.switching("night", in: "kiosk"))
    let wakes = Mutex<[String]>([])
    publisher.onChange { reached in
      wakes.withLock { $0 += reached.map { "\($0.channel) \($0.revision)" } }
    }
    publisher.onNewEpoch { head in wakes.withLock { $0.append("all \(head)") } }
    let restored = MemoryStore()
    _ = try world.publisher(restored).words(world.switching("year"))
    store.replace(with: restored)
    try publisher.follow()
    let now = publisher.current.now
    #expect(now.activation(of: "main")?.theme == "year")
    #expect(wakes.withLock { $0.sorted() } == ["all 1"])
    #expect(now.cursor == (try restored.head()))
    try publisher.follow()
    #expect(wakes.withLock { $0.count } == 1, "it is told once")
  }

  @Test func `notices in a turn that the log was replaced, and decides by the new one`() throws {
    let store = ReplaceableStore(MemoryStore())
    let publisher = try world.publisher(store)
    _ = try publisher.words(world.switching("night"))
    let old = publisher.current.now.cursor
    store.replace(with: MemoryStore())
    #expect(try publisher.words(world.switching("year", buildsOn: old)) == ["conflict"])
    #expect(try publisher.words(world.switching("night")) == ["done"])
    #expect(publisher.current.now.cursor.epoch != old.epoch)
  }
}

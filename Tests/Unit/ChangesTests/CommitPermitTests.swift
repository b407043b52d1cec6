import Changes
import Documents
import Foundation
import Storage
import TestSupport
import Testing
import Themes

@Suite struct `A permit to commit` {
  @Test func `that is used can't be withdrawn`() {
    let permit = CommitPermit()
    #expect(permit.use())
    #expect(!permit.withdraw() && !permit.isWithdrawn)
    #expect(permit.use())
  }

  @Test func `that is withdrawn can't be used`() {
    let permit = CommitPermit()
    #expect(permit.withdraw())
    #expect(!permit.use() && permit.isWithdrawn)
    #expect(permit.withdraw())
  }

  @Test func `withdrawn before documents are committed leaves all as it was`() throws {
    let world = PublisherWorld()
    let store = MemoryStore()
    let publisher = try world.publisher(store)
    let before = publisher.current.now
    let permit = CommitPermit()
    #expect(permit.withdraw())
    #expect(throws: Publisher.DocumentError.self) {
      try publisher.upload(world.upload("mine"), as: DocumentWrite(permit: permit))
    }
    #expect(publisher.current.now === before)
    #expect(try store.open(knowing: nil, tail: 10).state == before.state)
    _ = try publisher.upload(world.upload("mine"))
    #expect(publisher.current.now.themeSet.library.themes["mine"] != nil)
  }

  @Test func `counts the time of an upload from its submission while nothing can be written`() throws {
    let world = PublisherWorld()
    let store = ReplaceableStore(MemoryStore())
    let publisher = try world.publisher(store)
    store.fail(with: .away("no answer"))
    #expect(throws: StoreError.self) { try publisher.words(world.switching("night")) }
    let permit = CommitPermit()
    // As long as the work waits in the queue of its lane.
    Thread.sleep(forTimeInterval: 0.05)
    #expect(throws: Publisher.DocumentError.self) {
      try publisher.upload(world.upload("mine"), as: DocumentWrite(permit: permit))
    }
    #expect(store.waited >= .milliseconds(50))
  }
}

import Changes
import Storage
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
    let world = JournalWorld()
    let store = MemoryStore()
    let journal = try world.journal(store)
    let before = journal.current.now
    let permit = CommitPermit()
    #expect(permit.withdraw())
    #expect(throws: Journal.DocumentError.self) { try journal.upload(world.upload("mine"), permit: permit) }
    #expect(journal.current.now === before)
    #expect(try store.open(knowing: nil, tail: 10).ledger == before.ledger)
    _ = try journal.upload(world.upload("mine"))
    #expect(journal.current.now.themeSet.library.themes["mine"] != nil)
  }
}

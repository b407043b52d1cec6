import Changes
import Storage
import Synchronization
import Testing
import Themes

/// Documents that are read while others write. What stands in the condition of an upload happens in the midst of it.
@Suite final class `A document that is read before its turn` {
  private let world = JournalWorld()
  private let isFirst = Mutex(true)

  private func once(_ body: () throws -> Void) {
    let isFirst = isFirst.withLock { isFirst in
      defer { isFirst = false }
      return isFirst
    }
    guard isFirst else { return }
    do { try body() } catch { Issue.record(error) }
  }

  @Test func `lets a switch go first`() throws {
    let journal = try world.journal(MemoryStore())
    let upload = world.upload("mine")
    _ = try journal.upload(
      upload,
      condition: { [self] _ throws(Journal.DocumentError) in
        once { _ = try journal.words(world.switching("night")) }
      })
    let now = journal.current.now
    #expect(now.activation(of: "main")?.revision == 1)
    #expect(now.ledger.head == 2 && now.themeSet.library.themes["mine"] != nil)
  }

  @Test func `is read again where the themes have changed meanwhile`() throws {
    let journal = try world.journal(MemoryStore())
    let (mine, other) = (world.upload("mine"), world.upload("other"))
    _ = try journal.upload(
      mine,
      condition: { [self] _ throws(Journal.DocumentError) in
        once { _ = try journal.upload(other) }
      })
    let themes = journal.current.now.themeSet.library.themes
    #expect(themes["mine"] != nil && themes["other"] != nil)
    #expect(journal.current.now.ledger.uploads.keys.sorted() == ["mine", "other"])
  }

  @Test func `is refused for what came to be meanwhile`() throws {
    let journal = try world.journal(MemoryStore())
    _ = try journal.upload(world.upload("mine"))
    #expect(throws: Journal.DocumentError.self) {
      try journal.remove(
        "mine", by: "tests",
        condition: { [self] _ throws(Journal.DocumentError) in
          once { _ = try journal.words(world.switching("mine")) }
        })
    }
    #expect(journal.current.now.activation(of: "main")?.theme == "mine")
    #expect(journal.current.now.themeSet.library.themes["mine"] != nil)
  }
}

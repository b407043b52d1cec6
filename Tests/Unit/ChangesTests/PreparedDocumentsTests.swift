import Changes
import Documents
import Storage
import Synchronization
import Testing
import Themes

/// Documents that are read while others write. What stands in the condition of an upload happens in the midst of it.
@Suite final class `A document that is read before its turn` {
  private let world = PublisherWorld()
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
    let publisher = try world.publisher(MemoryStore())
    let upload = world.upload("mine")
    _ = try publisher.upload(
      upload,
      condition: { [self] _ throws(Publisher.DocumentError) in
        once { _ = try publisher.words(world.switching("night")) }
      })
    let now = publisher.current.now
    #expect(now.activation(of: "main")?.revision == 1)
    #expect(now.state.head == 2 && now.themeSet.library.themes["mine"] != nil)
  }

  @Test func `is read again where the themes have changed meanwhile`() throws {
    let publisher = try world.publisher(MemoryStore())
    let (mine, other) = (world.upload("mine"), world.upload("other"))
    _ = try publisher.upload(
      mine,
      condition: { [self] _ throws(Publisher.DocumentError) in
        once { _ = try publisher.upload(other) }
      })
    let themes = publisher.current.now.themeSet.library.themes
    #expect(themes["mine"] != nil && themes["other"] != nil)
    #expect(publisher.current.now.state.uploads.keys.sorted() == ["mine", "other"])
  }

  @Test func `is refused for what came to be meanwhile`() throws {
    let publisher = try world.publisher(MemoryStore())
    _ = try publisher.upload(world.upload("mine"))
    #expect(throws: Publisher.DocumentError.self) {
      try publisher.remove(
        "mine", by: "tests",
        condition: { [self] _ throws(Publisher.DocumentError) in
          once { _ = try publisher.words(world.switching("mine")) }
        })
    }
    #expect(publisher.current.now.activation(of: "main")?.theme == "mine")
    #expect(publisher.current.now.themeSet.library.themes["mine"] != nil)
  }
}

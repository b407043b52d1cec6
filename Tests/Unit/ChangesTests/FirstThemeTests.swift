import Changes
import Storage
import Testing
import Themes

/// A log in memory over several starts, with other files and settings at each.
@Suite struct `A channel that was never switched` {
  private let world = PublisherWorld()
  private let store = MemoryStore()

  private func start(_ themes: [String], default name: String? = nil) throws -> Publisher {
    let now = world.now
    return try Publisher(
      store: store, files: PublisherWorld.files(themes),
      configuration: PublisherConfiguration(defaultTheme: name, clock: { now }))
  }

  private func shown(by publisher: Publisher) -> String? {
    publisher.current.now.activation(of: "main")?.theme
  }

  @Test func `keeps the theme of its first start when files are added at a reload`() throws {
    let publisher = try start(["night"])
    for names in [["autumn", "night"], ["autumn", "default", "night"]] {
      let changes = try publisher.reload(PublisherWorld.files(names), by: "files")
      #expect(!changes.contains { $0.kind == .activated })
      #expect(shown(by: publisher) == "night")
    }
    _ = try publisher.upload(world.upload("aaa"))
    #expect(shown(by: publisher) == "night")
  }

  @Test func `keeps it when files are added between two starts`() throws {
    _ = try start(["night"])
    #expect(shown(by: try start(["autumn", "default", "night"])) == "night")
  }

  @Test func `shows another one after a start with another default theme, once`() throws {
    _ = try start(["night", "year"], default: "night")
    let second = try start(["night", "year"], default: "year")
    #expect(shown(by: second) == "year")
    #expect(second.current.now.log.newest(10).map(\.theme) == ["year"])
    #expect(shown(by: try start(["autumn", "night", "year"])) == "year", "no default theme names none")
  }

  @Test func `keeps its first theme's file, as a switched one does`() throws {
    let publisher = try start(["night", "year"])
    #expect(throws: Publisher.DocumentError.self) {
      try publisher.reload(PublisherWorld.files(["year"]), by: "files")
    }
    #expect(shown(by: publisher) == "night")
    #expect(throws: Publisher.StartError.self) { try start(["year"]) }
    #expect(shown(by: try start(["year"], default: "year")) == "year")
  }
}

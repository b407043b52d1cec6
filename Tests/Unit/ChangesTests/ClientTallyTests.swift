import Changes
import Documents
import Storage
import Testing
import Themes

/// The states of clients by a clock that tests set, in tenths of a second.
@Suite struct `A client that was told of a switch` {
  private let world = PublisherWorld()
  private let publisher: Publisher
  private let absent = AbsentClients()
  private let tally: ClientTally
  private let cell = ClientCell(.web, .theme)

  init() throws {
    publisher = try world.publisher(MemoryStore())
    tally = ClientTally(absent: absent)
  }

  /// The clients of the channel in each state, and all that were told.
  private func figures(at now: UInt32) throws -> [String: Int] {
    let newest = try #require(publisher.current.now.newestChange(in: "main"))
    var sum = ClientFigures(change: newest.cursor)
    if let known = tally.figures(of: "main") { sum.merge(known) }
    absent.add(to: &sum, of: "main", now: now)
    var counts = Dictionary(uniqueKeysWithValues: ClientState.allCases.map { ($0.rawValue, sum.count($0)) })
    counts["toldInAll"] = sum.toldInAll
    return counts.filter { $0.value > 0 }
  }

  private func wait(_ client: inout CountedClient, at now: UInt32, refusal: String? = nil) {
    _ = tally.wait(
      .init(cell: cell, refusal: refusal), in: "main", &client, from: publisher.current,
      head: publisher.current.now.cursor.revision, now: now, clock: world.now)
  }

  /// Makes a client that waited and was told of a switch.
  private func told(at now: UInt32) throws -> CountedClient {
    var client = CountedClient()
    wait(&client, at: now)
    #expect(try publisher.words(world.switching("night")) == ["done"])
    let lapses = tally.tell(
      &client, of: "main", isWoken: true, from: publisher.current, deadline: now + AbsentClients.patience)
    #expect(lapses && client.deadline == now + 600)
    return client
  }

  @Test func `is gone after 60 s, and comes back all the same`() throws {
    var client = try told(at: 50)
    #expect(try figures(at: 649) == ["told": 1, "toldInAll": 1])
    tally.lapse(&client)
    #expect(try figures(at: 650) == ["gone": 1, "toldInAll": 1])
    wait(&client, at: 700)
    #expect(try figures(at: 700) == ["holding": 1, "toldInAll": 1])
  }

  @Test func `is gone 60 s after it was told, though its connection ended before`() throws {
    var client = try told(at: 50)
    #expect(tally.end(&client, now: 200) == "main")
    #expect(try figures(at: 649) == ["told": 1, "toldInAll": 1])
    #expect(try figures(at: 650) == ["gone": 1, "toldInAll": 1])
    var late = CountedClient()
    wait(&late, at: 651)
    #expect(try figures(at: 651) == ["holding": 1, "gone": 1, "toldInAll": 1])
  }

  @Test func `comes back on another connection, once`() throws {
    var client = try told(at: 50)
    _ = tally.end(&client, now: 60)
    var (back, newcomer) = (CountedClient(), CountedClient())
    wait(&back, at: 649)
    #expect(try figures(at: 649) == ["holding": 1, "toldInAll": 1])
    wait(&newcomer, at: 649)
    #expect(try figures(at: 2000) == ["holding": 2, "toldInAll": 1])
  }

  @Test func `begins anew with a newer change`() throws {
    var client = try told(at: 50)
    tally.lapse(&client)
    #expect(try publisher.words(world.switching("year")) == ["done"])
    #expect(try figures(at: 651) == [:])
    wait(&client, at: 660, refusal: "too dark")
    #expect(try figures(at: 660) == ["refused": 1])
  }
}

import Testing

/// Tests what servers make of a log that moved, in every order in which it can be written, read, lost and moved.
@Suite struct `Every failover of three servers and two standbys` {
  @Test func `shows one past for each cursor, and begins no epoch without need`() {
    let explored = ExploredFailovers(FailoverModel(judgesAlone: false), changes: 2, longest: 6)
    #expect(explored.count > 10_000)
    #expect(explored.ways == [:])
  }

  @Test func `shows two pasts, and begins needless epochs, if each server judges by its own memory`() {
    let explored = ExploredFailovers(FailoverModel(judgesAlone: true), changes: 2, longest: 5)
    #expect(
      explored.ways[.twoPasts] == [
        "A acknowledges, b confirmed", "the primary is lost", "c is promoted", "B acknowledges",
      ])
    let nobody = FailoverModel.Violation.needlessEpoch("it moved to another server, and nobody remembers it")
    #expect(explored.ways[nobody] == ["the primary is lost", "b is promoted", "C starts fresh"])
  }
}

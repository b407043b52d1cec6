import Testing

@testable import Service

@Suite struct `A watch token` {
  @Test(
    arguments: [
      .daemon, .mailbox, .listener, .pending(0), .pending(.max), .lingering(0), .lingering(.max),
      .connection(.init(slot: 0, generation: 0)), .connection(.init(slot: 0, generation: 0x7fff_ffff)),
      .connection(.init(slot: 0x7fff_ffff, generation: 0)),
      .connection(.init(slot: 65_536, generation: 12_345)),
    ] as [WatchToken.Source])
  func `stands for what it was made of`(_ source: WatchToken.Source) {
    #expect(WatchToken(rawValue: WatchToken(source).rawValue).source == source)
  }
}

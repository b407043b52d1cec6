/// How long what concerns the engine may take before it counts as away.
package struct EnginePatience: Sendable, Hashable {
  /// For how long a write is held while the engine is away: most failovers are shorter.
  package var writing = Duration.seconds(5)
  /// A look that takes longer than this tells that the connection is dead. It works where keepalives see nothing:
  /// behind a proxy, or where a frozen server's system still acknowledges.
  package var looking = Duration.seconds(2)
  /// How long a start waits for the engine, and how long reading everything may take.
  package var starting = Duration.seconds(30)

  /// How long after a notice the next commit is told of; of the last the others are told after twice as long. With the
  /// 5 ms that they wait themselves before they follow the next, a change is within the 50 ms that it may take.
  package var telling = Duration.milliseconds(10)

  package init() {}
}

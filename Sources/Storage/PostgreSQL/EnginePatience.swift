/// How long what concerns the engine may take before it counts as away.
package struct EnginePatience: Sendable, Hashable {
  /// For how long a write is held while the engine is away: most failovers are shorter.
  package var writing = Duration.seconds(5)
  /// A look that takes longer than this tells that the connection is dead. It works where keepalives see nothing:
  /// behind a proxy, or where a frozen server's system still acknowledges.
  package var looking = Duration.seconds(2)
  /// How long a start waits for the engine, and how long reading everything may take.
  package var starting = Duration.seconds(30)

  package init() {}
}

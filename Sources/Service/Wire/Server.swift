package import ThemeAPI

/// The HTTP server: one worker a core on one port.
package final class Server: Sendable {
  /// The port it listens on, also where the configuration asked for any.
  package let port: UInt16

  /// Takes the port; a client that connects is served from `start` on.
  package init(configuration: WireConfiguration, answering: any Answering) throws(WireError) {
    port = configuration.port
  }

  package func start() throws(WireError) {}

  /// Tells every worker that the channel has reached this revision. Call it after the new state can be read.
  package func wake(channel: String, revision: UInt64) {}

  /// Tells every worker that anything may have changed, as after a reload.
  package func wakeAll(revision: UInt64) {}

  /// Stops accepting, answers everybody parked, spread over the configured drain time, lets requests under way
  /// finish. Returns when the last worker is done.
  package func drain() {}

  /// Ends at once; whatever is under way is cut. Also ends a drain.
  package func stop() {}

  package func statistics() -> WireStatistics { WireStatistics() }
}

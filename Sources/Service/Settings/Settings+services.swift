internal import Bindings
internal import Changes
internal import ThemeAPI

/// What the parts behind the wire are told.
extension Settings {
  /// What the journal is told about the world.
  var surroundings: Journal.Surroundings {
    Journal.Surroundings(
      defaultTheme: defaultTheme,
      retention: Retention(changes: UInt64(keepChanges), seconds: Int64(keepDays) * 86_400), clock: { .now })
  }

  /// What endpoints are given beside the request.
  func services(showing current: Current) -> Services {
    var limits = Services.Limits()
    limits.nodes = batchNodes
    limits.depth = batchDepth
    var services = Services(
      limits: limits, now: { current.now }, clock: { .now }, gzip: { Gzip.compress($0) })
    services.crossOrigin = CrossOrigin(corsOrigin)
    services.server.version = Version.number
    return services
  }
}

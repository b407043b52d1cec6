import Bindings
import Changes
import Foundation
import Storage
import TestServer
import ThemeAPI

@testable import Service

/// The whole server in this process, over sockets and a log on disk that a test prunes as it likes.
final class PruningServer: Sendable {
  let journal: Journal
  private let server: HTTPServer
  private let folder: Folder

  /// - Parameter changes: how much of the log pruning leaves, however young the rest is.
  init(keeping changes: UInt64) throws {
    folder = try Folder()
    try folder.write(RunningServer.oneTheme)
    try folder.write(["themes/night.json": "{}", "themes/new-year.json": "{}"])
    var settings = Settings()
    settings.config = folder.config
    settings.listen = ListenAddress(host: "127.0.0.1", port: 0)
    var configuration = settings.journalConfiguration
    configuration.retention = Retention(changes: changes, seconds: 0)
    journal = try Journal(
      store: SQLiteStore(path: "\(folder.path)/log.db"), files: ConfigFolder.read(folder.config).files,
      configuration: configuration)
    let services = try settings.services(showing: journal.current, behind: Gate())
    let endpoints = Endpoints.all(journal: journal, services: services)
    server = try HTTPServer(configuration: settings.wire(descriptors: 1024))
    journal.onChange { [server] channel, revision in server.wake(channel: channel, revision: revision) }
    try server.start(answering: Router(endpoints, services: services))
  }

  deinit { server.stop() }

  func connect() throws -> TestConnection { try TestConnection(port: server.port) }

  func prune(every pause: Duration, until end: ContinuousClock.Instant) throws {
    while ContinuousClock.now < end {
      _ = try journal.prune()
      Thread.sleep(forTimeInterval: pause / .seconds(1))
    }
  }
}

import Bindings
import Changes
import Foundation
import Storage
import TestServer
import Testing
import ThemeAPI

@testable import Service

/// The whole server in this process, over sockets, with a publisher that a test gets at.
final class ServedPublisher: Sendable {
  let publisher: Publisher
  private let server: HTTPServer
  private let folder: Folder

  /// - Parameters:
  ///   - changes: how much of the log pruning leaves, however young the rest is.
  ///   - store: where the log is; nil is a file.
  init(keeping changes: UInt64 = 10_000, store: (any ChangeStore)? = nil) throws {
    folder = try Folder()
    try folder.write(RunningServer.oneTheme)
    try folder.write(["themes/night.json": "{}", "themes/new-year.json": "{}"])
    var settings = Settings()
    settings.config = folder.config
    let config = try ConfigFolder.read(folder.config)
    settings.wire.listen = [ListenAddress(host: "127.0.0.1", port: 0)]
    var configuration = settings.publisherConfiguration
    configuration.retention = Retention(changes: changes, seconds: 0)
    publisher = try Publisher(
      store: store ?? SQLiteStore(path: "\(folder.path)/log.db"),
      files: config.files, configuration: configuration)
    server = try HTTPServer(configuration: settings.wire(descriptors: 1024))
    let services = try settings.services(
      of: publisher, images: ImageFiles(of: config), behind: Gate(), for: Hosts(), on: server,
      auditing: Log(format: .text, least: .error))
    let endpoints = Endpoints.all(publisher: publisher, services: services)
    publisher.onChange { [server] reached in server.wake(reached) }
    publisher.onNewEpoch { [server] head in server.wakeAll(head: head) }
    try server.start(answering: Router(endpoints, services: services))
  }

  deinit { server.stop() }

  func connect() throws -> TestConnection { try TestConnection(port: server.port ?? 0) }

  /// Returns once so many clients are parked; a test whose server never comes there fails.
  func awaitParked(_ count: Int) {
    let limit = ContinuousClock.now + .seconds(60)
    while server.statistics().parked != count {
      guard ContinuousClock.now < limit else {
        Issue.record("\(server.statistics().parked) clients are parked, not \(count)")
        return
      }
      usleep(1000)
    }
  }

  func prune(every pause: Duration, until end: ContinuousClock.Instant) throws {
    while ContinuousClock.now < end {
      _ = try publisher.prune()
      Thread.sleep(forTimeInterval: pause / .seconds(1))
    }
  }
}

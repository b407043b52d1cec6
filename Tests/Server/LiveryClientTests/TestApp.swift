import Foundation
import TestServer

@testable import LiveryClient

/// An app that starts, perhaps more than once, with the same folder to keep themes in.
struct TestApp {
  let url: URL
  let folder: Folder

  init(_ url: URL) throws {
    self.url = url
    folder = try Folder()
  }

  /// Without a log.
  static var quiet: LiveryClient.Livery.Settings {
    var settings = LiveryClient.Livery.Settings()
    settings.log = { _ in }
    return settings
  }

  /// Returns the file of the stored theme, as soon as it contains this text.
  func kept(holding text: String = "livery theme 1\n") async throws -> URL {
    while true {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.config)
      if let name = names.first(where: { $0.hasSuffix(".theme") }) {
        let file = URL(fileURLWithPath: "\(folder.config)/\(name)")
        if try String(contentsOf: file, encoding: .utf8).contains(text) { return file }
      }
      try await Task.sleep(nanoseconds: 1_000_000)
    }
  }

  func start(
    channel: String? = nil, seed: Data? = nil,
    token: @escaping @Sendable () async throws -> String? = { nil },
    _ settings: LiveryClient.Livery.Settings = TestApp.quiet
  ) -> LiveryClient.Livery {
    LiveryClient.Livery(
      url: url, channel: channel, token: token, cache: .folder(URL(fileURLWithPath: folder.config)),
      seed: seed,
      settings: settings)
  }
}

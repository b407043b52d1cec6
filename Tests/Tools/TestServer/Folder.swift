internal import Foundation

/// A folder for one test, with room for a config and a state; removed when the test lets go of it.
package final class Folder: Sendable {
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "livery-test-\(UUID().uuidString)")
    path = url.path
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package var config: String { "\(path)/config" }
  package var state: String { "\(path)/state" }

  /// Writes files into the config folder, by their paths there.
  package func write(_ files: [String: String]) throws {
    for (name, text) in files {
      let url = URL(fileURLWithPath: "\(config)/\(name)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
  }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(config)/\(name)")
  }
}

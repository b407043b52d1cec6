internal import Foundation

/// What a test does to the system under a running server: syncs that fail, a wall clock that is set.
package final class Mischief {
  private let folder: Folder

  package init() throws { folder = try Folder() }

  /// What a server's environment needs for it.
  package var environment: [String: String] {
    let library = URL(fileURLWithPath: Livery.path).deletingLastPathComponent().appendingPathComponent(
      "libMischief.so")
    return ["LD_PRELOAD": library.path, "MISCHIEF": folder.path]
  }

  /// Every sync fails from now on.
  package func failSyncs() throws { try tell("sync-fails", "") }

  package func letSyncsBe() throws { try FileManager.default.removeItem(atPath: "\(folder.path)/sync-fails") }

  /// Sets the wall clock ahead of the real one, or behind.
  package func setClock(ahead seconds: Int) throws { try tell("clock", "\(seconds)") }

  private func tell(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"), options: .atomic)
  }
}

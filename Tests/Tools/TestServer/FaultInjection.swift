internal import Foundation
internal import TestSupport

/// Breaks the system under a running server: syncs that fail, a wall clock that is set.
package final class FaultInjection {
  private let folder: Folder
  private let library: String

  package init() throws {
    folder = try Folder()
    library = try PreloadedLibrary.build("FaultInjection", into: folder)
  }

  /// The variables that a server's environment needs for it.
  package var environment: [String: String] { ["LD_PRELOAD": library, "FAULTS": folder.path] }

  /// Every sync fails from now on.
  package func failSyncs() throws { try tell("sync-fails", "") }

  package func letSyncsBe() throws { try FileManager.default.removeItem(atPath: "\(folder.path)/sync-fails") }

  /// Sets the wall clock ahead of the real one, or behind.
  package func setClock(ahead seconds: Int) throws { try tell("clock", "\(seconds)") }

  private func tell(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"), options: .atomic)
  }

}

/// A libmicrohttpd that treats connections as another version might.
package final class LibraryFault {
  private let folder: Folder
  package let environment: [String: String]

  /// - Parameter fault: one of those that `LibraryFaults.c` lists.
  package init(_ fault: String) throws {
    folder = try Folder()
    let library = try PreloadedLibrary.build("LibraryFaults", into: folder)
    environment = ["LD_PRELOAD": library, "LIBRARY_FAULT": fault]
  }
}

/// A library that is loaded before the program. The package could build it only as a product, which would be offered to all
/// users of the package.
private enum PreloadedLibrary {
  static func build(_ name: String, into folder: Folder) throws -> String {
    let library = "\(folder.path)/\(name).so"
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/bin/sh")
    compiler.arguments = [
      "-c", #"exec "$(command -v clang || echo cc)" "$@""#, "sh", "-shared", "-fPIC", "-O1", "-Wall",
      "-Wextra", "-Werror", "-o", library,
      "\(ProjectFiles.root)/Tests/Tools/FaultInjection/\(name).c",
    ]
    try compiler.run()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else { throw NotBuilt(code: compiler.terminationStatus) }
    return library
  }

  /// The compiler, that of the Swift toolchain or the system's, did not make the library; it said why on standard error.
  private struct NotBuilt: Error {
    let code: Int32
  }
}

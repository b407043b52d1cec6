internal import Bindings
package import Themes

/// Reads or writes single documents for commands, with a sentence for whatever goes wrong.
package enum DocumentFile {
  /// One sentence, with what to do about it.
  package struct AccessError: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  private static let largest = 4 << 20
  private static let largestUpload = 1 << 30

  package static func read(_ path: String, format: String? = nil) throws(AccessError) -> SourceFile {
    try read(path, format: format, atMost: largest + 1)
  }

  /// The same for what a server may take more of: packages and images.
  package static func readLarge(_ path: String) throws(AccessError) -> SourceFile {
    try read(path, format: nil, atMost: largestUpload)
  }

  private static func read(
    _ path: String, format: String?, atMost limit: Int
  ) throws(AccessError) -> SourceFile {
    do throws(SystemError) {
      return SourceFile(name: path, bytes: try File.bytes(of: path, atMost: limit), format: format)
    } catch { throw AccessError(description: "'\(path)' can't be read: \(error.cause).") }
  }

  /// The documents in a folder, by the ends of their names; nil for what is no folder.
  package static func documents(in path: String) throws(AccessError) -> [String]? {
    guard FileSystem.isFolder(path) else { return nil }
    do throws(SystemError) {
      return try FileSystem.names(in: path).filter { name in
        !name.hasPrefix(".") && ThemeFormat.endings.contains(where: name.hasSuffix)
      }.map { "\(path)/\($0)" }
    } catch { throw AccessError(description: "'\(path)' can't be read: \(error.cause).") }
  }

  /// All of them, or none where one would take the place of a file that is to stay.
  package static func write(
    _ files: [(path: String, bytes: [UInt8])], replacing: Bool
  ) throws(AccessError) {
    if !replacing { try requireAbsent(files.map(\.path)) }
    for file in files { try write(file.bytes, to: file.path, replacing: replacing) }
  }

  /// Refuses when there is a file at one of these paths.
  package static func requireAbsent(_ paths: [String]) throws(AccessError) {
    for path in paths where FileSystem.exists(path) { throw taken(path) }
  }

  private static func taken(_ path: String) -> AccessError {
    AccessError(description: "'\(path)' is there already; --force replaces it.")
  }

  /// A file that is there already stays unless it may be replaced. Makes the folder where there is none.
  package static func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(AccessError) {
    do throws(SystemError) {
      if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
        try FileSystem.makeFolder(String(path[..<slash]))
      }
      try File.write(bytes, to: path, replacing: replacing)
    } catch {
      if error.code == SystemError.alreadyThere { throw taken(path) }
      throw AccessError(description: "'\(path)' can't be written: \(error.cause).")
    }
  }
}

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

  /// - Parameter path: of a file, or of a folder that is one document.
  package static func read(_ path: String, format: String? = nil) throws(AccessError) -> SourceFile {
    guard try isDocument(folder: path) else { return try read(path, format: format, atMost: largest + 1) }
    let name = String(path[..<(path.lastIndex { $0 != "/" }.map { path.index(after: $0) } ?? path.endIndex)])
    var files: [SourceFile] = []
    try addParts(in: name, to: &files)
    return SourceFile(studioFolder: name, files, in: "\(name)/", format: format)
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

  /// The documents in a folder, by the ends of their names; nil for what is no folder, and for a folder that is one document.
  package static func documents(in path: String) throws(AccessError) -> [String]? {
    guard FileSystem.isFolder(path), try !isDocument(folder: path) else { return nil }
    return try names(in: path).filter { name in
      ThemeFormat.endings.contains(where: name.hasSuffix)
    }.map { "\(path)/\($0)" }
  }

  /// Whether a folder holds the sets of one document, by its name or by what is in it.
  private static func isDocument(folder path: String) throws(AccessError) -> Bool {
    guard FileSystem.isFolder(path) else { return false }
    if StudioFolder.isOne(named: path.split(separator: "/").last ?? "") { return true }
    return try names(in: path).contains { StudioFolder.isMark($0) }
  }

  private static func addParts(
    in folder: String, to files: inout [SourceFile], deepest: Int = StudioFolder.deepest
  ) throws(AccessError) {
    for name in try names(in: folder) where !files.areTooMany {
      let path = "\(folder)/\(name)"
      if FileSystem.isFolder(path) {
        if deepest > 0 { try addParts(in: path, to: &files, deepest: deepest - 1) }
      } else if StudioFolder.isPart(name) {
        files.append(try read(path, format: nil, atMost: largest + 1))
      }
    }
  }

  private static func names(in folder: String) throws(AccessError) -> [String] {
    do throws(SystemError) {
      return try FileSystem.names(in: folder).filter { !$0.hasPrefix(".") }
    } catch { throw AccessError(description: "'\(folder)' can't be read: \(error.cause).") }
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

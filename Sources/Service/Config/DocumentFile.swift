internal import Bindings
package import Documents
internal import Formats
internal import Themes

/// Reads and writes single documents for commands. Each error is a sentence for the user.
package enum DocumentFile {
  package struct AccessError: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  private static let largest = 4 << 20

  /// Reads a document.
  /// - Parameter path: the path of a file, or of a folder that is one document.
  package static func read(_ path: String, format: String? = nil) throws(AccessError) -> SourceFile {
    guard try isDocument(folder: path) else { return try read(path, format: format, atMost: largest + 1) }
    let name = String(path[..<(path.lastIndex { $0 != "/" }.map { path.index(after: $0) } ?? path.endIndex)])
    var files: [SourceFile] = []
    try addParts(in: name, to: &files)
    return SourceFile(studioFolder: name, files, in: "\(name)/", format: format)
  }

  /// Reads a file that may be larger than a document: a package or an image.
  package static func readLarge(_ path: String) throws(AccessError) -> SourceFile {
    try read(path, format: nil, atMost: 1 << 30)
  }

  private static func read(
    _ path: String, format: String?, atMost limit: Int
  ) throws(AccessError) -> SourceFile {
    do throws(SystemError) {
      return SourceFile(name: path, bytes: try File.bytes(of: path, atMost: limit), format: format)
    } catch { throw AccessError(description: "'\(path)' can't be read: \(error.cause).") }
  }

  /// Returns the paths of the documents in a folder, or nil if the path is a file or a folder that is one document.
  package static func documents(in path: String) throws(AccessError) -> [String]? {
    guard FileSystem.isFolder(path), try !isDocument(folder: path) else { return nil }
    let documents = try names(in: path).filter { Dialects.all.endings.contains(where: $0.hasSuffix) }
    return documents.map { "\(path)/\($0)" }
  }

  /// Returns the files with one of these endings in a folder and below it, without the folders of build tools; a file itself.
  package static func sources(in path: String, endingIn endings: [String]) throws(AccessError) -> [SourceFile]
  {
    guard FileSystem.isFolder(path) else { return [try readLarge(path)] }
    var found: [SourceFile] = []
    for name in try names(in: path) where !["node_modules", "build", "dist", "Pods"].contains(name) {
      if FileSystem.isFolder("\(path)/\(name)") {
        found += try sources(in: "\(path)/\(name)", endingIn: endings)
      } else if endings.contains(where: name.hasSuffix) {
        found.append(try readLarge("\(path)/\(name)"))
      }
    }
    return found
  }

  /// Returns the files in a folder and below it that may be documents, and the paths of all others.
  package static func tree(of path: String) throws(AccessError) -> (files: [SourceFile], others: [String]) {
    var found: (files: [SourceFile], others: [String]) = ([], [])
    try add(path, to: &found, deepest: StudioFolder.deepest)
    return found
  }

  private static func add(
    _ folder: String, to found: inout (files: [SourceFile], others: [String]), deepest: Int
  ) throws(AccessError) {
    for name in try names(in: folder) where !found.files.areTooMany && name != "node_modules" {
      let path = "\(folder)/\(name)"
      if FileSystem.isFolder(path) {
        if try isDocument(folder: path) {
          found.files.append(try read(path))
        } else if deepest > 0 {
          try add(path, to: &found, deepest: deepest - 1)
        }
      } else if TokenFolder.isPart(name) || Dialects.all.endings.contains(where: name.hasSuffix) {
        found.files.append(try read(path))
      } else {
        found.others.append(path)
      }
    }
  }

  /// Indicates whether a folder is one document, judged by its name or its files.
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

  /// Writes all files. If one exists already and `replacing` is false, writes none of them.
  package static func write(_ files: [(path: String, bytes: [UInt8])], replacing: Bool) throws(AccessError) {
    if !replacing { try requireAbsent(files.map(\.path)) }
    for file in files { try write(file.bytes, to: file.path, replacing: replacing) }
  }

  /// Throws if there is a file at one of these paths.
  package static func requireAbsent(_ paths: [String]) throws(AccessError) {
    for path in paths where FileSystem.exists(path) { throw taken(path) }
  }

  private static func taken(_ path: String) -> AccessError {
    AccessError(description: "'\(path)' is there already; --force replaces it.")
  }

  /// Writes a file and creates its folder if needed. Throws if the file exists and `replacing` is false.
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

internal import Bindings
package import Changes
internal import Resolution
package import Themes

/// The config folder, read whole: everything that is checked, compiled and swapped in together.
package struct ConfigFolder: Sendable {
  package let path: String
  package let files: ThemeFiles
  /// Nil where there is none.
  package let settings: SourceFile?
  /// Names of files in kits/ and themes/ that are no document of any kind that is read.
  package let ignored: [String]

  package var kits: [SourceFile] { files.kits }
  package var themes: [SourceFile] { files.themes }

  /// One sentence each, with what to do about it.
  package enum ReadError: Error, Hashable, CustomStringConvertible {
    case missing(String)
    case noFolder(String)
    case notPermitted(String)
    case unreadable(String, cause: String)

    package var description: String {
      switch self {
      case .missing(let path):
        "There is no config folder '\(path)'; make it, or name another with --config DIR."
      case .noFolder(let path):
        "'\(path)' is a file; give the config folder that it belongs to, with kits/ and themes/ in it."
      case .notPermitted(let path):
        "'\(path)' may not be read by this user; give the user the right to read it."
      case .unreadable(let path, let cause): "'\(path)' can't be read: \(cause)."
      }
    }

    init(_ path: String, _ error: SystemError) {
      self =
        error.code == SystemError.accessDenied ? .notPermitted(path) : .unreadable(path, cause: error.cause)
    }
  }

  /// The folders in it that hold what is served.
  package static let parts = ["kits", "themes", "images"]
  /// A document over this is an error of its own; one byte more is enough to tell.
  private static let largestDocument = 4 << 20
  static let largestImage = 64 << 20

  package static func read(_ path: String) throws(ReadError) -> ConfigFolder {
    guard FileSystem.isFolder(path) else { throw FileSystem.exists(path) ? .noFolder(path) : .missing(path) }
    var ignored: [String] = []
    let kits = try documents("kits", endingIn: [".json"], of: path, &ignored)
    let themes = try documents("themes", endingIn: ThemeFormat.endings, of: path, &ignored)
    return ConfigFolder(
      path: path, files: ThemeFiles(kits: kits, themes: themes, images: try images(in: "\(path)/images")),
      settings: try settingsFile(in: path), ignored: ignored)
  }

  /// What is to be said of a file of settings that holds a token, and that others can read; nil where they can't.
  static func settingsExposure(in path: String) -> String? {
    let file = "\(path)/livery.json"
    guard FileSystem.isReadableByOthers(file) else { return nil }
    return "\(file) holds a token, and every user of this machine can read it; say 'chmod o= \(file)'."
  }

  /// The file of settings alone; nil where there is none.
  package static func settingsFile(in path: String) throws(ReadError) -> SourceFile? {
    guard FileSystem.isFolder(path) else { throw .missing(path) }
    let file = "\(path)/livery.json"
    do throws(SystemError) {
      return SourceFile(name: file, bytes: try File.bytes(of: file, atMost: largestDocument + 1))
    } catch {
      if error.code == SystemError.noSuchFile { return nil }
      throw ReadError(file, error)
    }
  }
}

/// The parts of the folder.
extension ConfigFolder {
  private static func documents(
    _ folder: String, endingIn endings: [String], of path: String, _ ignored: inout [String]
  ) throws(ReadError) -> [SourceFile] {
    var files: [SourceFile] = []
    for name in try names(in: "\(path)/\(folder)") {
      guard endings.contains(where: name.hasSuffix) else {
        ignored.append("\(folder)/\(name)")
        continue
      }
      let bytes = try bytes("\(path)/\(folder)/\(name)", atMost: largestDocument + 1)
      files.append(SourceFile(name: "\(folder)/\(name)", bytes: bytes))
    }
    return files
  }

  private static func images(in folder: String) throws(ReadError) -> ImageFolder {
    guard FileSystem.isFolder(folder) else { return .none }
    var fingerprints: [String: String] = [:]
    for name in try names(in: folder) where !FileSystem.isFolder("\(folder)/\(name)") {
      let bytes = try bytes("\(folder)/\(name)", atMost: largestImage)
      fingerprints[name] = SHA256.hex(of: bytes)
    }
    return ImageFolder(fingerprints: fingerprints)
  }

  /// The names in a folder, without those that editors and tools leave beside the files that people write;
  /// nothing where there is no such folder.
  private static func names(in folder: String) throws(ReadError) -> [String] {
    guard FileSystem.isFolder(folder) else { return [] }
    do throws(SystemError) {
      return try FileSystem.names(in: folder).filter {
        !($0.hasPrefix(".") || $0.hasPrefix("#") || $0.hasSuffix("~"))
      }
    } catch { throw ReadError(folder, error) }
  }

  private static func bytes(_ file: String, atMost limit: Int) throws(ReadError) -> [UInt8] {
    do throws(SystemError) {
      return try File.bytes(of: file, atMost: limit)
    } catch { throw ReadError(file, error) }
  }
}

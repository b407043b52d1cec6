internal import Bindings
package import Themes

/// The config folder, read whole: everything that is checked, compiled and swapped in together.
package struct ConfigFolder: Sendable {
  package let path: String
  package let kits: [SourceFile]
  package let themes: [SourceFile]
  /// Names of files in kits/ and themes/ that are no document of any kind that is read.
  package let ignored: [String]

  /// One sentence each, with what to do about it.
  package enum Failure: Error, Hashable, CustomStringConvertible {
    case missing(String)
    case notPermitted(String)
    case unreadable(String, cause: String)

    package var description: String {
      switch self {
      case .missing(let path):
        "There is no config folder '\(path)'; make it, or name another with --config DIR."
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

  /// A file over this is an error of its own; one byte more is enough to tell.
  private static let largestFile = 4 << 20

  package static func read(_ path: String) throws(Failure) -> ConfigFolder {
    guard FileSystem.isFolder(path) else { throw .missing(path) }
    var ignored: [String] = []
    let kits = try documents("kits", in: path, &ignored)
    let themes = try documents("themes", in: path, &ignored)
    return ConfigFolder(path: path, kits: kits, themes: themes, ignored: ignored)
  }

  /// The file of settings; nil where there is none.
  package static func settingsFile(in path: String) throws(Failure) -> SourceFile? {
    guard FileSystem.isFolder(path) else { throw .missing(path) }
    let file = "\(path)/livery.json"
    do throws(SystemError) {
      return SourceFile(name: file, bytes: try FileSystem.read(file, atMost: largestFile + 1))
    } catch {
      if error.code == SystemError.noSuchFile { return nil }
      throw Failure(file, error)
    }
  }

  private static func documents(
    _ folder: String, in path: String, _ ignored: inout [String]
  ) throws(Failure) -> [SourceFile] {
    let full = "\(path)/\(folder)"
    guard FileSystem.isFolder(full) else { return [] }
    var files: [SourceFile] = []
    for name in try names(in: full) where !isHidden(name) {
      guard name.hasSuffix(".json") || name.hasSuffix(".txt") else {
        ignored.append("\(folder)/\(name)")
        continue
      }
      do throws(SystemError) {
        let bytes = try FileSystem.read("\(full)/\(name)", atMost: largestFile + 1)
        files.append(SourceFile(name: "\(folder)/\(name)", bytes: bytes))
      } catch { throw Failure("\(full)/\(name)", error) }
    }
    return files
  }

  private static func names(in folder: String) throws(Failure) -> [String] {
    do throws(SystemError) {
      return try FileSystem.names(in: folder)
    } catch { throw Failure(folder, error) }
  }

  /// What editors and tools leave beside the files that people write.
  private static func isHidden(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasPrefix("#") || name.hasSuffix("~")
  }
}

internal import Bindings
package import Changes
internal import Resolution
package import Themes

/// The config folder, read whole: everything that is checked, compiled and swapped in together.
package struct ConfigFolder: Sendable {
  package let path: String
  package let files: ThemeFiles
  /// The names of the kits that lie in it; others come with the program.
  package let ownKits: Set<String>
  /// Nil where there is none.
  package let settings: SourceFile?
  /// Names of files in kits/ and themes/ that are no document of any kind that is read.
  package let ignored: [String]
  /// Folders below kits/ and themes/ with files that documents refer to.
  let partFolders: Set<String>
  /// Those that were read a while after they had changed, by their names: `themes/default.json`.
  let documents: [String: StampedDocument]
  /// By their names.
  let hashedImages: [String: HashedImage]

  package var kits: [SourceFile] { files.kits }
  package var themes: [SourceFile] { files.themes }

  /// One sentence each, with what to do about it.
  package enum ReadError: Error, Hashable, CustomStringConvertible {
    case missing(String)
    case noFolder(String)
    case notPermitted(String)
    /// A folder whose files can't be reached.
    case closed(String)
    case unreadable(String, cause: String)

    package var description: String {
      switch self {
      case .missing(let path):
        "There is no config folder '\(path)'; 'livery init \(path)' writes one, --config DIR names another."
      case .noFolder(let path):
        "'\(path)' is a file; give the config folder that it belongs to, with kits/ and themes/ in it."
      case .notPermitted(let path):
        "'\(path)' may not be read by this user; give the user the right to read it."
      case .closed(let path):
        "The folder '\(path)' may not be entered by this user; give the user the right to, as 'chmod a+rx \(path)' does."
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
  static let largestDocument = 4 << 20

  /// - Parameter earlier: files that have the same stamps as then are not read again.
  package static func read(_ path: String, knowing earlier: ConfigFolder? = nil) throws(ReadError)
    -> ConfigFolder
  {
    guard FileSystem.isFolder(path) else { throw FileSystem.exists(path) ? .noFolder(path) : .missing(path) }
    guard FileSystem.isEnterable(path) else { throw .closed(path) }
    var reader = ConfigFolderReader(path, knowing: earlier)
    let own = try reader.documents("kits", endingIn: [".json"])
    let kits = own + ShippedFiles.kits.filter { shipped in !own.contains { $0.name == shipped.name } }
    let themes = try reader.gathered(try reader.documents("themes", endingIn: ThemeFormat.endings))
    let images = try reader.images()
    return ConfigFolder(
      path: path, files: ThemeFiles(kits: kits, themes: themes, images: images),
      ownKits: Set(own.map(\.name)), settings: try settingsFile(in: path), ignored: reader.ignored,
      partFolders: reader.partFolders, documents: reader.documents, hashedImages: reader.hashedImages)
  }

  /// What stands in place of a folder that is not there yet: the themes to begin with.
  package static func starter(at path: String) -> ConfigFolder {
    let themes = ShippedFiles.starter.filter { $0.name.hasPrefix("themes/") }
    return ConfigFolder(
      path: path, files: ThemeFiles(kits: ShippedFiles.kits, themes: themes, images: .none), ownKits: [],
      settings: nil, ignored: [], partFolders: [], documents: [:], hashedImages: [:])
  }

  /// What is to be said of a file of settings that holds a secret, and that others can read; nil where they can't.
  /// - Parameter secret: what it holds.
  static func settingsExposure(of secret: String, in path: String) -> String? {
    let file = "\(path)/livery.json"
    guard FileSystem.isReadableByOthers(file) else { return nil }
    return "\(file) holds \(secret), and every user of this machine can read it; say 'chmod o= \(file)'."
  }

  /// Whether a folder holds nothing but what is hidden; false for one that can't be read.
  package static func isEmpty(_ path: String) -> Bool {
    (try? FileSystem.names(in: path))?.allSatisfy { $0.hasPrefix(".") } ?? false
  }

  /// The file of settings alone; nil where there is none.
  package static func settingsFile(in path: String) throws(ReadError) -> SourceFile? {
    guard FileSystem.isFolder(path) else { throw .missing(path) }
    guard FileSystem.isEnterable(path) else { throw .closed(path) }
    let file = "\(path)/livery.json"
    do throws(SystemError) {
      return SourceFile(name: file, bytes: try File.bytes(ofRegular: file, atMost: largestDocument + 1))
    } catch {
      if error.code == SystemError.noSuchFile { return nil }
      throw ReadError(file, error)
    }
  }
}

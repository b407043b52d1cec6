internal import Bindings
package import Changes
package import Documents
internal import Formats
internal import Resolution
package import ThemeAPI
internal import Themes

/// The content of the config folder. All files are checked, compiled and replaced together.
package struct ConfigFolder: Sendable {
  package let path: String
  package let files: ThemeFiles
  /// The names of the kits in the folder; other kits come with the program.
  package let ownKits: Set<String>
  package let settings: SourceFile?
  /// The names of files in kits/, themes/ and images/ that are of no known kind.
  package let ignored: [String]
  /// The folders below kits/ and themes/ with files that documents refer to.
  let partFolders: Set<String>
  /// The documents whose stamps are settled, by name: `themes/default.json`.
  let documents: [String: StampedDocument]
  let hashedImages: [String: HashedImage]

  /// The facts that the fonts of the folder state, by the names of their files.
  package var fonts: [String: FontFile.Facts] { hashedImages.compactMapValues(\.font) }

  package var kits: [SourceFile] { files.kits }
  package var themes: [SourceFile] { files.themes }

  package enum ReadError: Error, Hashable, CustomStringConvertible {
    case missing(String)
    case noFolder(String)
    case notPermitted(String)
    case closed(String)
    case unreadable(String, cause: String)
    case wrongFont(String, why: String)

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
      case .wrongFont(let path, let why): "'\(path)' \(why); correct it, or take it out of fonts/."
      }
    }

    init(_ path: String, _ error: SystemError) {
      self =
        error.code == SystemError.accessDenied ? .notPermitted(path) : .unreadable(path, cause: error.cause)
    }
  }

  /// The subfolders whose files are served.
  package static let parts = ["kits", "themes", "images", "fonts"]
  /// The largest size of a document. The readers report larger ones as an error, for which one byte more is enough.
  static let largestDocument = 4 << 20

  /// Reads the folder.
  /// - Parameter earlier: the folder as it was read before; files with the same stamps are not read again.
  package static func read(
    _ path: String, knowing earlier: ConfigFolder? = nil
  ) throws(ReadError) -> ConfigFolder {
    guard FileSystem.isFolder(path) else { throw FileSystem.exists(path) ? .noFolder(path) : .missing(path) }
    guard FileSystem.isEnterable(path) else { throw .closed(path) }
    var reader = ConfigFolderReader(path, knowing: earlier)
    let own = try reader.documents("kits") { $0.hasSuffix(".json") }
    let kits = own + ShippedFiles.kits.filter { shipped in !own.contains { $0.name == shipped.name } }
    let themes = try reader.gathered(
      try reader.documents("themes") { name in
        Dialects.all.endings.contains { name.hasSuffix($0) }
          && Dialects.all.find(for: SourceFile(name: name, bytes: [])) != nil
      })
    let images = try reader.images()
    return ConfigFolder(
      path: path, files: ThemeFiles(kits: kits, themes: themes, images: images, dialects: .all),
      ownKits: Set(own.map(\.name)), settings: try settingsFile(in: path), ignored: reader.ignored,
      partFolders: reader.partFolders, documents: reader.documents, hashedImages: reader.hashedImages)
  }

  /// Indicates whether a folder is a config folder, or may become one: it has a part of one, or no files and folders below.
  package static func isOne(_ path: String) throws(ReadError) -> Bool {
    guard FileSystem.isFolder(path) else { return true }
    do throws(SystemError) {
      let names = try FileSystem.names(in: path).filter { !$0.hasPrefix(".") }
      return names.isEmpty || names.contains("livery.json") || !parts.allSatisfy { !names.contains($0) }
    } catch { throw ReadError(path, error) }
  }

  /// Returns the themes to begin with, in place of a folder that does not exist yet.
  package static func starter(at path: String) -> ConfigFolder {
    let themes = ShippedFiles.starter(of: "uikit").filter { $0.name.hasPrefix("themes/") }
    return ConfigFolder(
      path: path, files: ThemeFiles(kits: ShippedFiles.kits, themes: themes, images: .none, dialects: .all),
      ownKits: [], settings: nil, ignored: [], partFolders: [], documents: [:], hashedImages: [:])
  }

  /// Returns a warning if other users can read the settings file, which holds a secret.
  /// - Parameter secret: the kind of secret.
  static func settingsExposure(of secret: String, in path: String) -> String? {
    let file = "\(path)/livery.json"
    guard FileSystem.isReadableByOthers(file) else { return nil }
    return "\(file) holds \(secret), and every user of this machine can read it; run 'chmod o= \(file)'."
  }

  /// Indicates whether a folder has no visible files. False for a folder that can't be read.
  package static func isEmpty(_ path: String) -> Bool {
    (try? FileSystem.names(in: path))?.allSatisfy { $0.hasPrefix(".") } ?? false
  }

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

/// The files that come with the program, named as in a config folder: `kits/uikit.json`.
package enum ShippedFiles {
  /// The kits of every config folder that has no kit of the same name.
  package static let kits = files(under: "config/").filter { $0.name.hasPrefix("kits/") }

  /// The schemas for editors.
  static let schemas = files(under: "config/").filter { $0.name.hasPrefix("schema/") }

  /// Returns a config folder to begin with, whose themes are of a shipped kit. Other kits have no such themes.
  package static func starter(of kit: String) -> [SourceFile] {
    let themes = files(under: "starter/\(kit)/").map {
      SourceFile(name: "themes/\($0.name)", bytes: $0.bytes)
    }
    return files(under: "starter/").filter { !$0.name.contains("/") } + themes + schemas
  }

  /// The kits of the folders to begin with.
  package static let starterKits = Set(
    files(under: "starter/").compactMap { file in
      file.name.lastIndex(of: "/").map { String(file.name[..<$0]) }
    }
  ).sorted()

  /// The templates of `livery export`.
  package static let templates = files(under: "templates/")

  private static func files(under folder: String) -> [SourceFile] {
    WebFiles.all.filter { $0.key.hasPrefix(folder) }.map { path, bytes in
      SourceFile(name: String(path.dropFirst(folder.count)), bytes: bytes)
    }.sorted { $0.name < $1.name }
  }
}

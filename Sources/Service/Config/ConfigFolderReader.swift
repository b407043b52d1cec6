internal import Bindings
internal import Resolution
internal import Themes

/// Reads the parts of a config folder. A file that has the stamp that it had before is not read again.
struct ConfigFolderReader {
  private(set) var documents: [String: StampedDocument] = [:]
  private(set) var hashedImages: [String: HashedImage] = [:]
  /// Names of files that are no document of any kind that is read.
  private(set) var ignored: [String] = []
  /// Folders below those of the documents that have, or should have, files which documents refer to: `themes/shop`.
  private(set) var partFolders: Set<String> = []
  private let path: String
  private let earlier: ConfigFolder?

  init(_ path: String, knowing earlier: ConfigFolder?) {
    self.path = path
    self.earlier = earlier?.path == path ? earlier : nil
  }

  mutating func documents(
    _ folder: String, endingIn endings: [String]
  ) throws(ConfigFolder.ReadError) -> [SourceFile] {
    var sources: [SourceFile] = []
    for name in try names(in: "\(path)/\(folder)") {
      guard endings.contains(where: name.hasSuffix) else {
        ignored.append("\(folder)/\(name)")
        continue
      }
      if StudioFolder.isOne(named: name), FileSystem.isFolder("\(path)/\(folder)/\(name)") {
        var parts: [SourceFile] = []
        try addParts(in: "\(folder)/\(name)", to: &parts)
        sources += parts
      } else {
        sources.append(try document("\(folder)/\(name)"))
      }
    }
    return sources
  }

  /// The files of a folder that is one document, and of those in it; of one with too many files no more than tell so.
  private mutating func addParts(
    in folder: String, to parts: inout [SourceFile], deepest: Int = StudioFolder.deepest
  ) throws(ConfigFolder.ReadError) {
    partFolders.insert(folder)
    for name in try names(in: "\(path)/\(folder)") where !parts.areTooMany {
      let inner = "\(folder)/\(name)"
      if FileSystem.isFolder("\(path)/\(inner)") {
        if deepest > 0 { try addParts(in: inner, to: &parts, deepest: deepest - 1) }
      } else if StudioFolder.isPart(name) {
        parts.append(try document(inner))
      } else {
        ignored.append(inner)
      }
    }
  }

  /// The documents with the files that they refer to, in the folder and below it.
  mutating func gathered(_ documents: [SourceFile]) throws(ConfigFolder.ReadError) -> [SourceFile] {
    let gathered = try documents.gathered { (name: String) throws(ConfigFolder.ReadError) -> [UInt8]? in
      try part(name)
    }
    ignored.removeAll { partFolders.contains($0) }
    return gathered
  }

  /// Nil for a file that is not there.
  private mutating func part(_ name: String) throws(ConfigFolder.ReadError) -> [UInt8]? {
    var steps = name.split(separator: "/").dropLast()
    while steps.count > 1 {
      partFolders.insert(steps.joined(separator: "/"))
      steps = steps.dropLast()
    }
    let file = "\(path)/\(name)"
    guard FileSystem.exists(file), !FileSystem.isFolder(file) else { return nil }
    return try document(name).bytes
  }

  private mutating func document(_ name: String) throws(ConfigFolder.ReadError) -> SourceFile {
    let file = "\(path)/\(name)"
    do throws(SystemError) {
      let stamp = try FileStamp(ofFileAt: file)
      if let known = earlier?.documents[name], known.stamp == stamp {
        documents[name] = known
        return known.source
      }
      let bytes = try File.bytes(ofRegular: file, atMost: ConfigFolder.largestDocument + 1)
      let source = SourceFile(name: name, bytes: bytes)
      if stamp.isSettled { documents[name] = StampedDocument(stamp: stamp, source: source) }
      return source
    } catch { throw ConfigFolder.ReadError(file, error) }
  }

  mutating func images() throws(ConfigFolder.ReadError) -> ImageFolder {
    let folder = "\(path)/images"
    guard FileSystem.isFolder(folder) else { return .none }
    for name in try names(in: folder) where !FileSystem.isFolder("\(folder)/\(name)") {
      hashedImages[name] = try image(name, at: "\(folder)/\(name)")
    }
    return ImageFolder(fingerprints: hashedImages.mapValues(\.fingerprint))
  }

  private func image(_ name: String, at path: String) throws(ConfigFolder.ReadError) -> HashedImage {
    do throws(SystemError) {
      let stamp = try FileStamp(ofFileAt: path)
      if let known = earlier?.hashedImages[name], known.isCertain, known.stamp == stamp { return known }
      return try HashedImage(hashing: path)
    } catch { throw ConfigFolder.ReadError(path, error) }
  }

  /// The names in a folder, without those that editors and tools leave beside the files that people write;
  /// nothing where there is no such folder.
  private func names(in folder: String) throws(ConfigFolder.ReadError) -> [String] {
    guard FileSystem.isFolder(folder) else { return [] }
    guard FileSystem.isEnterable(folder) else { throw .closed(folder) }
    do throws(SystemError) {
      return try FileSystem.names(in: folder).filter {
        !($0.hasPrefix(".") || $0.hasPrefix("#") || $0.hasSuffix("~"))
      }
    } catch { throw ConfigFolder.ReadError(folder, error) }
  }
}

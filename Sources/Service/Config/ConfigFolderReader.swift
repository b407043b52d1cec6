internal import Bindings
internal import Documents
internal import Formats
internal import Resolution
internal import ThemeAPI
internal import Themes

/// Reads the parts of a config folder. A file whose stamp is unchanged is not read again.
struct ConfigFolderReader {
  private(set) var documents: [String: StampedDocument] = [:]
  private(set) var hashedImages: [String: HashedImage] = [:]
  /// The names of files that are no documents of a known kind.
  private(set) var ignored: [String] = []
  /// The folders below kits/ and themes/ that have, or should have, files which documents refer to: `themes/shop`.
  private(set) var partFolders: Set<String> = []
  private let path: String
  private let earlier: ConfigFolder?

  init(_ path: String, knowing earlier: ConfigFolder?) {
    self.path = path
    self.earlier = earlier?.path == path ? earlier : nil
  }

  /// - Parameter isDocument: indicates whether a file of a name is a document.
  mutating func documents(
    _ folder: String, named isDocument: (String) -> Bool
  ) throws(ConfigFolder.ReadError) -> [SourceFile] {
    var sources: [SourceFile] = []
    for name in try names(in: "\(path)/\(folder)") {
      guard isDocument(name) else {
        ignored.append("\(folder)/\(name)")
        continue
      }
      if StudioFolder.isOne(named: name) || TokenFolder.isOne(named: name),
        FileSystem.isFolder("\(path)/\(folder)/\(name)")
      {
        var parts: [SourceFile] = []
        try addParts(in: "\(folder)/\(name)", to: &parts)
        sources += parts
      } else {
        sources.append(try document("\(folder)/\(name)"))
      }
    }
    return sources
  }

  /// Adds the files of a folder that is one document, including subfolders. Stops soon after there are too many.
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

  /// Returns the documents with the files that they refer to, in the folder and below it.
  mutating func gathered(_ documents: [SourceFile]) throws(ConfigFolder.ReadError) -> [SourceFile] {
    let gathered = try documents.gathered { (name: String) throws(ConfigFolder.ReadError) -> [UInt8]? in
      try part(name)
    }
    ignored.removeAll { partFolders.contains($0) }
    return gathered
  }

  /// Returns the bytes of a file that a document refers to, or nil if there is none.
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
    let (folder, fonts) = ("\(path)/images", "\(path)/fonts")
    for name in try names(in: folder) where !FileSystem.isFolder("\(folder)/\(name)") {
      guard ImageFolder.isImage(name) else {
        ignored.append("images/\(name)")
        continue
      }
      hashedImages[name] = try image(name, at: "\(folder)/\(name)")
    }
    for name in try names(in: fonts) where !FileSystem.isFolder("\(fonts)/\(name)") {
      hashedImages[name] = try font(name, at: "\(fonts)/\(name)")
    }
    return ImageFolder(
      digests: hashedImages.mapValues { FileDigest(sha256: $0.fingerprint, bytes: Int($0.stamp.size)) },
      hasImages: FileSystem.isFolder(folder))
  }

  private func image(_ name: String, at path: String) throws(ConfigFolder.ReadError) -> HashedImage {
    do throws(SystemError) {
      let stamp = try FileStamp(ofFileAt: path)
      if let known = earlier?.hashedImages[name], known.isCertain, known.stamp == stamp { return known }
      return try HashedImage(hashing: path)
    } catch { throw ConfigFolder.ReadError(path, error) }
  }

  private func font(_ name: String, at path: String) throws(ConfigFolder.ReadError) -> HashedImage {
    var file = try image(name, at: path)
    guard file.font == nil else { return file }
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try File.bytes(ofRegular: path, atMost: FontFile.largest + 1) } catch {
      throw ConfigFolder.ReadError(path, error)
    }
    if let complaint = AssetKind.font.complaint(about: bytes, named: name) {
      throw .wrongFont(path, why: complaint)
    }
    file.font = (try? FontFile(bytes))?.facts { Inflation.bytes(of: $0, count: $1) }
    return file
  }

  /// Returns the names in a folder, if there is one, without the files that editors and tools leave there.
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

struct StampedDocument: Sendable {
  let stamp: FileStamp
  let source: SourceFile
}

/// The hash of an image file and its stamp at the time of reading.
struct HashedImage: Sendable {
  let stamp: FileStamp
  /// The SHA-256 of its bytes.
  let fingerprint: String
  /// Indicates whether a later change would show in the stamp.
  let isCertain: Bool
  /// The facts that it states as a font, or nil for an image.
  var font: FontFile.Facts?

  /// Hashes a file piece by piece. If the file changes during this, its stamp differs afterwards.
  init(hashing path: String) throws(SystemError) {
    let file = try OpenFile(path)
    stamp = try file.stamp
    isCertain = stamp.isSettled
    var hash = SHA256()
    try file.forEachPiece { hash.update($0) }
    fingerprint = SHA256.hex(hash.finalize())
  }
}

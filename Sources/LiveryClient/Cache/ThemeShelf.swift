import Foundation

/// The folder of stored themes, with one file for each URL, and the themes in the app's bundle.
struct ThemeShelf: Sendable {
  private let folder: URL?
  /// The folder of former versions, which the system may empty.
  private let formerFolder: URL?
  private let seed: Data?

  init(_ cache: ThemeCache, seed: Data?) {
    switch cache {
    case .standard:
      (folder, formerFolder) = (Self.own(.applicationSupportDirectory), Self.own(.cachesDirectory))
    case .folder(let url): (folder, formerFolder) = (url, nil)
    case .none: (folder, formerFolder) = (nil, nil)
    }
    self.seed = seed
  }

  private static func own(_ folder: FileManager.SearchPathDirectory) -> URL? {
    FileManager.default.urls(for: folder, in: .userDomainMask).first?.appendingPathComponent("livery")
  }

  /// Returns the stored theme for this URL, or nil if there is no complete one.
  func theme(at address: String) -> (theme: Theme, tag: String?)? {
    for folder in [folder, formerFolder].compactMap({ $0 }) {
      if let data = try? Data(contentsOf: folder.appendingPathComponent(Self.name(for: address))),
        let kept = KeptTheme(data, address: address),
        let document = try? JSONDecoder().decode(ThemeDocument.self, from: kept.body)
      {
        return (Theme(document, isKept: true), kept.tag)
      }
    }
    return nil
  }

  /// Returns the theme of the app's bundle that has the most of these traits; the first one of several.
  func seed(for traits: [String: String]) -> Theme? {
    guard let seed else { return nil }
    let documents =
      (try? JSONDecoder().decode([ThemeDocument].self, from: seed))
      ?? (try? JSONDecoder().decode(ThemeDocument.self, from: seed)).map { [$0] } ?? []
    let themes = documents.map { Theme($0, isKept: true) }
    let fits = themes.map { theme in traits.count { theme.traits[$0.key] == $0.value } }
    return fits.max().flatMap { fits.firstIndex(of: $0) }.map { themes[$0] }
  }

  /// Replaces the stored theme, and stores the one before it beside it. If this fails, the next start waits for the server; it
  /// is no error.
  func keep(_ kept: KeptTheme, at address: String) {
    guard var folder else { return }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try? folder.setResourceValues(values)
    let file = folder.appendingPathComponent(Self.name(for: address))
    let former = file.appendingPathExtension("former")
    try? FileManager.default.removeItem(at: former)
    try? FileManager.default.linkItem(at: file, to: former)
    try? kept.file(address: address).write(to: file, options: .atomic)
  }

  /// Discards the stored theme and returns the one that was stored before it, which is stored again.
  func restore(at address: String) -> (theme: Theme, tag: String?)? {
    guard let file = folder?.appendingPathComponent(Self.name(for: address)) else { return nil }
    if rename(file.appendingPathExtension("former").path, file.path) != 0 {
      try? FileManager.default.removeItem(at: file)
    }
    return theme(at: address)
  }

  /// Returns the stored file of a theme, or nil if there is no complete one.
  func file(at path: String) -> Data? {
    for folder in fileFolders {
      let file = folder.appendingPathComponent(Self.name(for: path, ".file"))
      if let kept = (try? Data(contentsOf: file)).flatMap({ KeptTheme($0, address: path) }) {
        return kept.body
      }
    }
    return nil
  }

  /// Stores a file of a theme. A full folder replaces the one that was full before it, which removes the oldest files. Apple
  /// requires a reason of each app that reads the dates of files.
  func keep(file data: Data, at path: String) {
    guard let folder = fileFolders.first, let former = fileFolders.last else { return }
    let files = FileManager.default
    if ((try? files.contentsOfDirectory(atPath: folder.path)) ?? []).count >= Self.mostFiles {
      try? files.removeItem(at: former)
      try? files.moveItem(at: folder, to: former)
    }
    try? files.createDirectory(at: folder, withIntermediateDirectories: true)
    try? KeptTheme(tag: "file", body: data).file(address: path)
      .write(to: folder.appendingPathComponent(Self.name(for: path, ".file")), options: .atomic)
  }

  /// The folder of the themes' files, then the one that was full before it.
  private var fileFolders: [URL] {
    folder.map { folder in ["files", "files-before"].map { folder.appendingPathComponent($0) } } ?? []
  }

  private static let mostFiles = 100

  /// The file name depends on the URL only, so that an update of the app finds the file.
  private static func name(for address: String, _ ending: String = ".theme") -> String {
    String(hash(address), radix: 36) + ending
  }

  /// FNV-1a, which has the same result in each run, unlike `Hasher`.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

/// A stored theme: the body of the response and its tag, in one file.
///
/// The file contains the URL, so that it is not taken for another's, and the length of the body, so that a truncated file
/// is detected.
struct KeptTheme {
  let tag: String
  let body: Data
  private static let format = "livery theme 1"

  func file(address: String) -> Data {
    Data("\(Self.format)\n\(address)\n\(tag)\n\(body.count)\n".utf8) + body
  }
}

extension KeptTheme {
  /// Nil if the file is not complete, or belongs to another URL.
  init?(_ file: Data, address: String) {
    var rest = file[...]
    func line() -> String? {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      defer { rest = rest[(end + 1)...] }
      return String(data: rest[..<end], encoding: .utf8)
    }
    guard line() == Self.format, line() == address, let tag = line(), let length = line(),
      !tag.isEmpty, Int(length) == rest.count
    else { return nil }
    self.init(tag: tag, body: Data(rest))
  }
}

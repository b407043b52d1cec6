import Foundation

/// The folder of stored themes, with one file for each URL.
struct ThemeShelf: Sendable {
  private let folder: URL?

  init(_ cache: ThemeCache) {
    switch cache {
    case .standard:
      folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?
        .appendingPathComponent("livery")
    case .folder(let url): folder = url
    case .none: folder = nil
    }
  }

  /// Returns the stored theme for this URL, or nil if there is no complete one.
  func theme(at address: String) -> (theme: Theme, tag: String)? {
    guard let file = file(for: address), let data = try? Data(contentsOf: file),
      let kept = KeptTheme(data, address: address),
      let document = try? JSONDecoder().decode(ThemeDocument.self, from: kept.body)
    else { return nil }
    return (Theme(document, isKept: true), kept.tag)
  }

  /// Replaces the stored theme. If this fails, the next start waits for the server; it is no error.
  func keep(_ kept: KeptTheme, at address: String) {
    guard let folder, let file = file(for: address) else { return }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? kept.file(address: address).write(to: file, options: .atomic)
  }

  /// The file name depends on the URL only, so that an update of the app finds the file.
  private func file(for address: String) -> URL? {
    folder?.appendingPathComponent(String(Self.hash(address), radix: 36) + ".theme")
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

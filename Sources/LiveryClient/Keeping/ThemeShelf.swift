import Foundation

/// The folder of kept themes, a file for each address.
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

  /// What was kept for this address; nil where that is nothing, or nothing whole.
  func theme(at address: String) -> (theme: Theme, tag: String)? {
    guard let file = file(for: address), let data = try? Data(contentsOf: file),
      let kept = KeptTheme(data, address: address),
      let document = try? JSONDecoder().decode(ThemeDocument.self, from: kept.body)
    else { return nil }
    return (Theme(document, isKept: true), kept.tag)
  }

  /// Keeps a theme in place of the one before. Where that fails, the next start waits for the server: no error.
  func keep(_ kept: KeptTheme, at address: String) {
    guard let folder, let file = file(for: address) else { return }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? kept.file(address: address).write(to: file, options: .atomic)
  }

  /// Named by the address alone, so that an update of the app finds it.
  private func file(for address: String) -> URL? {
    folder?.appendingPathComponent(String(Self.hash(address), radix: 36) + ".theme")
  }

  /// FNV-1a: the same in every run, which `Hasher` is not.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

import Bindings
import Foundation
import Testing

@Suite struct `The embedded files` {
  /// The folder `Web` of this checkout.
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Web").standardizedFileURL

  @Test func `are those of the folder Web, byte by byte`() throws {
    let found = FileManager.default.enumerator(at: Self.folder, includingPropertiesForKeys: nil)
    let files = try #require(found).compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
    var onDisk: [String: [UInt8]] = [:]
    for file in files {
      onDisk[String(file.path.dropFirst(Self.folder.path.count + 1))] = [UInt8](try Data(contentsOf: file))
    }
    // What the page's types are checked by, no browser asks for.
    onDisk["page/types.d.ts"] = nil
    #expect(!onDisk.isEmpty && WebFiles.all == onDisk)
  }
}

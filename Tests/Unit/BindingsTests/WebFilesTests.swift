import Bindings
import Foundation
import Testing

@Suite struct `The embedded files` {
  /// The files of a folder of this checkout, by their paths there.
  private static func files(in path: String) throws -> [String: [UInt8]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../\(path)")
      .standardizedFileURL
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let files = try #require(found).compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
    return try Dictionary(
      uniqueKeysWithValues: files.map { file in
        (String(file.path.dropFirst(folder.path.count + 1)), [UInt8](try Data(contentsOf: file)))
      })
  }

  private static func file(_ name: String) throws -> [UInt8] {
    [UInt8](
      try Data(
        contentsOf: URL(filePath: #filePath).appending(path: "../../../../\(name)").standardizedFileURL))
  }

  @Test func `are those of Web, with guides and the kits and schemas of Config, byte by byte`()
    throws
  {
    var onDisk = try Self.files(in: "Web")
    for part in ["kits", "schema"] {
      for (name, bytes) in try Self.files(in: "Config/\(part)") { onDisk["config/\(part)/\(name)"] = bytes }
    }
    let guides = try Self.files(in: "docs")
    for name in WebFiles.all.keys where name.hasPrefix("guides/") {
      onDisk[name] = guides[String(name.dropFirst("guides/".count))]
    }
    // It lies beside the folder.
    onDisk["guides/changelog.md"] = try Self.file("CHANGELOG.md")
    // Browsers do not request the files that the page's types are checked with.
    onDisk["page/types.d.ts"] = nil
    #expect(!onDisk.isEmpty && WebFiles.all == onDisk)
  }
}

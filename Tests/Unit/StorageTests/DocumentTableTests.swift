import Bindings
import Changes
import Documents
import TestSupport
import Testing
import Themes

@testable import Storage

/// Tests the documents in a log's file.
@Suite struct `The table of documents` {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func numbers(_ sql: String) throws -> [Int64] {
    try SQLiteConnection(path: folder.log).rows(sql).map { row in
      if case .integer(let number) = row[0] { number } else { -1 }
    }
  }

  private func keep(_ documents: [DocumentVersion], room: Int = DocumentVersion.room) throws {
    let store = try SQLiteStore(path: folder.log, documentRoom: room)
    let position = try store.open(knowing: nil, tail: 0).position
    _ = try store.transaction(from: position, keys: []) { _ in
      LogCommit(rows: documents.map { .document($0) })
    }
  }

  private static func document(_ theme: String, since: UInt64, _ byte: UInt8) -> DocumentVersion {
    DocumentVersion(
      theme: theme, since: since,
      source: SourceFile(name: "DKColorTable.txt", bytes: [UInt8](repeating: byte, count: 1000)))
  }

  @Test func `holds the bytes of a document once, whoever has them and since when`() throws {
    try keep((0..<64).map { Self.document("t\($0)", since: 0, 1) })
    try keep([Self.document("t0", since: 1, 2)])
    try keep([Self.document("t0", since: 2, 1)])
    #expect(try numbers("SELECT LENGTH(bytes) FROM contents") == [1000, 1000])
    #expect(try numbers("SELECT COUNT(*) FROM documents") == [66])
  }

  @Test func `lets go of bytes that nobody has any more`() throws {
    try keep([Self.document("a", since: 0, 1)], room: 2500)
    for since in 1...9 as ClosedRange<UInt64> {
      try keep([Self.document("a", since: since, UInt8(since + 1))], room: 2500)
    }
    #expect(try numbers("SELECT COUNT(*) FROM contents").first.map { $0 <= 4 } ?? false)
    #expect(try numbers("SELECT COUNT(*) FROM contents") == numbers("SELECT COUNT(*) FROM documents"))
  }
}

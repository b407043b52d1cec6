import Changes
import Documents
import Storage
import TestSupport
import Testing
import Themes

/// Documents as they were: the same of every store.
@Suite struct `Every store keeps documents` {
  private func keep(_ store: any ChangeStore, _ documents: DocumentVersion...) throws {
    let position = try store.open(knowing: nil, tail: 0).position
    _ = try store.transaction(from: position, keys: []) { _ in
      LogCommit(rows: documents.map { .document($0) })
    }
  }

  private func document(_ theme: String, since: UInt64, _ bytes: [UInt8]?) -> DocumentVersion {
    DocumentVersion(
      theme: theme, since: since, source: bytes.map { SourceFile(name: "\(theme).json", bytes: $0) })
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `and answers with the last one up to a revision`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    try keep(
      subject.store, document("a", since: 0, [0, 255]), document("a", since: 4, nil),
      document("b", since: 2, [1]))
    try keep(subject.store, document("a", since: 7, [7]), document("a", since: 7, [8]))
    func bytes(_ theme: String, _ revision: UInt64) throws -> [UInt8]?? {
      try subject.store.document(of: theme, at: revision).map { $0.source?.bytes }
    }
    #expect(try bytes("a", 3) == .some([0, 255]))
    #expect(try bytes("a", 4) == .some(nil))
    #expect(try bytes("a", 99) == .some([8]), "the later one of a revision")
    #expect(try bytes("b", 1) == nil)
    #expect(try bytes("c", 99) == nil)
    let known = try subject.store.open(knowing: nil, tail: 0).state.documents
    #expect(known.keys.sorted() == ["a", "b"])
    #expect(known["a"] == Fingerprint(of: SourceFile(name: "a.json", bytes: [8])))
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `and lets the oldest go where they take too much room`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort, documentRoom: 300)
    let large = [UInt8](repeating: 7, count: 100)
    try keep(subject.store, document("still", since: 0, large))
    for since in 1...5 as ClosedRange<UInt64> {
      let bytes = [UInt8](repeating: UInt8(since), count: 100)
      try keep(subject.store, document("a", since: since, bytes))
    }
    let kept = try (1...5).map { try subject.store.document(of: "a", at: $0)?.since }
    #expect(kept[0] == nil && Array(kept.suffix(3)) == [3, 4, 5])
    #expect(try subject.store.document(of: "still", at: 9) != nil, "what holds now stays")
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `of many themes once`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort, documentRoom: 300)
    let themes = ["a", "b", "c", "d"]
    for since in 1...3 as ClosedRange<UInt64> {
      let source = SourceFile(name: "DKColorTable.txt", bytes: [UInt8](repeating: UInt8(since), count: 100))
      let position = try subject.store.open(knowing: nil, tail: 0).position
      _ = try subject.store.transaction(from: position, keys: []) { _ in
        LogCommit(rows: themes.map { .document(DocumentVersion(theme: $0, since: since, source: source)) })
      }
    }
    for theme in themes {
      let kept = try (1...3).map { try subject.store.document(of: theme, at: $0)?.source?.bytes.first }
      #expect(kept == [1, 2, 3], "four times as much would not have had room")
    }
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `and forgets that a theme is gone where nobody can ask any more`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    let store = subject.store
    for theme in ["one", "two", "three"] { try store.put(.activate(theme)) }
    try keep(store, document("a", since: 1, [1]), document("b", since: 1, [1]))
    try keep(store, document("a", since: 2, nil), document("b", since: 2, nil))
    try keep(store, document("b", since: 3, [3]))
    #expect(try store.document(of: "a", at: 3) == document("a", since: 2, nil))
    let floor = try store.prune(
      keeping: Retention(changes: 1, seconds: 0), now: Timestamp(milliseconds: .max / 2), limit: 100)
    #expect(floor == 2)
    #expect(try store.document(of: "a", at: 3) == nil)
    #expect(try store.document(of: "b", at: 2) == document("b", since: 2, nil))
    #expect(try store.document(of: "b", at: 3)?.source?.bytes == [3])
  }
}

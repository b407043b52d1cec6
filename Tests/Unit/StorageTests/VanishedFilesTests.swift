import Changes
import Glibc
import Storage
import TestSupport
import Testing

/// A state folder that somebody clears up while the server runs.
@Suite struct `A log whose files vanish` {
  @Test(arguments: [["", "-wal", "-shm", ".witness"], [""], [".witness"]])
  func `acknowledges nothing more`(endings: [String]) throws {
    let folder = try Folder()
    let store = try SQLiteStore(path: folder.log)
    try store.put(.activate("a"))
    for ending in endings { try #require(unsafe unlink(folder.log + ending) == 0) }
    for _ in 0..<2 {
      #expect {
        try store.put(.activate("b"))
      } throws: { error in
        guard let error = error as? StoreError else { return false }
        return !error.mayPass && error.description.contains("was removed or replaced")
      }
    }
    #expect(throws: StoreError.self) { try store.tryWriting() }
  }

  @Test func `says the same when the witness was cut off`() throws {
    let folder = try Folder()
    let store = try SQLiteStore(path: folder.log)
    try store.put(.activate("a"))
    try folder.overwrite(folder.witness, with: [])
    for _ in 0..<2 { #expect(throws: StoreError.self) { try store.put(.activate("b")) } }
    #expect(try store.head().revision == 1)
  }

  @Test func `says the same when another file lies in its place`() throws {
    let folder = try Folder()
    let store = try SQLiteStore(path: folder.log)
    try store.put(.activate("a"))
    try folder.copy(folder.log, to: folder.log + ".copy")
    try #require(unsafe rename(folder.log + ".copy", folder.log) == 0)
    #expect(throws: StoreError.self) { try store.put(.activate("b")) }
  }
}

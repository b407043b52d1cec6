import Changes
import Documents
import TestSupport
import Testing
import Themes

@testable import Storage

struct MemoryStoreTests {
  @Test(arguments: [true, false])
  func `lets go of an image that is deleted, or replaced`(isDeleted: Bool) throws {
    let store = MemoryStore()
    try store.put(.image("a.png", [1]))
    weak let content = try store.open(knowing: nil, tail: 0).state.images["a.png"]?.content
    #expect(content != nil)
    let next =
      isDeleted
      ? ChangeRequest(
        .documents([.noImage("a.png")], updates: []), at: Timestamp(milliseconds: 0), by: "tests")
      : try .image("a.png", [2])
    try store.put(next)
    #expect(content == nil)
  }
}

import Changes
import Documents
import Foundation
import TestSupport
import Testing
import Themes

@testable import Storage

/// What is kept of a log for a start without its engine.
@Suite struct `A copy of a log` {
  private let opened: OpenedLog

  init() throws {
    let store = MemoryStore()
    try store.put(
      .activate("a\u{0}\n\"ü"), .enter("1", theme: "b", from: 1, until: nil), .upload("u", [0, 10, 255]),
      .activate("b", in: "lobby"))
    let log = try store.open(knowing: nil, tail: 9)
    opened = log
  }

  private var bytes: [UInt8] { LogCopy(name: "one", opened: opened).bytes }

  @Test func `is read as it was written`() throws {
    let copy = try #require(LogCopy(bytes: bytes))
    #expect(copy.name == "one" && copy.opened.position == opened.position && copy.opened.tail == opened.tail)
    #expect(copy.opened.state.activations == opened.state.activations)
    #expect(copy.opened.state.schedules == opened.state.schedules)
    #expect(copy.opened.state.uploads == opened.state.uploads)
    #expect(copy.opened.state.cursor == opened.state.cursor)
  }

  @Test func `has its images in a file of their own, whole or not at all`() throws {
    let store = MemoryStore()
    try store.put(.image("a.png", [0, 10, 255]), .image("b.png", []))
    let state = try store.snapshot(tail: 0).state
    let bytes = LogCopy.bytes(of: state.images.values.map { $0 })
    for (content, count) in [(bytes, 2), (Array(bytes.dropLast()), 0), (bytes + bytes, 0), ([], 0)] {
      let images = LogCopy.images(in: content) ?? []
      #expect(images.count == count)
      for image in images {
        #expect(image == state.images[image.file])
        #expect(image.content.bytes() == state.images[image.file]?.content.bytes())
      }
    }
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1
      #expect(LogCopy.images(in: damaged) == nil, "byte \(index)")
    }
  }

  @Test func `is not taken where it was cut off anywhere, or any byte is another`() {
    let bytes = bytes
    for end in bytes.indices { #expect(LogCopy(bytes: Array(bytes[..<end])) == nil, "cut off at \(end)") }
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1
      #expect(LogCopy(bytes: damaged) == nil, "byte \(index)")
    }
    #expect(LogCopy(bytes: bytes + bytes) == nil)
  }
}

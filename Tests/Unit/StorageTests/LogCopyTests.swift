import Changes
import Documents
import Foundation
import TestSupport
import Testing
import Themes

@testable import Storage

/// The copy of a shared log for a start while PostgreSQL is away.
@Suite struct `A copy of a log` {
  private let folder: Folder
  private let store = MemoryStore()

  init() throws { folder = try Folder() }

  private var copy: LogCopy { LogCopy(file: "\(folder.path)/snapshot") }

  @Test func `is read as it was written`() throws {
    try store.put(
      .activate("a\u{0}\n\"ü"), .enter("1", theme: "b", from: 1, until: nil), .upload("u", [0, 10, 255]),
      .activate("b", in: "lobby"))
    let opened = try store.open(knowing: nil, tail: 9)
    try copy.write(opened, withImages: true)
    let read = try #require(copy.read())
    #expect(read.tail == opened.tail && read.tail.count > 2)
    #expect(read.state.activations == opened.state.activations)
    #expect(read.state.schedules == opened.state.schedules)
    #expect(read.state.uploads == opened.state.uploads)
    #expect(read.state.digests == opened.state.digests)
    #expect(read.state.cursor == opened.state.cursor && read.state.fingerprint == opened.state.fingerprint)
    #expect(read.position.head == opened.position.head && read.position.epoch == opened.position.epoch)
  }

  @Test func `has the newest changes, and the floor of the log`() throws {
    for round in 1...20 { try store.put(.activate(round % 2 == 0 ? "a" : "b")) }
    // If they do not reach the floor, the oldest change only begins the chain.
    for (tail, expected) in [(9, 8), (19, 18), (20, 20), (21, 20)] {
      let opened = try store.open(knowing: nil, tail: tail)
      try copy.write(opened, withImages: false)
      let read = try #require(copy.read())
      #expect(read.tail == opened.tail.suffix(expected), "\(tail)")
      #expect(read.state.head == 20 && read.state.floor == 0)
    }
  }

  @Test func `replaces a file of another kind, and follows the log`() throws {
    try Data("livery-snapshot 1".utf8).write(to: URL(filePath: copy.file))
    #expect(copy.read() == nil)
    for theme in ["a", "b"] {
      try store.put(.activate(theme))
      try copy.write(try store.open(knowing: nil, tail: 9), withImages: false)
      #expect(copy.read()?.state.activations["main"]?.theme == theme)
    }
  }

  @Test func `has its images in a file of their own, whole or not at all`() throws {
    try store.put(.image("a.png", [0, 10, 255]), .image("b.png", []))
    let opened = try store.open(knowing: nil, tail: 9)
    try copy.write(opened, withImages: true)
    try copy.write(opened, withImages: false)
    let images = try #require(copy.read()).state.images
    #expect(images == opened.state.images)
    for image in images.values {
      #expect(image.content.bytes() == opened.state.images[image.file]?.content.bytes())
    }
    let file = URL(filePath: "\(copy.file).images")
    try Data(contentsOf: file).dropLast(5000).write(to: file)
    #expect(copy.read()?.state.images.isEmpty == true)
  }

  @Test func `is not taken where it was cut off, or a page is missing`() throws {
    try store.put(.activate("a"), .upload("u", [UInt8](repeating: 7, count: 20_000)), .activate("b"))
    let opened = try store.open(knowing: nil, tail: 9)
    try copy.write(opened, withImages: false)
    let file = URL(filePath: copy.file)
    let bytes = try Data(contentsOf: file)
    for end in stride(from: 0, to: bytes.count - 4096, by: 1000) {
      try bytes.prefix(end).write(to: file)
      #expect(copy.read() == nil, "cut off at \(end)")
    }
    for page in stride(from: 0, to: bytes.count, by: 4096) {
      var damaged = bytes
      damaged.replaceSubrange(page..<page + 4096, with: Data(count: 4096))
      try damaged.write(to: file)
      // A page that holds nothing may be missing.
      if let read = copy.read() {
        #expect(read.state.activations == opened.state.activations, "page \(page)")
        #expect(read.state.uploads == opened.state.uploads && read.tail == opened.tail, "page \(page)")
      }
    }
  }
}

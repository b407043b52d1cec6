import Bindings
import Storage
import Testing

@testable import Service

@Suite struct `Images that are being sent` {
  private static let size = 100_000
  private let sending = SendingImages(limit: 3 * size)

  /// A reader of an image, as the worker holds it.
  private func reader(of image: StoredImage) throws -> OpenImage {
    let file = try image.file.duplicate()
    return OpenImage(file, stamp: try file.stamp, share: sending.share(of: image))
  }

  private func image(_ size: Int = size) throws -> StoredImage {
    try StoredImage([UInt8](repeating: 7, count: size))
  }

  @Test func `are held for their readers after they were replaced, up to a bound, the newest longest`() throws
  {
    var readers: [OpenImage] = []
    for _ in 0..<5 { readers.append(try reader(of: try image())) }
    // The last one was still there when it was looked at.
    #expect(readers.map(\.hasChanged) == [true, false, false, false, false])
    #expect(readers[0].bytes() == nil)
    #expect(readers[1].bytes()?.count == Self.size)
    #expect(try readers[0].file.stamp.size == 0, "its memory is free")
  }

  @Test func `that are there still, count for nothing`() throws {
    let images = try (0..<9).map { _ in try image() }
    let readers = try (images + images).map { try reader(of: $0) }
    #expect(readers.allSatisfy { !$0.hasChanged })
  }

  @Test func `are let go of with their last reader`() throws {
    let shared = try image()
    for _ in 0..<50 { #expect(try !reader(of: try image()).hasChanged) }
    let first = try reader(of: shared)
    #expect(try reader(of: shared).bytes() == first.bytes())
    #expect(!first.hasChanged)
  }

  @Test func `count for some room however small they are`() throws {
    var readers: [OpenImage] = []
    for _ in 0..<8 { readers.append(try reader(of: try image(10))) }
    #expect(readers.filter(\.hasChanged).count == 3)
  }
}

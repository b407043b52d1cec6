internal import Themes

/// A zip file as it grows. The same entries make the same bytes: no time is in it.
package struct ZipArchive {
  /// Why an entry could not be added.
  package enum ZipOverflow: Error, Sendable, Hashable {
    case entries, bytes
  }

  /// What an archive may have: more is for no build to take in.
  package static let mostEntries = 0xffff
  package static let mostBytes = 64 << 20

  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0
  private let gzip: ([UInt8]) -> [UInt8]?

  /// - Parameter gzip: makes a gzip file of bytes, which holds what an entry needs.
  package init(gzip: @escaping ([UInt8]) -> [UInt8]?) { self.gzip = gzip }

  /// Adds a file under a path with slashes.
  /// - Parameter isCompressed: whether the content is compressed already, as images are.
  package mutating func add(_ path: String, _ content: [UInt8], isCompressed: Bool = false)
    throws(ZipOverflow)
  {
    guard count < Self.mostEntries else { throw .entries }
    guard bytes.count + directory.count + content.count <= Self.mostBytes else { throw .bytes }
    let entry = ZipEntry(path, content, packed: isCompressed ? nil : packed(content))
    let start = UInt32(bytes.count)
    bytes.append(little: UInt32(0x0403_4b50))
    entry.appendFields(to: &bytes)
    bytes += entry.path
    bytes += entry.stored
    directory.append(little: UInt32(0x0201_4b50))
    // Made on Unix, so that the attributes are a file's mode.
    directory.append(little: UInt16(3 << 8 | ZipEntry.version))
    entry.appendFields(to: &directory)
    directory.append(little: UInt16(0))
    directory.append(little: UInt32(0))
    directory.append(little: UInt32(0o100644 << 16))
    directory.append(little: start)
    directory += entry.path
    count += 1
  }

  /// What gzip put between its head of ten bytes and its tail of eight; nil where it is no shorter.
  private func packed(_ content: [UInt8]) -> ArraySlice<UInt8>? {
    guard let file = gzip(content), file.count > 18, file.count - 18 < content.count else { return nil }
    return file[10..<(file.count - 8)]
  }

  package func finished() -> [UInt8] {
    var file = bytes + directory
    file.append(little: UInt32(0x0605_4b50))
    file.append(little: UInt32(0))
    file.append(little: UInt16(count))
    file.append(little: UInt16(count))
    file.append(little: UInt32(directory.count))
    file.append(little: UInt32(bytes.count))
    file.append(little: UInt16(0))
    return file
  }
}

internal import Documents
internal import Themes

/// A zip file as it is written. The same files make the same bytes, since it contains no times.
package struct ZipArchive {
  /// The limits of an archive. No build needs a larger one.
  package static let mostEntries = 0xffff
  package static let mostBytes = 64 << 20
  /// The version of the format that is needed to read it.
  private static let version: UInt16 = 20

  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0
  private let gzip: ([UInt8]) -> [UInt8]?

  /// - Parameter gzip: compresses bytes to a gzip file, from which the compressed bytes are taken.
  package init(gzip: @escaping ([UInt8]) -> [UInt8]?) { self.gzip = gzip }

  /// Adds a file under a path with slashes.
  /// - Parameter isCompressed: whether the content is compressed already, as images are.
  package mutating func add(_ path: String, _ content: [UInt8], isCompressed: Bool = false)
    throws(ArchiveError)
  {
    guard count < Self.mostEntries, bytes.count + directory.count + content.count <= Self.mostBytes else {
      throw .tooLarge
    }
    let packed = isCompressed ? nil : packed(content)
    let stored = packed ?? content[...]
    let fields = Self.fields(path, content, stored, method: packed == nil ? 0 : 8)
    let start = UInt32(bytes.count)
    bytes.append(little: UInt32(0x0403_4b50))
    bytes += fields
    bytes += path.utf8
    bytes += stored
    directory.append(little: UInt32(0x0201_4b50))
    // Made on Unix, so that the attributes are a file's mode.
    directory.append(little: UInt16(3 << 8 | Self.version))
    directory += fields
    directory.append(little: UInt16(0))
    directory.append(little: UInt32(0))
    directory.append(little: UInt32(0o100644 << 16))
    directory.append(little: start)
    directory += path.utf8
    count += 1
  }

  /// Returns the fields that the header of a file and its entry in the directory share, in their order.
  private static func fields(
    _ path: String, _ content: [UInt8], _ stored: ArraySlice<UInt8>, method: UInt16
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(little: version)
    // The path is UTF-8.
    bytes.append(little: UInt16(1 << 11))
    bytes.append(little: method)
    // Midnight of January 1, 1980, the first day that the format knows.
    bytes.append(little: UInt16(0))
    bytes.append(little: UInt16(1 << 5 | 1))
    bytes.append(little: CRC32.of(content))
    bytes.append(little: UInt32(stored.count))
    bytes.append(little: UInt32(content.count))
    bytes.append(little: UInt16(path.utf8.count))
    bytes.append(little: UInt16(0))
    return bytes
  }

  /// Returns the bytes between the header of a gzip file and its trailer, or nil if they are not shorter.
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

extension [UInt8] {
  /// Appends the bytes of a number, the lowest first.
  package mutating func append<Number: FixedWidthInteger>(little number: Number) {
    for place in stride(from: 0, to: Number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> place))
    }
  }
}

internal import Documents
internal import Themes

/// One file of a zip archive.
struct ZipEntry {
  package let path: [UInt8]
  package let stored: ArraySlice<UInt8>
  private let method: UInt16
  private let checksum: UInt32
  private let size: UInt32

  /// The version of the format that reading it takes.
  package static let version: UInt16 = 20

  /// - Parameter packed: the content deflated; nil where it is stored as it is.
  init(_ path: String, _ content: [UInt8], packed: ArraySlice<UInt8>?) {
    self.path = Array(path.utf8)
    stored = packed ?? content[...]
    method = packed == nil ? 0 : 8
    checksum = CRC32.of(content)
    size = UInt32(content.count)
  }

  /// What the file's own head and the directory have in common, in their order, up to the length of further fields.
  func appendFields(to bytes: inout [UInt8]) {
    bytes.append(little: Self.version)
    // The path is UTF-8.
    bytes.append(little: UInt16(1 << 11))
    bytes.append(little: method)
    // Midnight of January 1, 1980, the first day that the format knows.
    bytes.append(little: UInt16(0))
    bytes.append(little: UInt16(1 << 5 | 1))
    bytes.append(little: checksum)
    bytes.append(little: UInt32(stored.count))
    bytes.append(little: size)
    bytes.append(little: UInt16(path.count))
    bytes.append(little: UInt16(0))
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

internal import Documents
internal import Themes

/// The list of files at the end of a zip file. None of its numbers is trusted: all of it is checked before a byte is unpacked.
package struct ZipDirectory: Sendable {
  /// The files in the order of the list, without folders.
  package let members: [ZipMember]

  package struct Bounds: Sendable, Hashable {
    package var entries = 1000
    /// The limit for the unpacked size of all files together, in bytes.
    package var bytes: Int

    package init(bytes: Int) { self.bytes = bytes }
  }

  private static let tailSize = 22

  package init(_ bytes: [UInt8], within bounds: Bounds) throws(PackageProblem) {
    let tail = try Self.tail(of: bytes)
    guard tail.count <= bounds.entries else {
      throw PackageProblem(.bodyTooLarge, "has \(tail.count) entries, and may have \(bounds.entries)")
    }
    var members: [ZipMember] = []
    var reader = ByteReader(bytes: bytes, position: tail.start)
    for _ in 0..<tail.count { members.append(try ZipMember(&reader, end: tail.end)) }
    guard reader.position == tail.end else {
      throw PackageProblem(.refusedPackage, "has a directory that is not as long as it says")
    }
    var total = 0
    for member in members {
      total += member.size
      guard total <= bounds.bytes else {
        throw PackageProblem(
          .bodyTooLarge, member.name,
          "makes all of it unpack to more than \(bounds.bytes) bytes, which is the most (packageBytes)")
      }
    }
    self.members = try Self.placed(members, in: bytes, before: tail.start).filter { !$0.isFolder }
  }

  /// Returns the number of entries and the position of their list.
  private static func tail(of bytes: [UInt8]) throws(PackageProblem) -> (count: Int, start: Int, end: Int) {
    guard let place = place(ofTailIn: bytes) else {
      throw PackageProblem(.refusedPackage, "is no zip file, or one that was cut off")
    }
    var reader = ByteReader(bytes: bytes, position: place + 4)
    let (disk, first, own, count) = (reader.short(), reader.short(), reader.short(), reader.short())
    let (size, start) = (reader.long(), reader.long())
    reader.position = place - 20
    let isLarge = reader.long() == 0x0706_4b50
    guard !isLarge, count != 0xffff, start != 0xffff_ffff else {
      throw PackageProblem(.unsupportedMediaType, "is in the large form of zip (zip64); pack it without")
    }
    guard disk == 0, first == 0, own == count else {
      throw PackageProblem(.unsupportedMediaType, "is one part of several; pack it as one file")
    }
    guard start + size == place else {
      throw PackageProblem(.refusedPackage, "has a directory that is not where it says")
    }
    return (count, start, place)
  }

  /// Searches backwards, because the tail ends with a comment of any bytes.
  private static func place(ofTailIn bytes: [UInt8]) -> Int? {
    guard bytes.count >= tailSize else { return nil }
    let last = bytes.count - tailSize
    return (max(0, last - 0xffff)...last).reversed().first { place in
      var reader = ByteReader(bytes: bytes, position: place)
      guard reader.long() == 0x0605_4b50 else { return false }
      reader.position = place + tailSize - 2
      return place + tailSize + reader.short() == bytes.count
    }
  }

  /// Returns the entries with the places of their contents. No two may overlap: otherwise few bytes unpack to very many.
  private static func placed(
    _ members: [ZipMember], in bytes: [UInt8], before end: Int
  ) throws(PackageProblem) -> [ZipMember] {
    var placed: [ZipMember] = []
    for member in members { placed.append(try member.placed(in: bytes, before: end)) }
    var last = 0
    for member in placed.sorted(by: { $0.start < $1.start }) {
      guard member.start >= last else {
        throw PackageProblem(.refusedPackage, member.name, "shares its bytes with another entry")
      }
      last = member.content.upperBound
    }
    return placed
  }
}

package struct ZipMember: Sendable {
  /// The path with slashes, which never leads out of the package.
  package let name: String
  let isFolder: Bool
  /// The unpacked size in bytes.
  package let size: Int
  let start: Int
  /// The place of its packed bytes; empty until `placed` has read its header.
  private(set) var content = 0..<0
  private let written: ArraySlice<UInt8>
  private let method: Int
  private let flags: Int
  private let packedSize: Int
  private let checksum: UInt32

  private static let longestName = 512
  /// An ordinary file is never packed to less than a 200th.
  private static let mostRatio = 200
  private static let leastForRatio = 64 << 10

  /// Reads the next entry of a directory, which ends at `end`.
  fileprivate init(_ reader: inout ByteReader, end: Int) throws(PackageProblem) {
    let place = reader.position
    guard place + 46 <= end, reader.long() == 0x0201_4b50 else {
      throw PackageProblem(.refusedPackage, "has a directory that is damaged")
    }
    let (maker, _) = (reader.short(), reader.short())
    (flags, method) = (reader.short(), reader.short())
    reader.position += 4
    checksum = UInt32(truncatingIfNeeded: reader.long())
    (packedSize, size) = (reader.long(), reader.long())
    let (nameLength, extraLength, commentLength) = (reader.short(), reader.short(), reader.short())
    reader.position += 4
    let attributes = reader.long()
    start = reader.long()
    guard let written = reader.take(nameLength, before: end),
      reader.take(extraLength + commentLength, before: end) != nil
    else { throw PackageProblem(.refusedPackage, "has a directory that is damaged") }
    self.written = written
    (name, isFolder) = try Self.name(written)
    try check(mode: maker >> 8 == 3 ? attributes >> 16 : 0)
  }

  private func check(mode: Int) throws(PackageProblem) {
    // Encrypted, encrypted strongly, and with a masked head.
    guard flags & (1 | 1 << 6 | 1 << 13) == 0 else {
      throw PackageProblem(.unsupportedMediaType, name, "is encrypted; pack it without a password")
    }
    guard method == 0 || method == 8 else {
      throw PackageProblem(
        .unsupportedMediaType, name, "is compressed by method \(method); store or deflate it")
    }
    guard ![packedSize, size, start].contains(0xffff_ffff) else {
      throw PackageProblem(
        .unsupportedMediaType, name, "is in the large form of zip (zip64); pack it without")
    }
    let kind = mode & 0o170000
    guard kind == 0 || kind == 0o100000 || kind == 0o040000 && isFolder else {
      throw PackageProblem(.refusedPackage, name, "is a link or a device; pack the file itself")
    }
    guard method == 8 || packedSize == size, !isFolder || size == 0 else {
      throw PackageProblem(.refusedPackage, name, "has two sizes that do not agree")
    }
    guard size < Self.leastForRatio || size / max(packedSize, 1) <= Self.mostRatio else {
      throw PackageProblem(.refusedPackage, name, "unpacks to more than \(Self.mostRatio) times its size")
    }
  }

  /// Throws if a name leads out of the package, or if two programs could read it in two ways.
  private static func name(_ bytes: ArraySlice<UInt8>) throws(PackageProblem) -> (String, isFolder: Bool) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let shown = String(decoding: bytes, as: UTF8.self)
      throw PackageProblem(.refusedPackage, shown.printable, "has a name that is no UTF-8")
    }
    func wrong(_ what: String) -> PackageProblem { PackageProblem(.refusedPackage, text.printable, what) }
    guard !bytes.isEmpty, bytes.count <= longestName else {
      throw wrong("has a name that is empty or longer than \(longestName) bytes")
    }
    guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f || $0 == "\\" }) else {
      throw wrong("has a backslash or a control character in its name")
    }
    let isFolder = text.hasSuffix("/")
    let steps = (isFolder ? text.dropLast() : text[...]).split(
      separator: "/", omittingEmptySubsequences: false)
    guard !steps.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
      throw wrong("has a name that leads out of the package")
    }
    return (text, isFolder)
  }

  /// Returns the entry with the place of its packed bytes. Its own header must agree with the directory: programs differ in
  /// which of both they use.
  func placed(in bytes: [UInt8], before end: Int) throws(PackageProblem) -> ZipMember {
    var reader = ByteReader(bytes: bytes, position: start)
    let wrong = PackageProblem(.refusedPackage, name, "has a head that does not agree with the directory")
    guard start + 30 <= end, reader.long() == 0x0403_4b50 else { throw wrong }
    reader.position += 2
    guard reader.short() == flags, reader.short() == method else { throw wrong }
    reader.position += 4
    let (sum, packed, unpacked) = (reader.long(), reader.long(), reader.long())
    let (nameLength, extraLength) = (reader.short(), reader.short())
    // If bit 3 is set, these numbers are zero here and follow the content.
    let isLater = flags & 1 << 3 != 0 && sum == 0 && packed == 0 && unpacked == 0
    guard isLater || (sum == Int(checksum) && packed == packedSize && unpacked == size),
      reader.take(nameLength, before: end) == written, reader.take(extraLength, before: end) != nil,
      reader.position + packedSize <= end
    else { throw wrong }
    var placed = self
    placed.content = reader.position..<(reader.position + packedSize)
    return placed
  }

  /// - Parameter inflate: unpacks bytes to a given size, or returns nil if that fails.
  package func unpacked(
    from bytes: [UInt8], by inflate: (ArraySlice<UInt8>, Int) -> [UInt8]?
  ) throws(PackageProblem) -> [UInt8] {
    let unpacked = method == 0 ? Array(bytes[content]) : inflate(bytes[content], size)
    guard let unpacked, unpacked.count == size, CRC32.of(unpacked) == checksum else {
      throw PackageProblem(.refusedPackage, name, "is damaged, or unpacks to another size than it says")
    }
    return unpacked
  }
}

/// Reads little-endian numbers. Beyond the end there are zeros.
private struct ByteReader {
  let bytes: [UInt8]
  var position: Int

  mutating func short() -> Int { number(2) }
  mutating func long() -> Int { number(4) }

  /// Returns bytes, or nil if there are too few before `end`.
  mutating func take(_ count: Int, before end: Int) -> ArraySlice<UInt8>? {
    guard position >= 0, end <= bytes.count, position + count <= end else { return nil }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  private mutating func number(_ count: Int) -> Int {
    defer { position += count }
    guard position >= 0, position + count <= bytes.count else { return 0 }
    return (0..<count).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
  }
}

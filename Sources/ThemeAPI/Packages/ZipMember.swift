internal import Documents
internal import Themes

/// A file of a zip file, as its directory tells it.
package struct ZipMember: Sendable {
  /// With slashes, checked: it leads nowhere but down.
  package let name: String
  let isFolder: Bool
  /// What it unpacks to, in bytes.
  package let size: Int
  /// Where its own head stands.
  let start: Int
  /// Where its packed bytes stand; nothing before that was looked up.
  private(set) var content = 0..<0
  private let written: ArraySlice<UInt8>
  private let method: Int
  private let flags: Int
  private let packedSize: Int
  private let checksum: UInt32

  private static let headSize = 46
  private static let longestName = 512
  /// Of 200 bytes nothing more than one is left where somebody packs an ordinary file.
  private static let mostRatio = 200
  private static let leastForRatio = 64 << 10

  /// Reads the next entry of a directory, which ends at `end`.
  init(_ reader: inout ByteReader, end: Int) throws(PackageProblem) {
    let place = reader.position
    guard place + Self.headSize <= end, reader.long() == 0x0201_4b50 else {
      throw PackageProblem(.wrong, "has a directory that is damaged")
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
    else { throw PackageProblem(.wrong, "has a directory that is damaged") }
    self.written = written
    (name, isFolder) = try Self.name(written)
    try check(mode: maker >> 8 == 3 ? attributes >> 16 : 0)
  }

  private func check(mode: Int) throws(PackageProblem) {
    // Encrypted, encrypted strongly, and with a masked head.
    guard flags & (1 | 1 << 6 | 1 << 13) == 0 else {
      throw PackageProblem(.unsupported, name, "is encrypted; pack it without a password")
    }
    guard method == 0 || method == 8 else {
      throw PackageProblem(.unsupported, name, "is compressed by method \(method); store or deflate it")
    }
    guard ![packedSize, size, start].contains(0xffff_ffff) else {
      throw PackageProblem(.unsupported, name, "is in the large form of zip (zip64); pack it without")
    }
    let kind = mode & 0o170000
    guard kind == 0 || kind == 0o100000 || kind == 0o040000 && isFolder else {
      throw PackageProblem(.wrong, name, "is a link or a device; pack the file itself")
    }
    guard method == 8 || packedSize == size, !isFolder || size == 0 else {
      throw PackageProblem(.wrong, name, "has two sizes that do not agree")
    }
    guard size < Self.leastForRatio || size / max(packedSize, 1) <= Self.mostRatio else {
      throw PackageProblem(.wrong, name, "unpacks to more than \(Self.mostRatio) times its size")
    }
  }

  /// A name that leads out of the package, or that two programs would read in two ways, is none.
  private static func name(_ bytes: ArraySlice<UInt8>) throws(PackageProblem) -> (String, isFolder: Bool) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let shown = String(decoding: bytes, as: UTF8.self)
      throw PackageProblem(.wrong, shown.printable, "has a name that is no UTF-8")
    }
    func wrong(_ what: String) -> PackageProblem { PackageProblem(.wrong, text.printable, what) }
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

  /// The same with the place of its packed bytes. Its own head must say what the directory says: readers differ in which
  /// of both they believe.
  func placed(in bytes: [UInt8], before end: Int) throws(PackageProblem) -> ZipMember {
    var reader = ByteReader(bytes, at: start)
    let wrong = PackageProblem(.wrong, name, "has a head that does not agree with the directory")
    guard start + 30 <= end, reader.long() == 0x0403_4b50 else { throw wrong }
    reader.position += 2
    guard reader.short() == flags, reader.short() == method else { throw wrong }
    reader.position += 4
    let (sum, packed, unpacked) = (reader.long(), reader.long(), reader.long())
    let (nameLength, extraLength) = (reader.short(), reader.short())
    // Where bit 3 is set, the numbers follow the content.
    let isLater = flags & 1 << 3 != 0 && sum == 0 && packed == 0 && unpacked == 0
    guard isLater || (sum == Int(checksum) && packed == packedSize && unpacked == size),
      reader.take(nameLength, before: end) == written, reader.take(extraLength, before: end) != nil,
      reader.position + packedSize <= end
    else { throw wrong }
    var placed = self
    placed.content = reader.position..<(reader.position + packedSize)
    return placed
  }

  /// What it unpacks to.
  /// - Parameter inflate: unpacks bytes to so many.
  package func unpacked(
    from bytes: [UInt8], by inflate: (ArraySlice<UInt8>, Int) -> [UInt8]?
  ) throws(PackageProblem) -> [UInt8] {
    let unpacked = method == 0 ? Array(bytes[content]) : inflate(bytes[content], size)
    guard let unpacked, unpacked.count == size, CRC32.of(unpacked) == checksum else {
      throw PackageProblem(.wrong, name, "is damaged, or unpacks to another size than it says")
    }
    return unpacked
  }
}

internal import Themes

/// The list of files at the end of a zip file, every number of which was made up by somebody: all of it is looked at
/// before a byte is unpacked.
package struct ZipDirectory: Sendable {
  /// In the order of the list, folders left out.
  package let members: [ZipMember]

  /// How much a package may have.
  package struct Bounds: Sendable, Hashable {
    package var entries = 1000
    /// What all of it may unpack to, in bytes.
    package var bytes: Int

    package init(bytes: Int) { self.bytes = bytes }
  }

  private static let tailSize = 22
  private static let longestComment = 0xffff

  package init(_ bytes: [UInt8], within bounds: Bounds) throws(PackageProblem) {
    let tail = try Self.tail(of: bytes)
    guard tail.count <= bounds.entries else {
      throw PackageProblem(.tooLarge, "has \(tail.count) entries, and may have \(bounds.entries)")
    }
    var members: [ZipMember] = []
    var reader = ByteReader(bytes, at: tail.start)
    for _ in 0..<tail.count { members.append(try ZipMember(&reader, end: tail.end)) }
    guard reader.position == tail.end else {
      throw PackageProblem(.wrong, "has a directory that is not as long as it says")
    }
    try Self.check(members, within: bounds)
    self.members = try Self.placed(members, in: bytes, before: tail.start).filter { !$0.isFolder }
  }

  /// How many entries there are, and where their list stands.
  private static func tail(of bytes: [UInt8]) throws(PackageProblem) -> (count: Int, start: Int, end: Int) {
    guard let place = place(ofTailIn: bytes) else {
      throw PackageProblem(.wrong, "is no zip file, or one that was cut off")
    }
    var reader = ByteReader(bytes, at: place + 4)
    let (disk, first, own, count) = (reader.short(), reader.short(), reader.short(), reader.short())
    let (size, start) = (reader.long(), reader.long())
    let isLarge = place >= 20 && ByteReader(bytes, at: place - 20).peekLong() == 0x0706_4b50
    guard !isLarge, count != 0xffff, start != 0xffff_ffff else {
      throw PackageProblem(.unsupported, "is in the large form of zip (zip64); pack it without")
    }
    guard disk == 0, first == 0, own == count else {
      throw PackageProblem(.unsupported, "is one part of several; pack it as one file")
    }
    guard start + size == place else {
      throw PackageProblem(.wrong, "has a directory that is not where it says")
    }
    return (count, start, place)
  }

  /// It ends with a comment of any bytes, so it is looked for from the end on.
  private static func place(ofTailIn bytes: [UInt8]) -> Int? {
    guard bytes.count >= tailSize else { return nil }
    let last = bytes.count - tailSize
    return (max(0, last - longestComment)...last).reversed().first { place in
      var reader = ByteReader(bytes, at: place)
      guard reader.long() == 0x0605_4b50 else { return false }
      reader.position = place + tailSize - 2
      return place + tailSize + reader.short() == bytes.count
    }
  }

  private static func check(_ members: [ZipMember], within bounds: Bounds) throws(PackageProblem) {
    var total = 0
    for member in members {
      total += member.size
      guard total <= bounds.bytes else {
        throw PackageProblem(
          .tooLarge, member.name,
          "makes all of it unpack to more than \(bounds.bytes) bytes, which is the most (packageBytes)")
      }
    }
  }

  /// The same with the place of each content, which no two may share: else a few bytes unpack to very many.
  private static func placed(
    _ members: [ZipMember], in bytes: [UInt8], before end: Int
  ) throws(PackageProblem) -> [ZipMember] {
    var placed: [ZipMember] = []
    for member in members { placed.append(try member.placed(in: bytes, before: end)) }
    var last = 0
    for member in placed.sorted(by: { $0.start < $1.start }) {
      guard member.start >= last else {
        throw PackageProblem(.wrong, member.name, "shares its bytes with another entry")
      }
      last = member.content.upperBound
    }
    return placed
  }
}

/// Reads numbers, the lowest byte first; beyond the end there are zeros.
struct ByteReader {
  private let bytes: [UInt8]
  var position: Int

  init(_ bytes: [UInt8], at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  mutating func short() -> Int { number(2) }
  mutating func long() -> Int { number(4) }

  func peekLong() -> Int {
    var copy = self
    return copy.long()
  }

  /// So many bytes; nil where there are not so many before `end`.
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

/// The last 32 bytes of a binary property list: where the table of its objects is.
struct BinaryTrailer {
  /// Bytes of a number in the table, and of a reference to an object.
  private let offsetSize: Int
  let referenceSize: Int
  private let count: Int
  /// The object that all others belong to.
  package let top: Int
  /// Objects stand before it.
  let tableStart: Int

  private static let length = 32
  private static let magic = Array("bplist0".utf8)

  /// Nil for a file that ends early, or whose numbers can't be right.
  init?(of bytes: [UInt8]) {
    guard bytes.starts(with: Self.magic), bytes.count >= Self.magic.count + 1 + Self.length else {
      return nil
    }
    let trailer = bytes.suffix(Self.length)
    let start = trailer.startIndex
    func number(_ offset: Int) -> Int? { Self.number(trailer[(start + offset)..<(start + offset + 8)]) }
    offsetSize = Int(trailer[start + 6])
    referenceSize = Int(trailer[start + 7])
    guard let count = number(8), let top = number(16), let table = number(24),
      (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      table > Self.magic.count, table <= bytes.count - Self.length,
      count <= (bytes.count - Self.length - table) / offsetSize, top < count
    else { return nil }
    (self.count, self.top, tableStart) = (count, top, table)
  }

  /// Where an object begins; nil for one that is not there.
  package func offset(of object: Int, in bytes: [UInt8]) -> Int? {
    guard object >= 0, object < count else { return nil }
    let start = tableStart + object * offsetSize
    guard let offset = Self.number(bytes[start..<(start + offsetSize)]), offset > Self.magic.count,
      offset < tableStart
    else { return nil }
    return offset
  }

  /// Bytes as a number, the most significant first; nil for one that no file is long enough for.
  package static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return bytes.count <= 8 ? Int(exactly: value) : nil
  }
}

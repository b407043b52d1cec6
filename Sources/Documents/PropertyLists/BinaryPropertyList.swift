/// A binary property list, which is converted to XML so that problems have lines to show.
struct BinaryPropertyList {
  struct Damage: Error {
    let sentence: String

    init(_ what: String) { sentence = "This binary property list \(what)." }
  }

  private let bytes: [UInt8]
  private let trailer: Trailer
  private var xml = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n<plist version=\"1.0\">\n"

  static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }

  /// Returns the file itself if it is not binary, or else its XML.
  static func legible(_ file: SourceFile) -> Result<SourceFile, Damage> {
    guard isBinary(file.bytes), file.bytes.count <= JSONReader.largestFile else { return .success(file) }
    return Result { () throws(Damage) in
      guard let trailer = Trailer(of: file.bytes) else {
        throw Damage("is cut off or of a version that is not read; save it as XML")
      }
      var list = BinaryPropertyList(bytes: file.bytes, trailer: trailer)
      try list.write(trailer.top, depth: 0)
      return SourceFile(name: file.name, bytes: Array((list.xml + "</plist>\n").utf8), format: file.format)
    }
  }

  /// The limit of the text also bounds the cost of objects that share others, or contain themselves: each adds to it.
  private mutating func add(_ line: String, depth: Int) throws(Damage) {
    guard xml.utf8.count + line.utf8.count + depth < JSONReader.largestFile else {
      throw Damage("says more than 4 MiB when it is written out")
    }
    xml += String(repeating: "\t", count: depth) + line + "\n"
  }

  private mutating func write(_ object: Int, depth: Int) throws(Damage) {
    guard depth < JSONReader.deepest else {
      throw Damage("is nested deeper than \(JSONReader.deepest) levels")
    }
    let (kind, low, start) = try head(of: object)
    switch kind {
    case 0x0 where low == 0x8: try add("<false/>", depth: depth)
    case 0x0 where low == 0x9: try add("<true/>", depth: depth)
    case 0x1: try add("<integer>\(try integer(at: start, exponent: low))</integer>", depth: depth)
    case 0x2: try add("<real>\(try real(at: start, exponent: low))</real>", depth: depth)
    case 0x3:
      let seconds = try real(at: start, exponent: 3)
      try add("<date>\(seconds) seconds after the beginning of 2001</date>", depth: depth)
    case 0x4:
      let data = try slice(try counted(low, start), each: 1)
      try add("<data>\(Base64.text(of: data))</data>", depth: depth)
    case 0x5, 0x6, 0x7: try add("<string>\(try text(object))</string>", depth: depth)
    case 0xa, 0xc:
      let items = try references(try counted(low, start))
      try add("<array>", depth: depth)
      for item in items { try write(item, depth: depth + 1) }
      try add("</array>", depth: depth)
    case 0xd: try writeDict(try counted(low, start), depth)
    case 0x8: throw Damage("is an archive of objects; only plain values are read")
    default: throw Damage("holds an object of no known kind")
    }
  }

  private mutating func writeDict(_ items: (count: Int, start: Int), _ depth: Int) throws(Damage) {
    let keys = try references(items)
    let values = try references((items.count, items.start + items.count * trailer.referenceSize))
    try add("<dict>", depth: depth)
    for (key, value) in zip(keys, values) {
      try add("<key>\(try text(key))</key>", depth: depth + 1)
      try write(value, depth: depth + 1)
    }
    try add("</dict>", depth: depth)
  }

  /// Returns an object's kind, the four bits beside it, and the offset of its content.
  private func head(of object: Int) throws(Damage) -> (kind: UInt8, low: UInt8, start: Int) {
    guard let offset = trailer.offset(of: object, in: bytes) else {
      throw Damage("refers to an object that it does not have")
    }
    return (bytes[offset] >> 4, bytes[offset] & 0xf, offset + 1)
  }

  /// Returns the number of items and their offset. The number is in four bits, or follows them.
  private func counted(_ low: UInt8, _ start: Int) throws(Damage) -> (count: Int, start: Int) {
    guard low == 0xf else { return (Int(low), start) }
    guard let first = try slice((1, start), each: 1).first, first >> 4 == 0x1, first & 0xf <= 3 else {
      throw Damage("holds an object without its length")
    }
    let size = 1 << Int(first & 0xf)
    let count = Self.number(try slice((1, start + 1), each: size))
    guard count <= bytes.count else { throw Damage("holds an object longer than itself") }
    return (Int(count), start + 1 + size)
  }

  private func slice(_ items: (count: Int, start: Int), each size: Int) throws(Damage) -> ArraySlice<UInt8> {
    guard items.start <= trailer.tableStart, items.count <= (trailer.tableStart - items.start) / size else {
      throw Damage("ends within an object")
    }
    return bytes[items.start..<(items.start + items.count * size)]
  }

  private func references(_ items: (count: Int, start: Int)) throws(Damage) -> [Int] {
    let size = trailer.referenceSize
    let all = try slice(items, each: size)
    return stride(from: all.startIndex, to: all.endIndex, by: size).map {
      Int(clamping: Self.number(all[$0..<($0 + size)]))
    }
  }

  /// Returns a text as it is written between two tags.
  private func text(_ object: Int) throws(Damage) -> String {
    let (kind, low, start) = try head(of: object)
    guard (0x5...0x7).contains(kind) else { throw Damage("has a key that is no text") }
    let content = try slice(try counted(low, start), each: kind == 0x6 ? 2 : 1)
    let units = stride(from: content.startIndex, to: content.endIndex, by: 2)
    let text =
      kind == 0x6
      ? String(
        validating: units.map { UInt16(truncatingIfNeeded: Self.number(content[$0..<($0 + 2)])) },
        as: UTF16.self)
      : String(validating: content, as: UTF8.self)
    guard let text, text.unicodeScalars.allSatisfy({ MarkupText.isAllowed($0.value) }) else {
      throw Damage("holds text with characters that no document can hold")
    }
    return MarkupText.escaped(text)
  }

  /// Reads an integer. Up to four bytes have no sign; eight and more do.
  private func integer(at start: Int, exponent: UInt8) throws(Damage) -> String {
    guard exponent <= 4 else { throw Damage("holds a number of no known size") }
    let value = Self.number(try slice((1, start), each: 1 << Int(exponent)))
    switch exponent {
    case 3: return String(Int64(truncatingIfNeeded: value))
    case 4: return String(Int128(truncatingIfNeeded: value))
    default: return String(value)
    }
  }

  private func real(at start: Int, exponent: UInt8) throws(Damage) -> String {
    guard exponent == 2 || exponent == 3 else { throw Damage("holds a number of no known size") }
    let bits = Self.number(try slice((1, start), each: 1 << Int(exponent)))
    return exponent == 2
      ? Float(bitPattern: UInt32(truncatingIfNeeded: bits)).description
      : JSONWriter.shortest(Double(bitPattern: UInt64(truncatingIfNeeded: bits)))
  }

  /// Returns bytes as a number, the most significant first.
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt128 {
    bytes.reduce(0) { $0 << 8 | UInt128($1) }
  }

  /// The last 32 bytes: the place of the table of objects.
  private struct Trailer {
    /// The number of bytes of a number in the table.
    private let offsetSize: Int
    let referenceSize: Int
    private let count: Int
    let top: Int
    /// The offset of the table, which follows the objects.
    let tableStart: Int

    private static let length = 32
    private static let magic = Array("bplist0".utf8)

    init?(of bytes: [UInt8]) {
      guard bytes.starts(with: Self.magic), bytes.count >= Self.magic.count + 1 + Self.length else {
        return nil
      }
      let start = bytes.count - Self.length
      let numbers = stride(from: start + 8, to: bytes.count, by: 8).map {
        Int(clamping: BinaryPropertyList.number(bytes[$0..<($0 + 8)]))
      }
      (count, top, tableStart) = (numbers[0], numbers[1], numbers[2])
      (offsetSize, referenceSize) = (Int(bytes[start + 6]), Int(bytes[start + 7]))
      guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
        tableStart > Self.magic.count, tableStart <= start, count <= (start - tableStart) / offsetSize,
        top < count
      else { return nil }
    }

    func offset(of object: Int, in bytes: [UInt8]) -> Int? {
      guard object < count else { return nil }
      let start = tableStart + object * offsetSize
      let offset = BinaryPropertyList.number(bytes[start..<(start + offsetSize)])
      return offset > Self.magic.count && offset < tableStart ? Int(offset) : nil
    }
  }
}

/// Turns a binary property list into the XML that says the same, so that problems have lines to show.
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let trailer: BinaryTrailer
  private var xml = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n<plist version=\"1.0\">\n"

  /// Why it can't be read, as a sentence.
  struct Damage: Error {
    package let sentence: String

    init(_ what: String) { sentence = "This binary property list \(what)." }
  }

  static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("bplist".utf8)) }

  /// The file as it is when it is none, else with its XML.
  package static func legible(_ file: SourceFile) -> Result<SourceFile, Damage> {
    guard isBinary(file.bytes), file.bytes.count <= JSONReader.largestFile else { return .success(file) }
    return Result { () throws(Damage) in
      var list = try BinaryPropertyList(file.bytes)
      try list.write(list.trailer.top, depth: 0)
      list.xml += "</plist>\n"
      return SourceFile(name: file.name, bytes: Array(list.xml.utf8), format: file.format)
    }
  }

  private init(_ bytes: [UInt8]) throws(Damage) {
    self.bytes = bytes
    guard let trailer = BinaryTrailer(of: bytes) else {
      throw Damage("is cut off or of a version that is not read; save it as XML")
    }
    self.trailer = trailer
  }

  /// Everything that is written adds to the text, so the bound on that bounds what objects that share others, or hold
  /// themselves, can cost.
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
      let seconds = JSONWriter.shortest(try double(at: start))
      try add("<date>\(seconds) seconds after the beginning of 2001</date>", depth: depth)
    case 0x4:
      let data = try slice(try counted(low, start), each: 1)
      try add("<data>\(Base64.text(of: data))</data>", depth: depth)
    case 0x5, 0x6, 0x7: try add("<string>\(try text(object))</string>", depth: depth)
    case 0xa, 0xc: try writeArray(low, start, depth)
    case 0xd: try writeDict(low, start, depth)
    case 0x8: throw Damage("is an archive of objects; only plain values are read")
    default: throw Damage("holds an object of no known kind")
    }
  }

  private mutating func writeArray(_ low: UInt8, _ start: Int, _ depth: Int) throws(Damage) {
    let items = try references(try counted(low, start))
    try add("<array>", depth: depth)
    for item in items { try write(item, depth: depth + 1) }
    try add("</array>", depth: depth)
  }

  private mutating func writeDict(_ low: UInt8, _ start: Int, _ depth: Int) throws(Damage) {
    let (count, at) = try counted(low, start)
    let keys = try references((count, at))
    let values = try references((count, at + count * trailer.referenceSize))
    try add("<dict>", depth: depth)
    for (key, value) in zip(keys, values) {
      try add("<key>\(try text(key))</key>", depth: depth + 1)
      try write(value, depth: depth + 1)
    }
    try add("</dict>", depth: depth)
  }

  // MARK: Objects

  /// An object's kind, the four bits beside it, and where the rest begins.
  private func head(of object: Int) throws(Damage) -> (kind: UInt8, low: UInt8, start: Int) {
    guard let offset = trailer.offset(of: object, in: bytes) else {
      throw Damage("refers to an object that it does not have")
    }
    return (bytes[offset] >> 4, bytes[offset] & 0xf, offset + 1)
  }

  /// Returns the number of items that follow, and their place: four bits say it, or a number after them.
  private func counted(_ low: UInt8, _ start: Int) throws(Damage) -> (count: Int, start: Int) {
    guard low == 0xf else { return (Int(low), start) }
    let head = try slice((1, start), each: 1)
    guard let first = head.first, first >> 4 == 0x1, first & 0xf <= 3 else {
      throw Damage("holds an object without its length")
    }
    let size = 1 << Int(first & 0xf)
    let number = try slice((1, start + 1), each: size)
    guard let count = BinaryTrailer.number(number), count <= bytes.count else {
      throw Damage("holds an object longer than itself")
    }
    return (count, start + 1 + size)
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
      BinaryTrailer.number(all[$0..<($0 + size)]) ?? Int.max
    }
  }

  /// A text, ready to stand between two tags.
  private func text(_ object: Int) throws(Damage) -> String {
    let (kind, low, start) = try head(of: object)
    guard (0x5...0x7).contains(kind) else { throw Damage("has a key that is no text") }
    let content = try slice(try counted(low, start), each: kind == 0x6 ? 2 : 1)
    let text =
      kind == 0x6
      ? String(
        validating: stride(from: content.startIndex, to: content.endIndex, by: 2).map {
          UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
        }, as: UTF16.self)
      : String(validating: content, as: UTF8.self)
    guard let text, text.unicodeScalars.allSatisfy({ MarkupText.isAllowed($0.value) }) else {
      throw Damage("holds text with characters that no document can hold")
    }
    return MarkupText.escaped(text)
  }

  /// Up to four bytes have no sign; eight and more do.
  private func integer(at start: Int, exponent: UInt8) throws(Damage) -> String {
    guard exponent <= 4 else { throw Damage("holds a number of no known size") }
    let digits = try slice((1, start), each: 1 << Int(exponent))
    let value = digits.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    switch exponent {
    case 3: return String(Int64(truncatingIfNeeded: value))
    case 4: return String(Int128(truncatingIfNeeded: value))
    default: return String(value)
    }
  }

  private func real(at start: Int, exponent: UInt8) throws(Damage) -> String {
    switch exponent {
    case 2:
      let bits = try slice((1, start), each: 4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return Float(bitPattern: bits).description
    case 3: return JSONWriter.shortest(try double(at: start))
    default: throw Damage("holds a number of no known size")
    }
  }

  private func double(at start: Int) throws(Damage) -> Double {
    Double(bitPattern: try slice((1, start), each: 8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}

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

  /// Returns nil for a file that ends early, or whose numbers can't be right.
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

  /// Returns the offset of an object; nil for one that is not there.
  package func offset(of object: Int, in bytes: [UInt8]) -> Int? {
    guard object >= 0, object < count else { return nil }
    let start = tableStart + object * offsetSize
    guard let offset = Self.number(bytes[start..<(start + offsetSize)]), offset > Self.magic.count,
      offset < tableStart
    else { return nil }
    return offset
  }

  /// Returns bytes as a number, the most significant first; nil for one that no file is long enough for.
  package static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return bytes.count <= 8 ? Int(exactly: value) : nil
  }
}

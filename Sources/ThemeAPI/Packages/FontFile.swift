package import Documents
package import Resolution
package import Themes

/// A font as its bytes describe it. Only the directory of its tables is read, and three small tables.
package struct FontFile: Sendable {
  /// The largest size of a font, in bytes.
  package static let largest = 10 << 20
  private static let mostTables = 4096

  package let format: FontFormat
  private let bytes: [UInt8]
  /// The tables by tag: where they are, and how many bytes each has unpacked.
  private let tables: [String: (range: Range<Int>, length: Int)]

  /// Reads the head of a font. Throws a sentence without its subject.
  package init(_ bytes: [UInt8]) throws(Flaw) {
    guard bytes.count <= Self.largest else { throw Flaw("is larger than \(Self.largest >> 20) MiB") }
    self.bytes = bytes
    switch Array(bytes.prefix(4)) {
    case Array("wOF2".utf8): format = .woff2
    case Array("wOFF".utf8): format = .woff
    case [0, 1, 0, 0], Array("true".utf8): format = .ttf
    case Array("OTTO".utf8): format = .otf
    case Array("ttcf".utf8): throw Self.collection
    default: throw Flaw("begins like no font of the types woff2, woff, ttf and otf")
    }
    // The packed types name the type of what they pack.
    if [.woff2, .woff].contains(format), bytes.dropFirst(4).starts(with: "ttcf".utf8) {
      throw Self.collection
    }
    switch format {
    case .woff2:
      tables = [:]
      try Self.checkWOFF2(bytes)
    case .woff:
      tables = try Self.tables(
        in: bytes, from: 44, count: bytes.number(12, 2), entry: 20, total: bytes.number(8, 4))
    case .ttf, .otf:
      tables = try Self.tables(in: bytes, from: 12, count: bytes.number(4, 2), entry: 16, total: nil)
    }
  }

  /// A reason why bytes are no font that can be served: "is a collection of fonts".
  package struct Flaw: Error, Sendable {
    package let what: String

    init(_ what: String) { self.what = what }
  }

  private static let collection = Flaw("is a collection of fonts, and not one font")
  private static let cutOff = Flaw("is a font that was cut off, or whose tables are not inside of it")

  /// - Parameter total: the size of the file that its head states, if it states one.
  private static func tables(
    in bytes: [UInt8], from start: Int, count: Int?, entry: Int, total: Int?
  ) throws(Flaw) -> [String: (range: Range<Int>, length: Int)] {
    guard let count, (1...mostTables).contains(count), start + count * entry <= bytes.count,
      total ?? bytes.count == bytes.count
    else { throw cutOff }
    var tables: [String: (range: Range<Int>, length: Int)] = [:]
    for index in 0..<count {
      let at = start + index * entry
      let first = at + (entry == 16 ? 8 : 4)
      guard let offset = bytes.number(first, 4), let size = bytes.number(first + 4, 4),
        let length = bytes.number(entry == 16 ? first + 4 : first + 8, 4), offset >= start + count * entry,
        size <= length, offset <= bytes.count, size <= bytes.count - offset
      else { throw cutOff }
      let tag = String(decoding: bytes[at..<(at + 4)], as: UTF8.self)
      tables[tag] = (offset..<(offset + size), length)
    }
    for tag in ["head", "name"] where tables[tag] == nil {
      throw Flaw("is a font without the table '\(tag)'")
    }
    return tables
  }

  /// Checks the lengths in the header, since the tables are packed together.
  private static func checkWOFF2(_ bytes: [UInt8]) throws(Flaw) {
    guard bytes.count > 48, bytes.number(8, 4) == bytes.count, let count = bytes.number(12, 2),
      (1...mostTables).contains(count), let packed = bytes.number(20, 4), packed > 0,
      packed <= bytes.count - 48
    else { throw cutOff }
  }
}

/// The facts that a font states about itself.
extension FontFile {
  /// The names of its families, its weights and its style. A font of the type woff2 states them in packed tables, which are
  /// not read.
  package func facts(inflate: (ArraySlice<UInt8>, Int) -> [UInt8]?) -> Facts {
    let names = table("name", inflate).map(Self.families) ?? []
    let metrics = table("OS/2", inflate) ?? []
    let axes = table("fvar", inflate).map(Self.axes) ?? [:]
    let weight = metrics.number(4, 2).map { $0...$0 }
    let isSlanted = metrics.number(62, 2).map { $0 & 0x201 != 0 }
    return Facts(
      families: names, weights: axes["wght"] ?? weight,
      style: axes["slnt"] != nil || axes["ital"] != nil ? nil : isSlanted.map { $0 ? "italic" : "normal" })
  }

  package struct Facts: Sendable, Hashable {
    package let families: [String]
    /// The weights, or nil if the font states none.
    package let weights: ClosedRange<Int>?
    /// The style, or nil if the font states none or several.
    package let style: String?
  }

  private static let largestTable = 64 << 10

  private func table(_ tag: String, _ inflate: (ArraySlice<UInt8>, Int) -> [UInt8]?) -> [UInt8]? {
    guard let table = tables[tag], table.length <= Self.largestTable else { return nil }
    if table.range.count == table.length { return Array(bytes[table.range]) }
    // Two bytes of zlib's head, and four of its checksum.
    guard table.range.count > 6 else { return nil }
    return inflate(bytes[table.range].dropFirst(2).dropLast(4), table.length)
  }

  /// Returns the names of the families, the typographic one first.
  private static func families(_ table: [UInt8]) -> [String] {
    guard let count = table.number(2, 2), let texts = table.number(4, 2) else { return [] }
    var found: [Int: String] = [:]
    for index in 0..<count {
      let at = 6 + index * 12
      guard let platform = table.number(at, 2), let kind = table.number(at + 6, 2),
        let length = table.number(at + 8, 2), let offset = table.number(at + 10, 2)
      else { break }
      let start = texts + offset
      guard kind == 1 || kind == 16, platform == 3 || platform == 0, found[kind] == nil, length <= 512,
        start + length <= table.count
      else { continue }
      let units = stride(from: start, to: start + length - 1, by: 2).compactMap { table.number($0, 2) }
      found[kind] = String(decoding: units.map { UInt16($0) }, as: UTF16.self)
    }
    return [found[16], found[1]].compactMap(\.self).unique
  }

  /// Returns the ranges of a variable font's axes.
  private static func axes(_ table: [UInt8]) -> [String: ClosedRange<Int>] {
    guard let first = table.number(4, 2), let count = table.number(8, 2), let size = table.number(10, 2)
    else { return [:] }
    var axes: [String: ClosedRange<Int>] = [:]
    for index in 0..<min(count, 64) {
      let at = first + index * size
      guard let low = table.number(at + 4, 2), let high = table.number(at + 12, 2), low <= high else { break }
      axes[String(decoding: table[at..<(at + 4)], as: UTF8.self)] = low...high
    }
    return axes
  }
}

/// The faces that are for other text than their files.
extension Catalog {
  /// Returns warnings of the faces of a theme whose files state another weight, style or family.
  /// - Parameter facts: returns what a file states, or nil if that is not known.
  package func otherFaces(of theme: String, facts: (String) -> FontFile.Facts?) -> [Problem] {
    guard let fonts = library.themes[theme]?.fonts, !fonts.isEmpty,
      let text = library.sources[theme].map({ SourceText($0.legible) })
    else { return [] }
    return fonts.sorted { $0.key < $1.key }.flatMap { family, faces in
      faces.compactMap { face in
        let differences = facts(face.file)?.differences(from: face, of: family) ?? []
        guard !differences.isEmpty else { return nil }
        return Problem(
          .warning, code: "other-face", place: text.place(at: face.place),
          message: "The file '\(face.file)' states \(differences.joined(separator: " and ")).")
      }
    }
  }
}

extension FontFile.Facts {
  fileprivate func differences(from face: FontFace, of family: String) -> [String] {
    var differences: [String] = []
    if let weights,
      !(weights.contains(face.weights.lowerBound) && weights.contains(face.weights.upperBound))
    {
      let ends = Set([weights.lowerBound, weights.upperBound]).sorted().map(String.init)
      differences.append("the weight \(ends.joined(separator: " to "))")
    }
    if let style, (style == "normal") != (face.style == .normal) { differences.append("the style \(style)") }
    // Files add words such as 'Variable' or 'Light' to the family's name, and themes leave some out.
    let (names, word) = (families.map { $0.lowercased() }, family.lowercased())
    if !names.isEmpty, !names.contains(where: { $0.contains(word) || word.contains($0) }) {
      differences.append("the family '\(families[0].shown)'")
    }
    return differences
  }
}

extension [UInt8] {
  /// Returns a number of up to four bytes, the highest first; nil if it is not inside.
  fileprivate func number(_ at: Int, _ size: Int) -> Int? {
    guard at >= 0, at <= count - size else { return nil }
    return self[at..<(at + size)].reduce(0) { $0 << 8 | Int($1) }
  }
}

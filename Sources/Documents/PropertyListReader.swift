/// A reader of Apple's property lists, XML and binary, with a place for every value.
///
/// Foundation stays out of the server (docs/decisions/3-no-foundation.md), a C library would be one more that reads
/// untrusted input, and neither gives the line of a mistake.
package enum PropertyListReader {
  /// Indicates whether these bytes are meant as a property list, whatever the file is called.
  package static func isPropertyList(_ bytes: [UInt8]) -> Bool {
    if BinaryPropertyList.isBinary(bytes) { return true }
    let mark = UTF8Validation.hasByteOrderMark(bytes.span) ? UTF8Validation.byteOrderMarkLength : 0
    return bytes.dropFirst(mark).first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// Returns the document's value, with every problem. There is no value if reading had to stop.
  package static func read(_ file: SourceFile) -> (root: JSONNode?, problems: [Problem]) {
    if let problem = SourceText(file).tooLarge { return (nil, [problem]) }
    let text: SourceText
    switch BinaryPropertyList.legible(file) {
    case .success(let legible): text = SourceText(legible)
    case .failure(let damage):
      let place = SourceLocation(file: file.name, line: 1, column: 1)
      return (nil, [Problem(code: "bad-property-list", place: place, message: damage.sentence)])
    }
    var scanner = PropertyListScanner(text.file.bytes)
    let isComplete = scanner.scan()
    let document = JSONDocument(text: text, tape: scanner.tape)
    return (isComplete ? JSONNode(document: document, index: 0) : nil, document.problems(scanner.errors))
  }
}

extension SourceFile {
  /// The document as text, for the places of its problems: a binary property list as XML. One that can't be read stays
  /// as it is, and reading it reports the reason.
  package var legible: SourceFile { (try? BinaryPropertyList.legible(self).get()) ?? self }
  package var isPropertyList: Bool { PropertyListReader.isPropertyList(bytes) }

  /// The values of the document in its order; none if it is neither JSON nor a property list.
  var tape: [JSONToken] {
    if isPropertyList {
      var scanner = PropertyListScanner(bytes)
      return scanner.scan() ? scanner.tape : []
    }
    var scanner = JSONScanner(sizeHint: bytes.count)
    return scanner.scan(bytes.span) ? scanner.tape : []
  }
}

/// The content between two tags of XML: text with entities, sections of plain text and comments.
enum MarkupText {
  static let section = Array("<![CDATA[".utf8)
  static let sectionEnd = Array("]]>".utf8)
  static let comment = Array("<!--".utf8)
  static let commentEnd = Array("-->".utf8)

  /// Returns the text itself. Errors were reported when the document was read; here they stay as they are.
  static func decoded(_ content: ArraySlice<UInt8>) -> [UInt8] {
    guard content.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }) else {
      return Array(content)
    }
    var text: [UInt8] = []
    text.reserveCapacity(content.count)
    var rest = content
    while let byte = rest.first {
      if byte == UInt8(ascii: "&"), let (scalar, length) = entity(in: rest) {
        text.append(contentsOf: Array(String(Character(scalar)).utf8))
        rest = rest.dropFirst(length)
      } else if rest.starts(with: section) {
        let inner = rest.dropFirst(section.count)
        let end = inner.firstRange(of: sectionEnd) ?? inner.endIndex..<inner.endIndex
        text += inner[..<end.lowerBound]
        rest = inner[end.upperBound...]
      } else if rest.starts(with: comment) {
        rest = rest[(rest.firstRange(of: commentEnd)?.upperBound ?? rest.endIndex)...]
      } else {
        text.append(byte)
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// Returns the entity that begins here with `&`, and its length in bytes; nil if none does.
  static func entity(in text: ArraySlice<UInt8>) -> (scalar: Unicode.Scalar, length: Int)? {
    guard let end = text.prefix(longestEntity).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = text[text.startIndex..<end].dropFirst()
    let scalar = name.first == UInt8(ascii: "#") ? numbered(name.dropFirst()) : named(name)
    return scalar.map { ($0, end - text.startIndex + 1) }
  }

  /// The length of `&#x10FFFF;`, with two leading zeros.
  private static let longestEntity = 12

  private static func named(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    switch String(decoding: name, as: UTF8.self) {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    default: nil
    }
  }

  /// Reads `#10` or `#xA`; nil if XML has no such character.
  private static func numbered(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let isHexadecimal = digits.first == UInt8(ascii: "x")
    let digits = isHexadecimal ? digits.dropFirst() : digits
    guard digits.allSatisfy({ isHexadecimal ? $0.hexadecimalValue != nil : $0.isDigit }),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(value), isAllowed(value)
    else { return nil }
    return scalar
  }

  /// Indicates whether XML 1.0 can hold a character of this number.
  static func isAllowed(_ value: UInt32) -> Bool {
    value >= 0x20 && value != 0xfffe && value != 0xffff || value == 0x09 || value == 0x0a || value == 0x0d
  }

  /// Returns a text as it is written between two tags.
  static func escaped(_ text: String) -> String {
    text.written {
      $0 == "&" ? "&amp;" : $0 == "<" ? "&lt;" : $0 == ">" ? "&gt;" : $0 == "\r" ? "&#13;" : nil
    }
  }
}

extension ArraySlice<UInt8> {
  func firstRange(of bytes: [UInt8]) -> Range<Int>? {
    guard count >= bytes.count else { return nil }
    for start in startIndex...(endIndex - bytes.count) where self[start...].starts(with: bytes) {
      return start..<(start + bytes.count)
    }
    return nil
  }
}

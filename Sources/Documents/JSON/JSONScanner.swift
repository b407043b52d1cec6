/// A scanner that goes over the bytes of a JSON text once, and writes its values on a tape.
///
/// Nothing here recurses: open objects and arrays are a stack that is as deep as a file may be.
struct JSONScanner: TapeScanner {
  static let code = "json-syntax"

  private(set) var tape: [JSONToken] = []
  var errors: [JSONSyntaxError] = []
  var position = 0
  /// The innermost open object or array; those around it wait in `outer`.
  private var open = Open(index: JSONToken.none, isObject: false, count: 0)
  private var outer: [Open] = []

  /// The most names and values. The largest theme that is served has a tenth less, and a value takes many times the
  /// memory of its bytes in a file.
  static let mostValues = 700_000

  private let deepest: Int
  private let lastComma: Problem.Severity

  private struct Open {
    let index: Int
    let isObject: Bool
    var count: Int
  }

  init(sizeHint: Int, deepest: Int = JSONReader.deepest, lastComma: Problem.Severity = .error) {
    (self.deepest, self.lastComma) = (deepest, lastComma)
    // Unused room takes no memory: a large list is mapped page by page as it fills.
    tape.reserveCapacity(sizeHint / 8 + 8)
    outer.reserveCapacity(deepest)
  }

  /// Scans the text. Returns whether it holds one value that could be read to its end.
  mutating func scan(_ bytes: Span<UInt8>) -> Bool {
    do throws(JSONSyntaxError) {
      skipByteOrderMark(bytes)
      try skipSpace(bytes)
      guard position < bytes.count else { throw error("The file is empty; it should hold a JSON value.") }
      try scanValue(bytes)
      while open.index != JSONToken.none { try step(bytes) }
      try skipSpace(bytes)
      if position < bytes.count {
        try note("There is more text after the end of the JSON value.", at: position, near: 0)
      }
      return true
    } catch {
      errors.append(error)
      return false
    }
  }

  var innermost: Int? { open.index == JSONToken.none ? nil : open.index }

  /// Scans the next item of the innermost open object or array, or its end.
  private mutating func step(_ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    try skipSpace(bytes)
    guard position < bytes.count else { throw endOfFile(bytes) }
    if bytes[position] == closing { return try close(bytes) }
    if open.count > 0 {
      if bytes[position] == UInt8(ascii: ",") {
        let comma = position
        position += 1
        try skipSpace(bytes)
        guard position < bytes.count else { throw endOfFile(bytes) }
        if bytes[position] == closing {
          try note("JSON has no comma after the last item; remove it.", at: comma, severity: lastComma)
          return try close(bytes)
        }
      } else if startsItem(bytes[position]) {
        try note("A comma is missing before this.", at: position)
      } else {
        throw unexpected(bytes, wanted: open.isObject ? "',' or '}'" : "',' or ']'")
      }
    }
    guard tape.count < Self.mostValues else {
      throw error(
        "There are more than \(Self.mostValues) names and values; reading stopped here.",
        code: "too-many-values")
    }
    if open.isObject { try scanName(bytes) }
    try scanValue(bytes)
  }

  private var closing: UInt8 { open.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

  private func startsItem(_ byte: UInt8) -> Bool {
    if byte == UInt8(ascii: "\"") { return true }
    guard !open.isObject else { return false }
    return byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "-")
      || byte.isDigit
  }

  private mutating func scanName(_ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    guard bytes[position] == UInt8(ascii: "\"") else {
      throw unexpected(bytes, wanted: "a name in double quotes")
    }
    let start = position
    let isEscaped = try scanString(bytes)
    let end = position - 1
    let hash = JSONNames.smallHash(bytes, from: start + 1, to: end)
    add(isEscaped ? .escapedString : .string, start, end, order: hash, isName: true)
    try skipSpace(bytes)
    guard position < bytes.count else { throw endOfFile(bytes) }
    if bytes[position] == UInt8(ascii: ":") {
      position += 1
      try skipSpace(bytes)
      guard position < bytes.count else { throw endOfFile(bytes) }
    } else {
      throw unexpected(bytes, wanted: "':' after the name")
    }
  }

  private mutating func scanValue(_ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "\""):
      let isEscaped = try scanString(bytes)
      add(isEscaped ? .escapedString : .string, start, position - 1, order: open.count)
    case UInt8(ascii: "{"): return try begin(isObject: true)
    case UInt8(ascii: "["): return try begin(isObject: false)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try scanNumber(bytes)
      add(.number, start, position, order: open.count)
    case UInt8(ascii: "t"): try scanWord("true", .bool, bytes)
    case UInt8(ascii: "f"): try scanWord("false", .bool, bytes)
    case UInt8(ascii: "n"): try scanWord("null", .null, bytes)
    default: throw unexpected(bytes, wanted: "a value")
    }
    open.count += 1
  }

  private mutating func add(
    _ shape: JSONToken.Shape, _ start: Int, _ end: Int, order: Int, isName: Bool = false
  ) {
    // Twice as long it would be several times the document.
    if tape.count == tape.capacity { tape.reserveCapacity(tape.count + tape.count / 4) }
    tape.append(
      JSONToken(shape, start: start, boundary: end, parent: open.index, order: order, isName: isName))
  }

  private mutating func scanWord(
    _ word: StaticString, _ shape: JSONToken.Shape, _ bytes: Span<UInt8>
  ) throws(JSONSyntaxError) {
    let start = position
    let letters = word.description.utf8
    guard start + letters.count <= bytes.count,
      zip(letters, start...).allSatisfy({ bytes[$1] == $0 }),
      start + letters.count == bytes.count || !isBareByte(bytes[start + letters.count])
    else { throw unexpected(bytes, wanted: "a value") }
    position += letters.count
    add(shape, start, position, order: open.count)
  }

  private mutating func begin(isObject: Bool) throws(JSONSyntaxError) {
    let depth = outer.count + (open.index == JSONToken.none ? 0 : 1)
    guard depth < deepest else {
      throw error(
        "This is nested deeper than \(deepest) levels.", code: "too-deep")
    }
    let index = tape.count
    add(isObject ? .object : .array, position, 0, order: open.count)
    open.count += 1
    if open.index != JSONToken.none { outer.append(open) }
    open = Open(index: index, isObject: isObject, count: 0)
    position += 1
  }

  private mutating func close(_ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    position += 1
    let index = open.index
    tape[index] = tape[index].closed(at: tape.count)
    if open.isObject, open.count > 1 {
      for key in JSONNames.repeated(in: tape, object: index, count: open.count, bytes) {
        let name = JSONNames.quoted(tape[key], bytes)
        try note(
          "The name \(name) stands twice in this object; keep one of them.", at: tape[key].start, near: key,
          code: "duplicate-key")
      }
    }
    open = outer.popLast() ?? Open(index: JSONToken.none, isObject: false, count: 1)
  }

  private func endOfFile(_ bytes: Span<UInt8>) -> JSONSyntaxError {
    let start = tape[open.index].start
    var line = 1
    for offset in 0..<start where bytes[offset] == UInt8(ascii: "\n") { line += 1 }
    let what = open.isObject ? "object" : "array"
    return error("The file ends inside the \(what) that begins in line \(line).", at: bytes.count)
  }
}

/// Goes over the bytes of an XML property list once, from the first to the last, writing its values on the tape that
/// JSON is read to.
///
/// Nothing here recurses, and no entity stands for more than a character: a document type with rules of its own is
/// refused.
struct PropertyListScanner {
  package private(set) var tape: [JSONToken] = []
  private(set) var errors: [JSONSyntaxError] = []
  package let bytes: [UInt8]
  package var position = 0
  /// The dicts and arrays around this place, the innermost last.
  private var open: [OpenElement] = []

  /// More errors than anybody reads: reading stops.
  private static let mostErrors = 1000

  private struct OpenElement {
    let index: Int
    let isDict: Bool
    var count = 0
    var hasKey = false
    var keys: Set<[UInt8]> = []
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tape.reserveCapacity(bytes.count / 20 + 8)
  }

  /// Indicates whether the text holds one value that could be read to its end.
  mutating func scan() -> Bool {
    do throws(JSONSyntaxError) {
      try skipProlog()
      try scanValue(try nextTag(wanted: "a value"))
      while !open.isEmpty { try step() }
      let end = try nextTag(wanted: "'</plist>'")
      guard end.isNamed("plist"), end.form == .closing else { throw unexpected(end, wanted: "'</plist>'") }
      try skipBetweenTags()
      if position < bytes.count { try note("There is more text after '</plist>'.", at: position) }
      return true
    } catch {
      errors.append(error)
      return false
    }
  }

  // MARK: Values

  /// The next key or value of the innermost dict or array, or its end.
  private mutating func step() throws(JSONSyntaxError) {
    let inner = open[open.count - 1]
    let wanted = inner.isDict ? inner.hasKey ? "a value" : "'<key>' or '</dict>'" : "a value or '</array>'"
    let tag = try nextTag(wanted: wanted)
    switch tag.form {
    case .closing:
      guard tag.isNamed(inner.isDict ? "dict" : "array"), !inner.hasKey else {
        throw unexpected(tag, wanted: wanted)
      }
      close()
    case .opening, .empty:
      guard inner.isDict, !inner.hasKey else { return try scanValue(tag) }
      guard tag.isNamed("key") else { throw unexpected(tag, wanted: wanted) }
      try scanKey(tag)
    }
  }

  private mutating func scanKey(_ tag: MarkupTag) throws(JSONSyntaxError) {
    let content = try content(of: tag)
    let index = tape.count
    add(.markup, content, isName: true)
    let inner = open.count - 1
    open[inner].hasKey = true
    guard !open[inner].keys.insert(MarkupText.decoded(bytes[content])).inserted else { return }
    let name = Quoted.name(String(decoding: MarkupText.decoded(bytes[content]), as: UTF8.self))
    try note(
      "The key \(name) stands twice in this dict; keep one of them.", at: content.lowerBound, near: index,
      code: "duplicate-key")
  }

  private mutating func scanValue(_ tag: MarkupTag) throws(JSONSyntaxError) {
    guard tag.form != .closing else { throw unexpected(tag, wanted: "a value") }
    switch tag.name {
    case "dict": return try begin(tag, isDict: true)
    case "array": return try begin(tag, isDict: false)
    case "string": add(.markup, try content(of: tag))
    case "integer", "real": try scanNumber(tag)
    case "true", "false": try scanTruth(tag)
    case "date", "data":
      let content = try content(of: tag)
      add(.markup, content)
      try note(
        "A theme has no values of the kind '\(tag.name)'; the text is kept.", at: content.lowerBound,
        code: "kept-value", severity: .warning)
    default: throw unexpected(tag, wanted: "a value")
    }
    endValue()
  }

  private mutating func scanNumber(_ tag: MarkupTag) throws(JSONSyntaxError) {
    var content = try content(of: tag)[...]
    while let last = content.last, bytes[last] <= 0x20 { content = content.dropLast() }
    content = content.drop { bytes[$0] <= 0x20 }
    guard Self.isNumber(bytes[content.startIndex..<content.endIndex], isWhole: tag.isNamed("integer")) else {
      throw error("This is not a number; \(tag.name) has decimal digits.", at: content.startIndex)
    }
    add(.number, content.startIndex..<content.endIndex)
  }

  /// A sign, digits, and for what need not be whole a fraction and an exponent.
  private static func isNumber(_ text: ArraySlice<UInt8>, isWhole: Bool) -> Bool {
    var rest = text
    func takeSign() { if let sign = rest.first, "+-".utf8.contains(sign) { rest = rest.dropFirst() } }
    func takeDigits() -> Bool {
      let digits = rest.prefix(while: \.isDigit)
      rest = rest.dropFirst(digits.count)
      return !digits.isEmpty
    }
    takeSign()
    guard takeDigits() else { return false }
    if !isWhole, rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard takeDigits() else { return false }
    }
    if !isWhole, let letter = rest.first, letter.asciiLowercased == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      takeSign()
      guard takeDigits() else { return false }
    }
    return rest.isEmpty
  }

  /// The tape wants the place of the word, whose first letter says which it is.
  private mutating func scanTruth(_ tag: MarkupTag) throws(JSONSyntaxError) {
    let content = try content(of: tag)
    guard content.isEmpty else { throw error("'\(tag.name)' holds nothing: write '<\(tag.name)/>'.") }
    add(.bool, (tag.start + 1)..<(tag.start + 1 + tag.name.utf8.count))
  }

  // MARK: The tape

  private mutating func add(_ shape: JSONToken.Shape, _ range: Range<Int>, isName: Bool = false) {
    let (parent, order) = open.last.map { ($0.index, $0.count) } ?? (JSONToken.none, 0)
    tape.append(
      JSONToken(
        shape, start: range.lowerBound, boundary: range.upperBound, parent: parent, order: order,
        isName: isName))
  }

  private mutating func endValue() {
    guard !open.isEmpty else { return }
    open[open.count - 1].count += 1
    open[open.count - 1].hasKey = false
  }

  private mutating func begin(_ tag: MarkupTag, isDict: Bool) throws(JSONSyntaxError) {
    guard open.count < JSONReader.deepest else {
      throw error(
        "This is nested deeper than \(JSONReader.deepest) levels.", at: tag.start, code: "too-deep")
    }
    let index = tape.count
    add(isDict ? .object : .array, tag.start..<tag.start)
    endValue()
    open.append(OpenElement(index: index, isDict: isDict))
    if tag.form == .empty { close() }
  }

  private mutating func close() {
    guard let inner = open.popLast() else { return }
    tape[inner.index] = tape[inner.index].closed(at: tape.count)
  }

  // MARK: Slips

  /// Writes down a slip after which reading goes on.
  package mutating func note(
    _ message: String, at offset: Int, near: Int? = nil, code: String = "xml-syntax",
    severity: Problem.Severity = .error
  ) throws(JSONSyntaxError) {
    guard errors.count < Self.mostErrors else {
      throw error("There are more than \(Self.mostErrors) problems; reading stopped here.")
    }
    errors.append(
      JSONSyntaxError(
        code: code, offset: offset, near: near ?? (tape.isEmpty ? nil : tape.count - 1), message: message,
        severity: severity))
  }

  /// A slip at which reading stops.
  package func error(_ message: String, at offset: Int? = nil, code: String = "xml-syntax") -> JSONSyntaxError
  {
    JSONSyntaxError(code: code, offset: offset ?? position, near: open.last?.index, message: message)
  }

  func unexpected(_ tag: MarkupTag, wanted: String) -> JSONSyntaxError {
    error("\(Quoted.name(tag.text)) can't stand here; \(wanted) should.", at: tag.start)
  }
}

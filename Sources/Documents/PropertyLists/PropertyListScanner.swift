/// A scanner that goes over the bytes of an XML property list once, and writes its values on a tape as JSON's does.
///
/// Nothing here recurses, and no entity stands for more than a character: a document type with rules of its own is
/// refused.
struct PropertyListScanner: TapeScanner {
  static let code = "xml-syntax"

  private(set) var tape: [JSONToken] = []
  var errors: [JSONSyntaxError] = []
  private(set) var position = 0
  private let bytes: [UInt8]
  /// The dicts and arrays around this place, the innermost last.
  private var open: [OpenElement] = []

  private struct OpenElement {
    let index: Int
    let isDict: Bool
    var count = 0
    var hasKey = false
    var keys: Set<[UInt8]> = []
  }

  /// One tag: `<dict>`, `</dict>` or `<dict/>`.
  private struct Tag {
    enum Form {
      case opening, closing, empty
    }

    let name: String
    let form: Form
    /// The offset of its `<`.
    let start: Int

    var text: String { "<\(form == .closing ? "/" : "")\(name)\(form == .empty ? "/" : "")>" }
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tape.reserveCapacity(bytes.count / 20 + 8)
  }

  var innermost: Int? { open.last?.index }

  /// Scans the text. Returns whether it holds one value that could be read to its end.
  mutating func scan() -> Bool {
    do throws(JSONSyntaxError) {
      try skipProlog()
      try scanValue(try nextTag(wanted: "a value"))
      while !open.isEmpty { try step() }
      try passTag("plist", .closing)
      try skipBetweenTags()
      if position < bytes.count {
        try note("There is more text after '</plist>'.", at: position, near: tape.count - 1)
      }
      return true
    } catch {
      errors.append(error)
      return false
    }
  }

  /// Scans the next key or value of the innermost dict or array, or its end.
  private mutating func step() throws(JSONSyntaxError) {
    let inner = open[open.count - 1]
    let wanted = inner.isDict ? inner.hasKey ? "a value" : "'<key>' or '</dict>'" : "a value or '</array>'"
    let tag = try nextTag(wanted: wanted)
    if tag.form == .closing {
      guard tag.name == (inner.isDict ? "dict" : "array"), !inner.hasKey else {
        throw unexpected(tag, wanted: wanted)
      }
      close()
    } else if inner.isDict, !inner.hasKey {
      guard tag.name == "key" else { throw unexpected(tag, wanted: wanted) }
      try scanKey(tag)
    } else {
      try scanValue(tag)
    }
  }

  private mutating func scanKey(_ tag: Tag) throws(JSONSyntaxError) {
    let content = try content(of: tag)
    let index = tape.count
    add(.markup, content, isName: true)
    open[open.count - 1].hasKey = true
    let key = MarkupText.decoded(bytes[content])
    guard !open[open.count - 1].keys.insert(key).inserted else { return }
    try note(
      "The key \(Quoted.name(String(decoding: key, as: UTF8.self))) stands twice in this dict; keep one of them.",
      at: content.lowerBound, near: index, code: "duplicate-key")
  }

  private mutating func scanValue(_ tag: Tag) throws(JSONSyntaxError) {
    guard tag.form != .closing else { throw unexpected(tag, wanted: "a value") }
    switch tag.name {
    case "dict": return try begin(tag, isDict: true)
    case "array": return try begin(tag, isDict: false)
    case "string": add(.markup, try content(of: tag))
    case "integer", "real": try scanNumber(tag)
    case "true", "false":
      let content = try content(of: tag)
      guard content.isEmpty else { throw error("'\(tag.name)' holds nothing: write '<\(tag.name)/>'.") }
      // The first letter of the word at this place determines the kind.
      add(.bool, (tag.start + 1)..<(tag.start + 1 + tag.name.utf8.count))
    case "date", "data":
      let content = try content(of: tag)
      add(.markup, content)
      try note(
        "A theme has no values of the kind '\(tag.name)'; the text is kept.", at: content.lowerBound,
        near: tape.count - 1, code: "kept-value", severity: .warning)
    default: throw unexpected(tag, wanted: "a value")
    }
    endValue()
  }

  private mutating func scanNumber(_ tag: Tag) throws(JSONSyntaxError) {
    var content = bytes[try content(of: tag)]
    while let last = content.last, last <= 0x20 { content = content.dropLast() }
    content = content.drop { $0 <= 0x20 }
    guard Self.isNumber(content, isWhole: tag.name == "integer") else {
      throw error("This is not a number; \(tag.name) has decimal digits.", at: content.startIndex)
    }
    add(.number, content.indices)
  }

  /// Indicates whether a text is a sign and digits and, if it need not be whole, a fraction and an exponent.
  private static func isNumber(_ text: ArraySlice<UInt8>, isWhole: Bool) -> Bool {
    var rest = text
    func take(_ bytes: String) -> Bool {
      guard let first = rest.first, bytes.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    func takeDigits() -> Bool {
      let digits = rest.prefix(while: \.isDigit)
      rest = rest.dropFirst(digits.count)
      return !digits.isEmpty
    }
    _ = take("+-")
    guard takeDigits() else { return false }
    if !isWhole, take("."), !takeDigits() { return false }
    if !isWhole, take("eE") {
      _ = take("+-")
      guard takeDigits() else { return false }
    }
    return rest.isEmpty
  }

  private mutating func add(_ shape: JSONToken.Shape, _ range: Range<Int>, isName: Bool = false) {
    tape.append(
      JSONToken(
        shape, start: range.lowerBound, boundary: range.upperBound, parent: innermost ?? JSONToken.none,
        order: open.last?.count ?? 0, isName: isName))
  }

  private mutating func endValue() {
    guard !open.isEmpty else { return }
    open[open.count - 1].count += 1
    open[open.count - 1].hasKey = false
  }

  private mutating func begin(_ tag: Tag, isDict: Bool) throws(JSONSyntaxError) {
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

  /// Goes on to the first tag inside `<plist>`.
  private mutating func skipProlog() throws(JSONSyntaxError) {
    try checkCharacters()
    if UTF8Validation.hasByteOrderMark(bytes.span) { position = UTF8Validation.byteOrderMarkLength }
    try skipBetweenTags()
    if bytes[position...].starts(with: "<!DOCTYPE".utf8) {
      try skipDocumentType()
      try skipBetweenTags()
    }
    guard position < bytes.count else { throw error("The file is empty; it should hold a property list.") }
    try passTag("plist", .opening)
  }

  private mutating func passTag(_ name: String, _ form: Tag.Form) throws(JSONSyntaxError) {
    let wanted = form == .closing ? "'</\(name)>'" : "'<\(name)>'"
    let tag = try nextTag(wanted: wanted, takingAttributes: form == .opening)
    guard tag.name == name, tag.form == form else { throw unexpected(tag, wanted: wanted) }
  }

  /// Refuses bytes that can't be in a document of XML.
  private func checkCharacters() throws(JSONSyntaxError) {
    if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      throw error("This is in UTF-16; save it as UTF-8.", at: 0, code: "invalid-utf8")
    }
    if let slip = UTF8Validation.firstSlip(in: bytes.span, 0..<bytes.count) {
      throw error(UTF8Validation.complaint(about: bytes[slip]), at: slip, code: "invalid-utf8")
    }
    if let control = bytes.firstIndex(where: { !MarkupText.isAllowed(UInt32($0)) }) {
      throw error("XML can't hold this control character.", at: control)
    }
  }

  /// Skips `<!DOCTYPE plist PUBLIC "…" "…">`. Its addresses are never fetched.
  private mutating func skipDocumentType() throws(JSONSyntaxError) {
    let type = bytes[position...].prefix { $0 != UInt8(ascii: ">") }
    if let bracket = type.firstIndex(of: UInt8(ascii: "[")) {
      throw error(
        "A document type with rules of its own is not read; remove what stands in brackets.", at: bracket)
    }
    guard type.endIndex < bytes.count else { throw error("This has no '>' at its end.") }
    position = type.endIndex + 1
  }

  /// Skips white space, comments and instructions.
  private mutating func skipBetweenTags() throws(JSONSyntaxError) {
    while position < bytes.count {
      let rest = bytes[position...]
      if bytes[position] <= 0x20 {
        position += 1
      } else if rest.starts(with: MarkupText.comment) {
        try skip(to: MarkupText.commentEnd, after: MarkupText.comment.count)
      } else if rest.starts(with: "<?".utf8) {
        try skip(to: Array("?>".utf8), after: 2)
      } else {
        return
      }
    }
  }

  private mutating func skip(to end: [UInt8], after length: Int) throws(JSONSyntaxError) {
    let start = position
    guard let range = bytes[min(bytes.count, position + length)...].firstRange(of: end) else {
      position = bytes.count
      throw error("This has no '\(String(decoding: end, as: UTF8.self))' at its end.", at: start)
    }
    position = range.upperBound
  }

  /// Returns the next tag, with nothing but white space and comments before it.
  private mutating func nextTag(
    wanted: String, takingAttributes: Bool = false
  ) throws(JSONSyntaxError) -> Tag {
    try skipBetweenTags()
    guard position < bytes.count else { throw error("The file ends where \(wanted) should stand.") }
    let start = position
    guard bytes[start] == UInt8(ascii: "<") else {
      throw error("There is text where \(wanted) should stand.")
    }
    let isClosing = bytes[(start + 1)...].first == UInt8(ascii: "/")
    let name = bytes[(start + (isClosing ? 2 : 1))...].prefix { $0.isAlphanumeric }
    let tail = bytes[name.endIndex...].prefix { $0 != UInt8(ascii: ">") }
    position = tail.endIndex
    guard position < bytes.count else { throw error("This tag has no '>' at its end.", at: start) }
    position += 1
    let isEmpty = tail.last == UInt8(ascii: "/")
    let attributes = (isEmpty ? tail.dropLast() : tail).drop { $0 <= 0x20 }
    guard attributes.isEmpty || takingAttributes else {
      throw error("In a property list this tag takes no attributes.", at: attributes.startIndex)
    }
    return Tag(
      name: String(decoding: name, as: UTF8.self), form: isClosing ? .closing : isEmpty ? .empty : .opening,
      start: start)
  }

  /// Returns the range of the text between an opening tag and its closing one.
  private mutating func content(of tag: Tag) throws(JSONSyntaxError) -> Range<Int> {
    guard tag.form == .opening else { return position..<position }
    let start = position
    while position < bytes.count {
      let rest = bytes[position...]
      if bytes[position] == UInt8(ascii: "&") {
        guard let entity = MarkupText.entity(in: rest) else {
          throw error("This is no entity of XML; an '&' alone is written '&amp;'.")
        }
        position += entity.length
      } else if rest.starts(with: MarkupText.section) {
        try skip(to: MarkupText.sectionEnd, after: MarkupText.section.count)
      } else if rest.starts(with: MarkupText.comment) {
        try skip(to: MarkupText.commentEnd, after: MarkupText.comment.count)
      } else if bytes[position] == UInt8(ascii: "<") {
        break
      } else {
        position += 1
      }
    }
    let range = start..<position
    try passTag(tag.name, .closing)
    return range
  }

  private func unexpected(_ tag: Tag, wanted: String) -> JSONSyntaxError {
    error("\(Quoted.name(tag.text)) can't stand here; \(wanted) should.", at: tag.start)
  }
}

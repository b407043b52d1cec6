/// The text of a file with the flat list of its values, JSON or a property list. All nodes of the file share it.
///
/// The accessors that readers of other modules call in loops are inlinable: a start with thousands of themes depends on
/// them.
@usableFromInline package final class JSONDocument: Sendable {
  package let text: SourceText
  package let bytes: [UInt8]
  @usableFromInline package let tape: [JSONToken]

  /// The length of the longest pointer. A longer one, which no person writes, becomes that of the nearest ancestor.
  private static let longestPointer = 1024

  init(text: SourceText, tape: [JSONToken]) {
    self.text = text
    bytes = text.file.bytes
    self.tape = tape
  }

  /// Returns the tape index after a value and everything in it.
  @inlinable package func end(of index: Int) -> Int { tape[index].isContainer ? tape[index].end : index + 1 }

  /// Returns the byte offset at which a value or a name begins. A name in JSON5 has no quote in the file: it begins after the
  /// one that was put before it.
  func start(of index: Int) -> Int {
    tape[index].start + (tape[index].isName && JSON5.isNamed(text.file.name) ? 1 : 0)
  }

  /// Returns the bytes of a string between its quotes, or of a number.
  package func content(at index: Int) -> ArraySlice<UInt8> {
    let token = tape[index]
    switch token.shape {
    case .string, .escapedString: return bytes[(token.start + 1)..<token.end]
    default: return bytes[token.start..<token.end]
    }
  }

  package func text(at index: Int) -> String { String(decoding: content(at: index), as: UTF8.self) }

  package func string(at index: Int) -> String {
    switch tape[index].shape {
    case .escapedString: String(decoding: JSONEscapes.decoded(content(at: index)), as: UTF8.self)
    case .markup: String(decoding: MarkupText.decoded(content(at: index)), as: UTF8.self)
    default: text(at: index)
    }
  }

  package func string(at index: Int, equals other: String) -> Bool {
    let content = content(at: index)
    switch tape[index].shape {
    case .escapedString: return JSONEscapes.decoded(content).elementsEqual(other.utf8)
    case .markup: return MarkupText.decoded(content).elementsEqual(other.utf8)
    default: return content.count == other.utf8.count && content.elementsEqual(other.utf8)
    }
  }

  /// Returns the errors of the scanner as problems with their places.
  func problems(_ errors: [JSONSyntaxError]) -> [Problem] {
    errors.map { error in
      text.problem(
        error.severity, code: error.code, at: error.offset, pointer: error.near.map(pointer) ?? "",
        Message(error.message))
    }
  }

  /// Returns the RFC 6901 pointer of a value; a member's name has that of its value.
  func pointer(to index: Int) -> String {
    var steps: [Int] = []
    var index = index
    while index != JSONToken.none {
      steps.append(index)
      index = tape[index].parent
    }
    var pointer = ""
    for step in steps.reversed().dropFirst() {
      let next = pointer + "/" + segment(of: step)
      if next.utf8.count > Self.longestPointer { break }
      pointer = next
    }
    return pointer
  }

  private func segment(of index: Int) -> String {
    let parent = tape[tape[index].parent]
    guard parent.kind == .object else { return String(tape[index].ordinal) }
    let key = tape[index].isName ? index : index - 1
    guard content(at: key).count <= Self.longestPointer * 2 else { return text(at: key) }
    return TokenPointer.escaped(string(at: key))
  }
}

/// One value of a JSON document, with its place.
@usableFromInline package struct JSONNode: Sendable {
  @usableFromInline package enum Kind: Sendable, Hashable {
    case object, array, string, number, bool, null
  }

  @usableFromInline package let document: JSONDocument
  /// Themes keep thousands of nodes while they are read.
  @usableFromInline let tapeIndex: Int32

  @inlinable package init(document: JSONDocument, index: Int) {
    (self.document, tapeIndex) = (document, Int32(index))
  }

  @inlinable package var index: Int { Int(tapeIndex) }
  @inlinable package var kind: Kind { document.tape[index].kind }

  /// The text of a string, escapes decoded; nil for other kinds.
  package var string: String? { kind == .string ? document.string(at: index) : nil }

  /// A number's nearest double; nil for other kinds and for numbers that are too large.
  package var number: Double? {
    guard kind == .number, let value = Double(document.text(at: index)), value.isFinite else { return nil }
    return value
  }

  /// A whole number that an `Int` can hold, also written as `3.0` or `3e2`.
  package var integer: Int? { number.flatMap { Int(exactly: $0) } }

  package var bool: Bool? {
    guard kind == .bool else { return nil }
    return document.bytes[document.tape[index].start] == UInt8(ascii: "t")
  }

  package var isNull: Bool { kind == .null }

  /// The items of an array; nothing for other kinds.
  @inlinable package var items: Items {
    Items(document: document, at: index + 1, end: kind == .array ? end : index + 1)
  }

  /// The members of an object in file order; nothing for other kinds.
  @inlinable package var members: Members {
    Members(document: document, at: index + 1, end: kind == .object ? end : index + 1)
  }

  /// The number of items or members; 0 for other kinds.
  package var count: Int {
    guard document.tape[index].isContainer else { return 0 }
    var (count, at) = (0, index + 1)
    while at < end {
      at = document.end(of: kind == .object ? at + 1 : at)
      count += 1
    }
    return count
  }

  /// The value of a member; nil if there is none of this name, or if this is no object.
  package subscript(name: String) -> JSONNode? {
    members.first { $0.isNamed(name) }?.value
  }

  package var place: SourceLocation { SourceAnchor(self).place }

  /// The position where the value begins, without the pointer, which takes long to find.
  package var position: TextPosition { document.text.position(of: document.start(of: index)) }

  /// A problem with this value, shown with its line.
  package func problem(
    _ severity: Problem.Severity = .error, code: String, _ message: Message
  ) -> Problem {
    SourceAnchor(self).problem(severity, code: code, message)
  }

  @inlinable package var end: Int { document.end(of: index) }

  @usableFromInline package struct Member: Sendable {
    /// The name's own node, for places.
    @usableFromInline package let key: JSONNode
    @usableFromInline package let value: JSONNode

    @inlinable init(key: JSONNode, value: JSONNode) { (self.key, self.value) = (key, value) }

    package var name: String { key.document.string(at: key.index) }

    /// Returns whether the name is this one; quicker than comparing `name`.
    package func isNamed(_ name: String) -> Bool { key.document.string(at: key.index, equals: name) }
  }

  @usableFromInline package struct Items: Sequence, IteratorProtocol, Sendable {
    @usableFromInline let document: JSONDocument
    @usableFromInline var at: Int
    @usableFromInline let end: Int

    @inlinable init(document: JSONDocument, at: Int, end: Int) {
      (self.document, self.at, self.end) = (document, at, end)
    }

    @inlinable package mutating func next() -> JSONNode? {
      guard at < end else { return nil }
      defer { at = document.end(of: at) }
      return JSONNode(document: document, index: at)
    }
  }

  @usableFromInline package struct Members: Sequence, IteratorProtocol, Sendable {
    @usableFromInline let document: JSONDocument
    @usableFromInline var at: Int
    @usableFromInline let end: Int

    @inlinable init(document: JSONDocument, at: Int, end: Int) {
      (self.document, self.at, self.end) = (document, at, end)
    }

    package var isEmpty: Bool { at >= end }

    @inlinable package mutating func next() -> Member? {
      guard at < end else { return nil }
      let key = JSONNode(document: document, index: at)
      let value = JSONNode(document: document, index: at + 1)
      at = value.end
      return Member(key: key, value: value)
    }
  }
}

/// One value or member name on the tape of a document, in file order; it has sixteen bytes.
@usableFromInline package struct JSONToken: Sendable {
  /// The byte offset in the low 28 bits, then a bit for a member's name, the shape in the high three.
  @usableFromInline let startAndShape: UInt32
  /// The tape index after the last descendant of an object or array, otherwise the byte offset after the text (for a
  /// string: of its closing quote).
  @usableFromInline let boundary: UInt32
  private let parentIndex: UInt32
  /// The position among its siblings; of a member's name, a small hash of its bytes.
  private let order: UInt32

  @usableFromInline enum Shape: UInt32, Sendable {
    case object, array, string, escapedString, number, bool, null
    /// Text between two tags of XML, with its entities.
    case markup
  }

  static let none = Int(UInt32.max)

  init(_ shape: Shape, start: Int, boundary: Int, parent: Int, order: Int, isName: Bool = false) {
    startAndShape = UInt32(truncatingIfNeeded: start) | shape.rawValue << 29 | (isName ? 1 << 28 : 0)
    self.boundary = UInt32(truncatingIfNeeded: boundary)
    parentIndex = UInt32(truncatingIfNeeded: parent)
    self.order = UInt32(truncatingIfNeeded: order)
  }

  @inlinable package var start: Int { Int(startAndShape & 0x0fff_ffff) }
  @inlinable package var end: Int { Int(boundary) }
  var parent: Int { Int(parentIndex) }
  var ordinal: Int { Int(order) }
  var isName: Bool { startAndShape & 1 << 28 != 0 }
  @inlinable var shape: Shape { Shape(rawValue: startAndShape >> 29) ?? .null }
  @inlinable package var isContainer: Bool { startAndShape >> 29 < Shape.string.rawValue }

  @inlinable package var kind: JSONNode.Kind {
    switch shape {
    case .object: .object
    case .array: .array
    case .string, .escapedString, .markup: .string
    case .number: .number
    case .bool: .bool
    case .null: .null
    }
  }

  func closed(at boundary: Int) -> JSONToken {
    JSONToken(shape, start: start, boundary: boundary, parent: parent, order: ordinal)
  }
}

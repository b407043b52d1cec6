/// One value of a JSON document that was read, with the place where it stands.
package struct JSONNode: Sendable {
  package enum Kind: Sendable, Hashable {
    case object, array, string, number, bool, null
  }

  package let document: JSONDocument
  /// Themes keep nodes by the thousand while they are read.
  private let tapeIndex: Int32

  package init(document: JSONDocument, index: Int) {
    self.document = document
    tapeIndex = Int32(index)
  }

  package var index: Int { Int(tapeIndex) }

  package var kind: Kind { document.tape[index].kind }

  /// The text of a string, escapes decoded; nil for other kinds.
  package var string: String? { kind == .string ? document.string(at: index) : nil }

  /// A number's nearest double; nil for other kinds and for what is too large to be finite.
  package var number: Double? {
    guard kind == .number, let value = Double(document.text(at: index)), value.isFinite else { return nil }
    return value
  }

  /// A whole number that an `Int` holds exactly, also written as `3.0` or `3e2`.
  package var integer: Int? { number.flatMap { Int(exactly: $0) } }

  package var bool: Bool? {
    guard kind == .bool else { return nil }
    return document.bytes[document.tape[index].start] == UInt8(ascii: "t")
  }

  package var isNull: Bool { kind == .null }

  /// The items of an array; nothing for other kinds.
  package var items: Items { Items(document: document, at: index + 1, end: kind == .array ? end : index + 1) }

  /// The members of an object in file order; nothing for other kinds.
  package var members: Members {
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

  /// The value of a member; nil when there is none of this name, or this is no object.
  package subscript(name: String) -> JSONNode? {
    for member in members where member.isNamed(name) { return member.value }
    return nil
  }

  /// The place where the value begins.
  package var place: SourceLocation { document.place(of: index) }

  /// The position where the value begins, without the pointer, which takes long to find.
  package var position: TextPosition { document.text.position(of: document.tape[index].start) }

  /// A problem with this value, shown with its line.
  package func problem(
    _ severity: Problem.Severity = .error, code: String, _ message: Message
  ) -> Problem {
    document.problem(severity, code: code, at: index, message)
  }

  package var end: Int { document.end(of: index) }

  package struct Member: Sendable {
    /// The name's own node, for places.
    package let key: JSONNode
    package let value: JSONNode

    package var name: String { key.document.string(at: key.index) }

    /// Returns whether the name is this one; quicker than comparing `name`.
    package func isNamed(_ name: String) -> Bool { key.document.string(at: key.index, equals: name) }
  }

  package struct Items: Sequence, IteratorProtocol, Sendable {
    let document: JSONDocument
    var at: Int
    let end: Int

    package mutating func next() -> JSONNode? {
      guard at < end else { return nil }
      defer { at = document.end(of: at) }
      return JSONNode(document: document, index: at)
    }
  }

  package struct Members: Sequence, IteratorProtocol, Sendable {
    let document: JSONDocument
    var at: Int
    let end: Int

    package var isEmpty: Bool { at >= end }

    package mutating func next() -> Member? {
      guard at < end else { return nil }
      let key = JSONNode(document: document, index: at)
      let value = JSONNode(document: document, index: at + 1)
      at = value.end
      return Member(key: key, value: value)
    }
  }
}

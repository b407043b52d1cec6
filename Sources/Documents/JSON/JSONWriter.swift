/// A writer of JSON text that adds commas, indentation and escapes.
///
///     var json = JSONWriter()
///     json.object {
///       $0.member("name", "accent")
///       $0.member("values") { $0.array { $0.number(1) } }
///     }
package struct JSONWriter: Sendable {
  package enum Style: Sendable, Hashable {
    case compact
    /// Two spaces for each level, a line for each item, and a newline at the end.
    case pretty
  }

  package private(set) var bytes: [UInt8] = []
  private let style: Style
  private var depth = 0
  /// Indicates whether the next item is the container's first, and needs no comma.
  private var isFirst = true
  private var followsName = false
  /// The names of the members to write at one depth; nil for all.
  private var chosen: (depth: Int, names: Set<String>)?

  package init(_ style: Style = .compact) { self.style = style }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package consuming func finished() -> [UInt8] {
    if style == .pretty { bytes.append(UInt8(ascii: "\n")) }
    return bytes
  }

  package mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
    try container(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
  }

  /// Writes an object with only the members of these names; nil for all.
  package mutating func object(
    only names: Set<String>?, _ members: (inout JSONWriter) throws -> Void
  ) rethrows {
    chosen = names.map { (depth + 1, $0) }
    defer { chosen = nil }
    try object(members)
  }

  private func isWanted(_ name: String) -> Bool {
    guard let chosen, chosen.depth == depth else { return true }
    return chosen.names.contains(name)
  }

  package mutating func array(_ items: (inout JSONWriter) throws -> Void) rethrows {
    try container(UInt8(ascii: "["), UInt8(ascii: "]"), items)
  }

  package mutating func string(_ value: String) {
    startItem()
    quote(value)
  }

  package mutating func number(_ value: some BinaryInteger) {
    startItem()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Writes the shortest digits that read back as the same number, integers without `.0`; `null` for a number that is
  /// not finite.
  package mutating func number(_ value: Double) {
    startItem()
    bytes.append(contentsOf: Self.shortest(value).utf8)
  }

  package mutating func bool(_ value: Bool) {
    startItem()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  package mutating func null() {
    startItem()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes text that is JSON already.
  package mutating func raw(_ json: some Sequence<UInt8>) {
    startItem()
    bytes.append(contentsOf: json)
  }

  /// Writes a member's name; exactly one value must follow.
  package mutating func name(_ name: String) {
    startItem()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    if style == .pretty { bytes.append(UInt8(ascii: " ")) }
    followsName = true
  }

  package mutating func member(_ name: String, _ value: (inout JSONWriter) throws -> Void) rethrows {
    guard isWanted(name) else { return }
    self.name(name)
    try value(&self)
  }

  package mutating func object(_ name: String, _ members: (inout JSONWriter) throws -> Void) rethrows {
    try member(name) { try $0.object(members) }
  }

  package mutating func array(_ name: String, _ items: (inout JSONWriter) throws -> Void) rethrows {
    try member(name) { try $0.array(items) }
  }

  /// Writes a member that is an array with one object for each item. Inlinable, to be specialized for the items.
  @inlinable
  package mutating func objects<Item>(
    _ name: String, for items: [Item], _ members: (inout JSONWriter, Item) -> Void
  ) {
    array(name) { json in for item in items { json.object { members(&$0, item) } } }
  }

  package mutating func member(_ name: String, _ value: String) { member(name) { $0.string(value) } }
  package mutating func member(_ name: String, _ value: some BinaryInteger) {
    member(name) { $0.number(value) }
  }
  package mutating func member(_ name: String, _ value: Double) { member(name) { $0.number(value) } }
  package mutating func member(_ name: String, _ value: Bool) { member(name) { $0.bool(value) } }

  /// Returns a number as it is written in JSON and in all responses: `3`, `0.25`, `1e+21`.
  package static func shortest(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value == value.rounded(), abs(value) < 9_007_199_254_740_992 { return String(Int64(value)) }
    return value.description.hasSuffix(".0") ? String(value.description.dropLast(2)) : value.description
  }

  private mutating func container(
    _ opening: UInt8, _ closing: UInt8, _ content: (inout JSONWriter) throws -> Void
  ) rethrows {
    startItem()
    bytes.append(opening)
    depth += 1
    isFirst = true
    try content(&self)
    depth -= 1
    if !isFirst { breakLine() }
    bytes.append(closing)
    isFirst = false
  }

  private mutating func startItem() {
    if followsName {
      followsName = false
      isFirst = false
      return
    }
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    if depth > 0 { breakLine() }
  }

  private mutating func breakLine() {
    guard style == .pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }

  /// Returns a text as it is written between quotation marks.
  package static func content(of text: String) -> String {
    var json = JSONWriter()
    json.quote(text)
    return String(decoding: json.bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  private mutating func quote(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    if value.hasByte(where: Self.isEscaped) {
      for byte in value.utf8 { if Self.isEscaped(byte) { escape(byte) } else { bytes.append(byte) } }
    } else {
      bytes.append(contentsOf: value.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  @inline(__always)
  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7f
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    case 0..<0x20, 0x7f:
      let digits = String(byte, radix: 16)
      bytes.append(UInt8(ascii: "u"))
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
      bytes.append(contentsOf: digits.utf8)
    default: bytes.append(byte)
    }
  }
}

extension JSONNode {
  /// Writes it as it is, its members in their order.
  package func write(to json: inout JSONWriter) {
    switch kind {
    case .object:
      json.object { json in for member in members { json.member(member.name) { member.value.write(to: &$0) } }
      }
    case .array: json.array { json in for item in items { item.write(to: &json) } }
    case .string: json.string(string ?? "")
    case .number: json.raw(document.content(at: index))
    case .bool: json.bool(bool ?? false)
    case .null: json.null()
    }
  }
}

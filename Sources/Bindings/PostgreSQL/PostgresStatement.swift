internal import Glibc

/// A statement with the values of its parameters, `$1` first.
package struct PostgresStatement: Sendable, Hashable {
  package let sql: String
  package let values: [PostgresValue]

  package init(_ sql: String, _ values: PostgresValue...) { self.init(sql, values) }

  package init(_ sql: String, _ values: [PostgresValue]) {
    self.sql = sql
    self.values = values
  }
}

/// The value of a parameter. The server converts a text to the type that the statement declares.
package enum PostgresValue: Sendable, Hashable {
  case null
  /// A text. A statement with U+0000 in one is refused, since PostgreSQL's text can't hold it.
  case text(String)
  case bytes([UInt8])

  package static func number(_ number: Int64) -> PostgresValue { .text(String(number)) }
}

/// The values of parameters in the form that libpq takes.
@safe
final class ParameterBytes {
  let pointers: UnsafeMutablePointer<UnsafePointer<CChar>?>
  let lengths: [Int32]
  /// The format of each value: 0 for text, 1 for bytes.
  let formats: [Int32]
  private let count: Int

  /// Returns nil if a text holds U+0000, which libpq would take for its end.
  init?(_ values: [PostgresValue]) {
    for case .text(let text) in values where text.utf8.contains(0) { return nil }
    count = values.count
    lengths = values.map { if case .bytes(let bytes) = $0 { Int32(bytes.count) } else { 0 } }
    formats = values.map { if case .bytes = $0 { 1 } else { 0 } }
    unsafe pointers = .allocate(capacity: max(count, 1))
    for (index, value) in values.enumerated() { unsafe (pointers + index).initialize(to: Self.copy(value)) }
  }

  deinit {
    for index in 0..<count { unsafe free(UnsafeMutablePointer(mutating: pointers[index])) }
    unsafe pointers.deallocate()
  }

  private static func copy(_ value: PostgresValue) -> UnsafePointer<CChar>? {
    switch value {
    case .null: return nil
    case .text(let text): return unsafe UnsafePointer(strdup(text))
    case .bytes(let bytes):
      // An empty value needs memory too: a null pointer would be SQL's NULL.
      guard let copy = unsafe malloc(bytes.count + 1) else { return nil }
      unsafe UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyBytes(from: bytes)
      return unsafe UnsafePointer(copy.assumingMemoryBound(to: CChar.self))
    }
  }
}

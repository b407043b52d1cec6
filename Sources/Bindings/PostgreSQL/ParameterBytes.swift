internal import Glibc

/// The values of parameters as libpq takes them.
@safe
final class ParameterBytes {
  let pointers: UnsafeMutablePointer<UnsafePointer<CChar>?>
  let lengths: [Int32]
  /// 0 for text, 1 for bytes.
  let formats: [Int32]
  private let count: Int

  /// Nil where a text holds U+0000: libpq would take it for the end.
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
      // An empty value needs a place too: without one it would be null.
      guard let copy = unsafe malloc(bytes.count + 1) else { return nil }
      unsafe UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyBytes(from: bytes)
      return unsafe UnsafePointer(copy.assumingMemoryBound(to: CChar.self))
    }
  }
}

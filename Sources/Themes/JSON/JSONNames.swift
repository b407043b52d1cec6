/// Finds names that stand twice in one object.
enum JSONNames {
  /// Up to here every name is compared with every other; beyond, a set is quicker.
  private static let few = 12

  /// A few bits of a name, so that most unequal ones need no comparison.
  static func smallHash(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    guard start < end else { return 0 }
    let middle = bytes[start + (end - start) / 2]
    return (end - start) & 0xff | Int(bytes[start]) << 8 | Int(middle) << 16 | Int(bytes[end - 1]) << 24
  }

  /// The tape indices of names that an earlier member of the same object has.
  static func repeated(in tape: [JSONToken], object: Int, count: Int, _ bytes: Span<UInt8>) -> [Int] {
    var keys: [Int] = []
    keys.reserveCapacity(count)
    var index = object + 1
    while index < tape[object].end {
      keys.append(index)
      index = tape[index + 1].isContainer ? tape[index + 1].end : index + 2
    }
    let hasEscapes = keys.contains { tape[$0].shape == .escapedString }
    return count > few || hasEscapes
      ? repeatedInSet(keys, tape, bytes) : repeatedInPairs(keys, tape, bytes)
  }

  private static func repeatedInPairs(_ keys: [Int], _ tape: [JSONToken], _ bytes: Span<UInt8>) -> [Int] {
    var repeated: [Int] = []
    for later in keys.indices.dropFirst() {
      for earlier in 0..<later where isEqual(tape[keys[earlier]], tape[keys[later]], bytes) {
        repeated.append(keys[later])
        break
      }
    }
    return repeated
  }

  private static func isEqual(_ a: JSONToken, _ b: JSONToken, _ bytes: Span<UInt8>) -> Bool {
    guard a.ordinal == b.ordinal, a.end - a.start == b.end - b.start else { return false }
    for offset in 0..<(a.end - a.start) where bytes[a.start + offset] != bytes[b.start + offset] {
      return false
    }
    return true
  }

  private static func repeatedInSet(_ keys: [Int], _ tape: [JSONToken], _ bytes: Span<UInt8>) -> [Int] {
    var seen: Set<MemberName> = []
    seen.reserveCapacity(keys.count)
    return keys.filter { !seen.insert(MemberName(bytes: content(tape[$0], bytes))).inserted }
  }

  private static func content(_ token: JSONToken, _ bytes: Span<UInt8>) -> [UInt8] {
    var content: [UInt8] = []
    content.reserveCapacity(token.end - token.start)
    for offset in (token.start + 1)..<max(token.start + 1, token.end) { content.append(bytes[offset]) }
    return token.shape == .escapedString ? JSONEscapes.decoded(content[...]) : content
  }

  /// A name in single quotes for a message, cut when it is long.
  static func quoted(_ token: JSONToken, _ bytes: Span<UInt8>) -> String {
    Quoted.name(String(decoding: content(token, bytes), as: UTF8.self))
  }

  /// Compared by bytes, not by what Unicode calls equivalent.
  private struct MemberName: Hashable {
    let bytes: [UInt8]

    func hash(into hasher: inout Hasher) {
      var word: UInt64 = UInt64(bytes.count)
      for (index, byte) in bytes.enumerated() {
        word = word << 8 | UInt64(byte)
        if index & 7 == 7 {
          hasher.combine(word)
          word = 0
        }
      }
      hasher.combine(word)
    }
  }
}

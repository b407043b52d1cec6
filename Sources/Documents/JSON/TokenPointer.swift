/// RFC 6901 pointers within a document, as fragments: `#/color/ink/$value`.
package enum TokenPointer {
  /// Returns the steps, escapes decoded; nil for text that is no pointer.
  package static func steps(of text: String) -> [String]? {
    guard text.hasPrefix("#/") || text == "#" else { return nil }
    var steps: [String] = []
    for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      guard let decoded = String(part).percentDecoded, let step = unescaped(decoded) else { return nil }
      steps.append(step)
    }
    return steps
  }

  /// Returns a step with the escapes of RFC 6901.
  package static func escaped(_ step: String) -> String {
    step.written { $0 == "~" ? "~0" : $0 == "/" ? "~1" : nil }
  }

  private static func unescaped(_ step: String) -> String? {
    guard step.utf8.contains(UInt8(ascii: "~")) else { return step }
    var bytes: [UInt8] = []
    var rest = step.utf8.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      switch rest.next() {
      case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

internal import Documents
package import ThemeAPI
internal import Themes

/// A request target, parsed and decoded once.
///
/// `%2F` stays as it is, so that decoding adds no segment to a path, and so does `%25`, so that both stay distinct. `+`
/// is itself, since axis values are joined by it. NUL, control characters, and bytes that are not UTF-8 after decoding are
/// refused.
package struct RequestTarget: Equatable {
  package let path: String
  package let query: [Request.Field]

  package init(_ raw: String) throws(WireRefusal) {
    // An array, since a string's bytes are slow to walk one by one.
    let isPath = raw.utf8.first == UInt8(ascii: "/")
    let bytes = isPath ? Array(raw.utf8) : Array(try Self.withoutOrigin(Substring(raw)).utf8)
    let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
    path = try Self.decode(bytes[..<mark], inPath: true)
    query = try Self.parameters(bytes[mark...].dropFirst())
  }

  /// Returns the path of the absolute form (`http://host/path`).
  private static func withoutOrigin(_ raw: Substring) throws(WireRefusal) -> Substring {
    if raw == "*" { throw WireRefusal.badTarget("* is for OPTIONS alone") }
    for scheme in ["http://", "https://"]
    where raw.utf8.count >= scheme.utf8.count
      && String(raw.prefix(scheme.count)).equalsIgnoringASCIICase(scheme)
    {
      let rest = raw.dropFirst(scheme.count)
      let start = rest.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
      guard start != rest.startIndex, !rest.isEmpty else { throw WireRefusal.badTarget("it names no host") }
      guard let start else { return "/" }
      return rest.utf8[start] == UInt8(ascii: "/") ? rest[start...] : Substring("/" + rest[start...])
    }
    throw WireRefusal.badTarget("it has to begin with a slash")
  }

  private static func parameters(_ bytes: ArraySlice<UInt8>) throws(WireRefusal) -> [Request.Field] {
    var fields: [Request.Field] = []
    for part in bytes.split(separator: UInt8(ascii: "&")) {
      let sign = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      let name = try decode(part[..<sign], inPath: false)
      let value = sign == part.endIndex ? "" : try decode(part[(sign + 1)...], inPath: false)
      fields.append(Request.Field(name, value))
    }
    return fields
  }

  private static func decode(_ bytes: ArraySlice<UInt8>, inPath: Bool) throws(WireRefusal) -> String {
    guard !bytes.allSatisfy(isPlain) else { return String(decoding: bytes, as: UTF8.self) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        guard byte > 0x20, byte != 0x7f else { throw WireRefusal.badTarget("it holds a control character") }
        decoded.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
        throw WireRefusal.badTarget("a % has to be followed by two hexadecimal digits")
      }
      let value = high << 4 | low
      guard value != 0 else { throw WireRefusal.badTarget("%00 stands for no character here") }
      if inPath, value == UInt8(ascii: "/") {
        decoded.append(contentsOf: "%2F".utf8)
      } else if inPath, value == UInt8(ascii: "%") {
        decoded.append(contentsOf: "%25".utf8)
      } else {
        decoded.append(value)
      }
    }
    guard let text = String(validating: decoded, as: UTF8.self) else {
      throw WireRefusal.badTarget("it is not UTF-8")
    }
    return text
  }
}

/// Indicates whether a byte is an ASCII character that stands for itself.
private func isPlain(_ byte: UInt8) -> Bool { (0x21...0x7e).contains(byte) && byte != UInt8(ascii: "%") }

internal import Documents

/// The trace of the request that causes a change, as W3C Trace Context writes it in the headers `traceparent` and
/// `tracestate`.
package struct TraceContext: Sendable, Hashable {
  /// The header `traceparent`, without parts that a later version of the format adds.
  package let parent: String
  /// The header `tracestate`, or nil if there is none, or if it is malformed or long.
  private let state: String?

  /// Nil if `traceparent` is malformed.
  package init?(parent: String, state: String?) {
    let bytes = Array(parent.utf8)
    let known = bytes.prefix(Self.length)
    let parts = known.split(separator: Self.dash, omittingEmptySubsequences: false)
    guard parts.map(\.count) == [2, 32, 16, 2], parts.allSatisfy({ $0.allSatisfy(Self.isDigit) }),
      !parts[0].elementsEqual("ff".utf8), !parts[1].allSatisfy(Self.isZero),
      !parts[2].allSatisfy(Self.isZero),
      // Only a later version than 00 may go on.
      bytes.count == Self.length || !parts[0].allSatisfy(Self.isZero) && bytes[Self.length] == Self.dash
    else { return nil }
    self.parent = String(decoding: known, as: UTF8.self)
    self.state = state.flatMap { Self.isState($0) ? $0 : nil }
  }

  /// Returns the headers of a request that the server sends because of this one.
  /// - Parameter id: a number for that request, which must not be 0.
  package func headers(ofRequest id: UInt64) -> [(String, String)] {
    let sampling = (parent.utf8.last?.hexadecimalValue ?? 0) & 0b11
    let next = "00-\(parent.dropFirst(3).prefix(32))-\(id.hex16)-0\(sampling)"
    return [("traceparent", next)] + (state.map { [("tracestate", $0)] } ?? [])
  }

  private static let length = 55
  private static let dash = UInt8(ascii: "-")
  /// The size up to which a server must pass on the state.
  private static let longestState = 512
  private static let mostMembers = 32

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  private static func isZero(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "0") }

  /// Indicates whether a text is a list of keys with values.
  private static func isState(_ text: String) -> Bool {
    guard (1...longestState).contains(text.utf8.count) else { return false }
    let members = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
      $0.drop { $0 == 0x20 || $0 == 0x09 }
    }
    return members.count <= mostMembers
      && members.allSatisfy { member in
        let parts = member.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy(isOfKey)
          && parts[1].allSatisfy { (0x20...0x7e).contains($0) }
      }
  }

  private static func isOfKey(_ byte: UInt8) -> Bool {
    byte.isSmallLetter || byte.isDigit || "_-*/@".utf8.contains(byte)
  }
}

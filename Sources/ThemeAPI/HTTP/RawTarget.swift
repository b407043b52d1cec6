/// A request target as it came, neither decoded nor checked, query included. It is hashed once, since it is looked up
/// more than once on a request's way, and again for as long as a connection asks for the same.
package struct RawTarget: Hashable, Sendable {
  package let text: String
  private let hashOfText: Int

  /// No request has it.
  package static let unknown = RawTarget("")

  package init(_ text: String) {
    self.text = text
    hashOfText = text.hashValue
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hashOfText) }

  /// The path, nil where it holds escapes and so can't be compared as it stands.
  var plainPath: Substring? {
    let end = text.utf8.firstIndex(of: UInt8(ascii: "?")) ?? text.endIndex
    let path = text[..<end]
    return path.utf8.contains(UInt8(ascii: "%")) ? nil : path
  }
}

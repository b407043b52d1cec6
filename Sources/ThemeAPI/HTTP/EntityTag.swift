internal import Documents
internal import Themes

/// A strong validator, including its quotes. A compressed form has the tag of its document with a suffix.
package struct EntityTag: Sendable, Hashable, CustomStringConvertible {
  package let description: String

  private static let compressedSuffix = ".gz"

  private init(opaque: some StringProtocol) { description = "\"\(opaque)\"" }

  /// - Parameter description: a tag of this or another server, including its quotes.
  init(_ description: String) { self.description = description }

  /// Makes the tag of bytes. It is the same wherever the same bytes are served.
  package init(of bytes: [UInt8]) { self.init(opaque: SHA256.base64URL(of: bytes).prefix(27)) }

  /// - Parameter fingerprint: the SHA-256 of the bytes in hexadecimal digits.
  init(ofBytesWith fingerprint: String) {
    let digits = fingerprint.utf8.map { $0.hexadecimalValue ?? 0 }
    let digest = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    self.init(opaque: SHA256.base64URL(digest).prefix(27))
  }

  package var compressed: EntityTag {
    EntityTag(opaque: opaque + Self.compressedSuffix)
  }

  /// The tag without its quotes.
  var opaque: Substring { description.dropFirst().dropLast() }

  /// The tag of the uncompressed document; the tag itself if it is not one of a compressed form.
  var uncompressed: EntityTag {
    opaque.hasSuffix(Self.compressedSuffix)
      ? EntityTag(opaque: opaque.dropLast(Self.compressedSuffix.count)) : self
  }

  /// Indicates whether an `If-None-Match` list contains it, compared weakly. `*` matches everything.
  package func matches(ifNoneMatch list: String) -> Bool {
    list == description || Self.tags(list).contains { $0.text == "*" || $0.text == description }
  }

  /// Indicates whether an `If-Match` list contains it, compared strongly. The tag of the compressed form counts as well: a
  /// client that has it has seen the document.
  package func matches(ifMatch list: String) -> Bool {
    Self.tags(list).contains { text, isWeak in
      text == "*" || !isWeak && (text == description || text == compressed.description)
    }
  }

  private static func tags(_ list: String) -> [(text: Substring, isWeak: Bool)] {
    HeaderList.items(list).map { $0.hasPrefix("W/") ? ($0.dropFirst(2), true) : ($0, false) }
  }
}

internal import Themes

/// A representation's key in 16 bytes, so that nobody can make two alike.
struct KeyDigest: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  init(_ key: String) {
    let bytes = SHA256.hash(Array(key.utf8))
    high = bytes[0..<8].reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
  }
}

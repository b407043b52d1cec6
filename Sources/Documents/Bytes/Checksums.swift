/// The checksum of archives (ISO 3309, as in RFC 1952).
package enum CRC32 {
  package static func of(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xffff_ffff) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? (sum >> 1) ^ 0xedb8_8320 : sum >> 1 }
  }
}

/// The hash FNV-1a in 64 bits. Unlike `Hasher` it is the same in every run; it gives no protection against forgery.
package enum FNV1a {
  /// The hash of no bytes.
  @inlinable package static var start: UInt64 { 0xcbf2_9ce4_8422_2325 }

  /// Returns the hash with one more byte.
  @inlinable @inline(__always) package static func hash(_ sum: UInt64, with byte: UInt8) -> UInt64 {
    (sum ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}

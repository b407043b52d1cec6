/// The checksum that archives have (ISO 3309, as in RFC 1952).
package enum CRC32 {
  package static func of(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xffff_ffff) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? (sum >> 1) ^ 0xedb8_8320 : sum >> 1 }
  }
}

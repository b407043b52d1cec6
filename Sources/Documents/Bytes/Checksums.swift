/// SHA-256 as FIPS 180-4 defines it, for fingerprints of documents.
package struct SHA256: Sendable {
  private var state: InlineArray<8, UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  private var pending: [UInt8] = []
  private var length: UInt64 = 0

  package init() {}

  /// Returns the digest of these bytes, 32 bytes.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }

  package static func hex(of bytes: [UInt8]) -> String { hex(hash(bytes)) }

  /// Returns a digest in lower-case hexadecimal digits.
  package static func hex(_ digest: [UInt8]) -> String {
    var text: [UInt8] = []
    for byte in digest { text.append(hexadecimal: byte) }
    return String(decoding: text, as: UTF8.self)
  }

  package static func base64URL(of bytes: [UInt8]) -> String { base64URL(hash(bytes)) }

  /// Returns a digest in the URL-safe base 64 alphabet of RFC 4648, without padding: 43 characters.
  package static func base64URL(_ digest: [UInt8]) -> String { Base64.urlText(of: digest) }

  package mutating func update(_ bytes: [UInt8]) {
    length += UInt64(bytes.count)
    var next = 0
    if !pending.isEmpty {
      next = min(64 - pending.count, bytes.count)
      pending += bytes[..<next]
      guard pending.count == 64 else { return }
      state = Self.compressed(state, pending.span, from: 0)
      pending.removeAll(keepingCapacity: true)
    }
    while bytes.count - next >= 64 {
      state = Self.compressed(state, bytes.span, from: next)
      next += 64
    }
    pending += bytes[next...]
  }

  /// Ends the message. The value must not be used again.
  package mutating func finalize() -> [UInt8] {
    let bits = length * 8
    var end = [UInt8](repeating: 0, count: (119 - pending.count) % 64 + 9)
    end[0] = 0x80
    for index in 1...8 { end[end.count - index] = UInt8(truncatingIfNeeded: bits >> (8 * UInt64(index - 1))) }
    update(end)
    var digest: [UInt8] = []
    digest.reserveCapacity(32)
    for index in 0..<32 {
      digest.append(UInt8(truncatingIfNeeded: state[index / 4] >> UInt32(24 - index % 4 * 8)))
    }
    return digest
  }

  /// Returns the state after the 64 bytes that begin at an offset.
  private static func compressed(
    _ state: InlineArray<8, UInt32>, _ bytes: Span<UInt8>, from start: Int
  ) -> InlineArray<8, UInt32> {
    var schedule = InlineArray<64, UInt32>(repeating: 0)
    for index in 0..<16 {
      let at = start + index * 4
      schedule[index] =
        UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8
        | UInt32(bytes[at + 3])
    }
    for index in 16..<64 {
      let (early, late) = (schedule[index - 15], schedule[index - 2])
      let low = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3
      let high = rotate(late, 17) ^ rotate(late, 19) ^ late >> 10
      schedule[index] = schedule[index - 16] &+ low &+ schedule[index - 7] &+ high
    }
    for index in 0..<64 { schedule[index] &+= constants[index] }
    return mixed(state, schedule.span)
  }

  /// Runs eight rounds at a time: after eight of them each word is in its place again, so that none has to be moved,
  /// which takes a third of the time. Passed as an array, all words would be copied in each round.
  private static func mixed(
    _ state: InlineArray<8, UInt32>, _ words: Span<UInt32>
  ) -> InlineArray<8, UInt32> {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in stride(from: 0, to: 64, by: 8) {
      round(a, b, c, &d, e, f, g, &h, words[index])
      round(h, a, b, &c, d, e, f, &g, words[index + 1])
      round(g, h, a, &b, c, d, e, &f, words[index + 2])
      round(f, g, h, &a, b, c, d, &e, words[index + 3])
      round(e, f, g, &h, a, b, c, &d, words[index + 4])
      round(d, e, f, &g, h, a, b, &c, words[index + 5])
      round(c, d, e, &f, g, h, a, &b, words[index + 6])
      round(b, c, d, &e, f, g, h, &a, words[index + 7])
    }
    return [
      state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d,
      state[4] &+ e, state[5] &+ f, state[6] &+ g, state[7] &+ h,
    ]
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
    _ h: inout UInt32, _ word: UInt32
  ) {
    let high = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    h &+= high &+ ((e & f) ^ (~e & g)) &+ word
    d &+= h
    let low = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    h &+= low &+ ((a & b) ^ (a & c) ^ (b & c))
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: InlineArray<64, UInt32> = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

extension SHA256 {
  /// Returns the HMAC of RFC 2104, which proves that the sender of a message knows the key.
  package static func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    let short = key.count > 64 ? hash(key) : key
    let padded = short + [UInt8](repeating: 0, count: 64 - short.count)
    let inner = hash(padded.map { $0 ^ 0x36 } + message)
    return hash(padded.map { $0 ^ 0x5c } + inner)
  }
}

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
@usableFromInline package enum FNV1a {
  @inlinable package static var start: UInt64 { 0xcbf2_9ce4_8422_2325 }

  @inlinable @inline(__always) package static func hash(_ sum: UInt64, with byte: UInt8) -> UInt64 {
    (sum ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}

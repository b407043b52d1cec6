extension SHA256 {
  /// HMAC as RFC 2104 defines it: shows that whoever sent the message knows the key.
  package static func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    let short = key.count > blockSize ? hash(key) : key
    let padded = short + [UInt8](repeating: 0, count: blockSize - short.count)
    let inner = hash(padded.map { $0 ^ 0x36 } + message)
    return hash(padded.map { $0 ^ 0x5c } + inner)
  }

  private static var blockSize: Int { 64 }
}

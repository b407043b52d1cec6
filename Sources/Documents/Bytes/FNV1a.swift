/// The hash FNV-1a in 64 bits: the same in every run, which `Hasher` is not. It does not stop a forger.
package enum FNV1a {
  /// The hash of no bytes.
  @inlinable package static var start: UInt64 { 0xcbf2_9ce4_8422_2325 }

  /// The hash of one byte more.
  @inlinable @inline(__always) package static func hash(_ sum: UInt64, with byte: UInt8) -> UInt64 {
    (sum ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}

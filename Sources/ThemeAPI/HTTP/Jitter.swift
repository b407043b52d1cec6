internal import Synchronization

/// Numbers that spread clients out: cheap to draw, without a system call, and nobody's secret.
struct Jitter: RandomNumberGenerator {
  private static let state = Atomic<UInt64>(.random(in: .min ... .max))

  /// SplitMix64: a counter that goes up by the golden ratio, well mixed.
  func next() -> UInt64 {
    var mixed = Self.state.wrappingAdd(0x9e37_79b9_7f4a_7c15, ordering: .relaxed).newValue
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// The meaning of a watched descriptor, in the 64 bits that the kernel returns with it.
///
///     63 62 61            31 30             0
///     kind  slot             generation         a connection
///     kind  -                descriptor         one that is pending or lingering
///     kind  -                which              one of the worker's own
struct WatchToken: RawRepresentable, Hashable {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  enum Source: Hashable {
    case daemon
    case mailbox
    case listener
    /// The generation distinguishes a connection from an earlier one in the same slot.
    case connection(slot: Int, generation: UInt32)
    case pending(Int32)
    case lingering(Int32)
  }

  /// The number of generations before they begin again.
  static let generations: UInt32 = 1 << 31

  private static let kindShift: UInt64 = 62
  private static let slotShift: UInt64 = 31
  private static let slotMask: UInt64 = 1 << 31 - 1
  private static let lowMask: UInt64 = 1 << 31 - 1

  init(_ source: Source) {
    switch source {
    case .daemon: self.init(kind: 0, 0)
    case .mailbox: self.init(kind: 0, 1)
    case .listener: self.init(kind: 0, 2)
    case .connection(let slot, let generation):
      self.init(kind: 1, UInt64(slot) << Self.slotShift | UInt64(generation) & Self.lowMask)
    case .pending(let number): self.init(kind: 2, UInt64(number))
    case .lingering(let number): self.init(kind: 3, UInt64(number))
    }
  }

  private init(kind: UInt64, _ value: UInt64) { rawValue = kind << Self.kindShift | value }

  var source: Source {
    let low = rawValue & Self.lowMask
    switch rawValue >> Self.kindShift {
    case 0: return low == 0 ? .daemon : low == 1 ? .mailbox : .listener
    case 1:
      let slot = Int(rawValue >> Self.slotShift & Self.slotMask)
      return .connection(slot: slot, generation: UInt32(low))
    case 2: return .pending(Int32(low))
    default: return .lingering(Int32(low))
    }
  }
}

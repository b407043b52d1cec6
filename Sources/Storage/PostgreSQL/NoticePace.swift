internal import Bindings
internal import Changes

/// When whoever reads the log is told of notices: of the first at once, of others that come soon after it together.
struct NoticePace {
  /// A server that is told of each commit of the others reads as often as they write, and takes from the engine what
  /// those need.
  private static let pause = Duration.milliseconds(5)
  /// Anybody in the database may send a notice: so many that tell nothing are followed, until the next look.
  private static let fruitlessLimit = 20

  /// When a notice that was heard is told of; nil for none.
  private(set) var tellAt: MonotonicTime?
  private var toldAt: MonotonicTime?
  /// What was known when it was told of last.
  private var known: LogMemory?
  private var fruitless = 0

  mutating func heard(at now: MonotonicTime) {
    guard tellAt == nil else { return }
    tellAt = toldAt.map { max(now, $0 + Self.pause) } ?? now
  }

  /// Whether it is to be told now; once for what was heard.
  /// - Parameters:
  ///   - memory: what is known of the log.
  ///   - seenAt: when the log was read last.
  mutating func isToTell(at now: MonotonicTime, knowing memory: LogMemory?, since seenAt: MonotonicTime?)
    -> Bool
  {
    guard let due = tellAt, due <= now else { return false }
    tellAt = nil
    if memory != known {
      fruitless = 0
    } else if let toldAt, let seenAt, toldAt < seenAt {
      fruitless += 1
    }
    guard fruitless < Self.fruitlessLimit else { return false }
    (toldAt, known) = (now, memory)
    return true
  }

  mutating func looked() { fruitless = 0 }
}

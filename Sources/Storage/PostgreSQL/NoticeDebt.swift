internal import Bindings
internal import Changes

/// When a server tells the others of its commits: of the first at once, of those that come soon after it with the next
/// that comes after the pause.
///
/// A notice wakes a process of the engine and a thread for each server that listens, which together take longer than a
/// turn: a server that writes often would keep all of them from writing. Where no commit comes after the pause, the ear
/// tells of the last. It need not be woken for that: a debt is made only soon after a notice, which every server hears
/// itself, too, and looks then when the next may be due.
struct NoticeDebt: Sendable {
  private var toldAt: MonotonicTime?
  /// What the others are still to be told of.
  private(set) var owed: LogMemory?

  /// - Returns: whether the others are to be told of it at once.
  mutating func committed(_ memory: LogMemory, at now: MonotonicTime, pause: Duration) -> Bool {
    if let toldAt, now < toldAt + pause {
      owed = memory
      return false
    }
    (toldAt, owed) = (now, nil)
    return true
  }

  /// When the ear looks whether a debt is left; nil where none can be.
  func dueAt(from now: MonotonicTime, pause: Duration) -> MonotonicTime? {
    guard let due = toldAt.map({ $0 + pause * 2 }), owed != nil || due > now else { return nil }
    return due
  }

  /// What is due, which counts as told then.
  mutating func take(at now: MonotonicTime, pause: Duration) -> LogMemory? {
    guard owed != nil, let due = dueAt(from: now, pause: pause), due <= now else { return nil }
    defer { (toldAt, owed) = (now, nil) }
    return owed
  }
}

import Bindings
import TestSupport
import Testing

@Suite struct `A lock with a time limit` {
  @Test func `is not waited for longer than asked, and goes to nobody who has left`() {
    let lock = TimedLock()
    #expect(lock.lock(within: .zero))
    #expect(!lock.lock(within: .milliseconds(10)))
    lock.unlock()
    #expect(lock.lock(within: .zero))
  }

  @Test func `lets one thread in at a time`() throws {
    let lock = TimedLock()
    nonisolated(unsafe) var count = 0
    let work: @Sendable () throws -> Void = {
      for _ in 0..<5000 {
        guard lock.lock(within: nil) else { return }
        unsafe count += 1
        lock.unlock()
      }
    }
    try sideBySide([work, work, work])
    #expect(unsafe count == 15_000)
  }
}

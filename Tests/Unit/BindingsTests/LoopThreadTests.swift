import Dispatch
import Testing

@testable import Bindings

@Suite struct `A loop thread` {
  @Test func `wakes for each ring, and for a descriptor that becomes readable`() throws {
    let loop = try LoopThread()
    let watched = try Doorbell()
    let woken = DispatchSemaphore(value: 0)
    try loop.start(named: "test-loop") {
      while !loop.isEnding {
        loop.wait(or: watched.descriptor)
        watched.quiet()
        woken.signal()
      }
    }
    loop.ring()
    woken.wait()
    watched.ring()
    woken.wait()
    loop.stop()
    loop.join()
    #expect(loop.isEnding)
  }

  @Test func `that was rung before it waits does not sleep`() throws {
    let loop = try LoopThread()
    loop.ring()
    let began = MonotonicTime.now
    loop.wait(atMost: .seconds(60))
    loop.wait(atMost: .milliseconds(20))
    let passed = MonotonicTime.now - began
    #expect(passed >= .milliseconds(20) && passed < .seconds(50))
  }

  @Test func `that takes too long to end is left to itself`() throws {
    let loop = try LoopThread()
    let mayEnd = DispatchSemaphore(value: 0)
    let hasEnded = DispatchSemaphore(value: 0)
    try loop.start(named: "test-loop") {
      mayEnd.wait()
      hasEnded.signal()
    }
    loop.stop()
    loop.join(within: .milliseconds(20))
    mayEnd.signal()
    hasEnded.wait()
  }
}

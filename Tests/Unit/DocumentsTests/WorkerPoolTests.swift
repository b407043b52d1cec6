import Documents
import TestSupport
import Testing

@Suite struct `A worker pool` {
  private static let four = WorkerPool { work in
    try? sideBySide(Array(repeating: { work() }, count: 4))
  }

  @Test(arguments: [0, 1, 16, 17, 5000])
  func `hands out what becomes of each element, in their order`(count: Int) {
    let numbers = Array(0..<count)
    #expect(Self.four.map(numbers) { "\($0)" } == numbers.map { "\($0)" })
    #expect(WorkerPool.caller.map(numbers) { "\($0)" } == numbers.map { "\($0)" })
  }

  @Test func `leaves nothing to who comes late`() {
    let late = WorkerPool { work in
      work()
      work()
    }
    #expect(late.map(Array(0..<100)) { $0 + 1 } == Array(1...100))
  }
}

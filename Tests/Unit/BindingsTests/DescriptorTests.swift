import Glibc
import Testing

@testable import Bindings

@Suite struct `A descriptor` {
  /// The two ends of a pipe. The reading end shows whether the writing end is open, even if its number is reused.
  private struct Pipe: ~Copyable {
    let reading: Descriptor
    let writing: Int32

    init() {
      var numbers: [Int32] = [-1, -1]
      _ = unsafe pipe(&numbers)
      _ = fcntl(numbers[0], F_SETFL, O_NONBLOCK)
      reading = Descriptor(owning: numbers[0])
      writing = numbers[1]
    }

    var hasWriter: Bool {
      var byte: UInt8 = 0
      return unsafe read(reading.number, &byte, 1) != 0
    }
  }

  @Test func `is closed when its owner lets go of it`() {
    let pipe = Pipe()
    do {
      let owned = Descriptor(owning: pipe.writing)
      let isOpen = pipe.hasWriter
      #expect(isOpen)
      _ = owned.number
    }
    let isStillOpen = pipe.hasWriter
    #expect(!isStillOpen)
  }

  @Test func `that is released stays open`() {
    let pipe = Pipe()
    let number = Descriptor(owning: pipe.writing).release()
    let expected = pipe.writing
    #expect(number == expected)
    let isOpen = pipe.hasWriter
    #expect(isOpen)
    _ = close(number)
    let isStillOpen = pipe.hasWriter
    #expect(!isStillOpen)
  }

  @Test func `has a copy that lives by itself`() throws {
    let pipe = Pipe()
    if let copy = Descriptor.duplicate(pipe.writing) {
      _ = close(pipe.writing)
      let isOpen = pipe.hasWriter
      #expect(isOpen)
      _ = copy.number
    } else {
      Issue.record("no copy was made")
    }
    let isStillOpen = pipe.hasWriter
    #expect(!isStillOpen)
  }

  @Test func `that is none has no copy`() {
    if Descriptor.duplicate(-1) != nil { Issue.record("a copy of nothing was made") }
  }
}

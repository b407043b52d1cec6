import Bindings
import Testing

@Suite struct `The interposed MHD_queue_response` {
  @Test func `is where the library's refusals arrive`() throws {
    #expect(try QueueResponseInterposer.isInEffect())
  }
}

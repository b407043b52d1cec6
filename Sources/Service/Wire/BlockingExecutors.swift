internal import Bindings
internal import ThemeAPI

/// The executor of each lane.
struct BlockingExecutors: Sendable {
  private let writing: BlockingExecutor
  private let reading: BlockingExecutor
  private let checking: BlockingExecutor
  private let answering: BlockingExecutor

  init() throws(SystemError) {
    writing = try BlockingExecutor(lane: .writing)
    reading = try BlockingExecutor(lane: .reading)
    checking = try BlockingExecutor(lane: .checking)
    answering = try BlockingExecutor(lane: .answering)
  }

  var all: [BlockingExecutor] { [answering, checking, reading, writing] }

  subscript(lane: Outcome.Offload.Lane) -> BlockingExecutor {
    switch lane {
    case .writing: writing
    case .reading: reading
    case .checking: checking
    case .answering: answering
    }
  }
}

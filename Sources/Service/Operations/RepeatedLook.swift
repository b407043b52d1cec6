internal import Bindings

/// When something that may have changed is looked at again, and whether what is wrong with it is news.
struct RepeatedLook {
  private var dueAt = MonotonicTime.now
  /// What was wrong at the last look.
  private var failure: String?
  private static let pause = Duration.seconds(1)

  /// Once a second, or as soon as somebody asks for it.
  mutating func begins(isOrdered: Bool) -> Bool {
    guard isOrdered || MonotonicTime.now >= dueAt else { return false }
    dueAt = MonotonicTime.now + Self.pause
    return true
  }

  mutating func succeeded() { failure = nil }

  /// What is to be told of a failure: nothing where that was told before, unless somebody waits to hear it.
  mutating func failed(_ error: any Error, isOrdered: Bool) -> String? {
    let sentence = "\(error)"
    defer { failure = sentence }
    return isOrdered || failure != sentence ? sentence : nil
  }
}

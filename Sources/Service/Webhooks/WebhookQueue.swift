/// The channels that a receiver is still to be told of, each once, in the order in which they changed. What is told is
/// what a channel shows when its turn comes, so that the queue is never longer than there are channels.
struct WebhookQueue {
  private var channels: [String] = []
  private var first = 0
  private var waiting: Set<String> = []

  var isEmpty: Bool { waiting.isEmpty }
  var count: Int { waiting.count }

  mutating func add(_ channel: String) {
    if waiting.insert(channel).inserted { channels.append(channel) }
  }

  /// The channel whose turn it is; it waits no more.
  mutating func next() -> String? {
    guard first < channels.count else { return nil }
    let channel = channels[first]
    waiting.remove(channel)
    first += 1
    if first * 2 > channels.count {
      channels.removeFirst(first)
      first = 0
    }
    return channel
  }
}

internal import Changes
internal import Synchronization

/// The number of unknown tokens that each address sent recently. After ten in a minute, the address waits for each
/// response. The number of addresses is limited; the one that began first is replaced by a new one.
package final class WrongTokens: Sendable {
  package struct Figures: Sendable {
    package var refused: UInt64 = 0
    package var delayed: UInt64 = 0
  }

  private let guesses = Mutex(Guesses())
  private static let limit = 10

  /// The delay of a response to an address that sent too many.
  static let pause = Duration.seconds(1)

  package init() {}

  package var figures: Figures { guesses.withLock { $0.figures } }

  /// Counts one more. Returns whether its response is to be delayed.
  func note(from address: String, at now: Timestamp) -> Bool {
    guesses.withLock { guesses in
      guesses.figures.refused += 1
      let isLate = guesses.add(IPAddress.client(at: address), at: now) > Self.limit
      if isLate { guesses.figures.delayed += 1 }
      return isLate
    }
  }

  /// Indicates whether the response to one more would be delayed.
  func isLate(from address: String, at now: Timestamp) -> Bool {
    guesses.withLock { guesses in
      guard let known = guesses.byAddress[IPAddress.client(at: address)], known.isRecent(at: now) else {
        return false
      }
      return known.count >= Self.limit
    }
  }
}

private struct Guesses {
  struct Entry {
    let beganAt: Timestamp
    var count = 1

    /// Indicates whether its minute is not over. A clock that was set back ends it.
    func isRecent(at now: Timestamp) -> Bool {
      (0..<60_000).contains(now.milliseconds - beganAt.milliseconds)
    }
  }

  var figures = WrongTokens.Figures()
  private(set) var byAddress: [String: Entry] = [:]
  /// The addresses in the order in which they began, as a ring that starts at `oldest`.
  private var addresses: [String] = []
  private var oldest = 0
  private static let addressLimit = 4096

  /// Counts one more. Returns how many the address has sent in its minute.
  mutating func add(_ address: String, at now: Timestamp) -> Int {
    if let known = byAddress[address], known.isRecent(at: now) {
      byAddress[address]?.count += 1
      return known.count + 1
    }
    guard byAddress.updateValue(Entry(beganAt: now), forKey: address) == nil else { return 1 }
    if addresses.count < Self.addressLimit {
      addresses.append(address)
    } else {
      byAddress[addresses[oldest]] = nil
      addresses[oldest] = address
      oldest = (oldest + 1) % addresses.count
    }
    return 1
  }
}

internal import Changes
internal import Synchronization

/// How many tokens that nobody knows came from each address of late. Beyond ten in a minute, whoever guesses waits for
/// each answer. It keeps so many addresses at most; the one that began first goes when another comes.
package final class WrongTokens: Sendable {
  package struct Figures: Sendable {
    package var refused: UInt64 = 0
    /// Of those, the ones whose answer came late.
    package var delayed: UInt64 = 0
  }

  private let guesses = Mutex(Guesses())
  fileprivate static let addressLimit = 4096
  private static let limit = 10

  /// How long whoever guesses waits for an answer.
  static let pause = Duration.seconds(1)

  package init() {}

  package var figures: Figures { guesses.withLock { $0.figures } }

  /// Counts one more; whether its answer is to come late.
  func note(from address: String, at now: Timestamp) -> Bool {
    guesses.withLock { guesses in
      guesses.figures.refused += 1
      let isLate = guesses.add(Self.network(of: address), at: now) > Self.limit
      if isLate { guesses.figures.delayed += 1 }
      return isLate
    }
  }

  /// Whether the answer to one more would come late.
  func isLate(from address: String, at now: Timestamp) -> Bool {
    guesses.withLock { guesses in
      guard let known = guesses.byAddress[Self.network(of: address)], known.isRecent(at: now) else {
        return false
      }
      return known.count >= Self.limit
    }
  }

  /// Of IPv6 somebody has a network of addresses, all with the same first half.
  private static func network(of address: String) -> String {
    IPAddress(address).map { $0.isIPv6 ? $0.prefix(64).description : address } ?? address
  }
}

/// The guesses of one address.
private struct Guessing {
  let beganAt: Timestamp
  var count = 1

  /// Whether its minute is not over. A clock that was set back ends it.
  func isRecent(at now: Timestamp) -> Bool { (0..<60_000).contains(now.milliseconds - beganAt.milliseconds) }
}

/// The guesses of all addresses.
private struct Guesses {
  var figures = WrongTokens.Figures()
  private(set) var byAddress: [String: Guessing] = [:]
  /// In the order in which they began, from `oldest` on and around.
  private var addresses: [String] = []
  private var oldest = 0

  /// How many there were in the address's minute, with this one.
  mutating func add(_ address: String, at now: Timestamp) -> Int {
    if let known = byAddress[address], known.isRecent(at: now) {
      byAddress[address]?.count += 1
      return known.count + 1
    }
    if byAddress.updateValue(Guessing(beganAt: now), forKey: address) == nil { remember(address) }
    return 1
  }

  private mutating func remember(_ address: String) {
    guard addresses.count == WrongTokens.addressLimit else { return addresses.append(address) }
    byAddress[addresses[oldest]] = nil
    addresses[oldest] = address
    oldest = (oldest + 1) % addresses.count
  }
}

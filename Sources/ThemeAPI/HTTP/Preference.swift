internal import Documents
internal import Synchronization
internal import Themes

/// The time that a client is willing to wait, from `Prefer: wait=` (RFC 7240).
package enum Preference {
  /// The longest wait in seconds: proxies commonly close a connection after a minute.
  package static let longest = 55

  /// Returns the wait in whole seconds, at most 55, or nil if there is none or it is no number.
  package static func wait(_ prefer: String?) -> Int? {
    guard let prefer else { return nil }
    let pairs = HeaderList.items(prefer).lazy.map { HeaderList.pair(HeaderList.parameters($0).value) }
    return pairs.first { $0.name == "wait" }.flatMap { seconds($0.value) }
  }

  static func applied(_ seconds: Int) -> Request.Field {
    Request.Field("Preference-Applied", "wait=\(seconds)")
  }

  /// Reads whole seconds and limits them to the longest wait. Returns nil if the text is no number.
  package static func seconds(_ text: some StringProtocol) -> Int? {
    let digits = Array(text.utf8)
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    guard significant.count <= 4 else { return longest }
    return min(significant.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }, longest)
  }

  /// Reads a decimal number as whole seconds between 0 and the longest wait. Returns nil if the text is no number.
  static func decimalSeconds(_ text: String) -> Int? {
    let isDecimal = text.utf8.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) }
    guard isDecimal, let seconds = Double(text) else { return nil }
    return Int(min(max(seconds, 0), Double(longest)))
  }

  /// Returns the time to hold a client. It is shortened by up to 6 %, so that not all clients time out together.
  package static func hold(_ seconds: Int) -> Duration {
    var jitter = Jitter()
    return .milliseconds(seconds * 1000 - Int.random(in: 0...(seconds * 60), using: &jitter))
  }
}

/// The random numbers that spread clients out. They need no system call and are not secret.
private struct Jitter: RandomNumberGenerator {
  private static let state = Atomic<UInt64>(.random(in: .min ... .max))

  /// SplitMix64: a counter that goes up by the golden ratio, well mixed.
  func next() -> UInt64 {
    var mixed = Self.state.wrappingAdd(0x9e37_79b9_7f4a_7c15, ordering: .relaxed).newValue
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

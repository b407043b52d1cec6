internal import Documents
internal import Themes

/// How long a client is willing to wait, from `Prefer: wait=` (RFC 7240).
package enum Preference {
  /// The longest wait: proxies commonly cut at a minute.
  package static let longest = 55

  /// The wait asked for in whole seconds, at most 55; nil where none is asked for, or what is there is no number.
  package static func wait(_ prefer: String?) -> Int? {
    guard let prefer else { return nil }
    for item in HeaderList.items(prefer) {
      let (name, value) = HeaderList.pair(HeaderList.parameters(item).value)
      guard name == "wait" else { continue }
      return seconds(value)
    }
    return nil
  }

  /// Tells a client that its wait was honored, and how long that could have been.
  static func applied(_ seconds: Int) -> Request.Field {
    Request.Field("Preference-Applied", "wait=\(seconds)")
  }

  /// Whole seconds, clamped to what is possible; nil for what is not a number.
  package static func seconds(_ text: some StringProtocol) -> Int? {
    let digits = Array(text.utf8)
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    guard significant.count <= 4 else { return longest }
    return min(significant.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }, longest)
  }

  /// The time to hold a client: shortened by up to six in a hundred, so that not all time out together.
  package static func hold(_ seconds: Int) -> Duration {
    var jitter = Jitter()
    return .milliseconds(seconds * 1000 - Int.random(in: 0...(seconds * 60), using: &jitter))
  }
}

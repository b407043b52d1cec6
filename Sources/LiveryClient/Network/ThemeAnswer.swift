import Foundation

struct PlannedRequest: Sendable, Hashable {
  let traits: [String: String]
  var tag: String?
  /// Indicates whether the server should hold the request until the theme changes.
  var waits: Bool
  /// The reason for which the client does not use the theme with this tag.
  var refusal: String?
  /// The key of the draft whose theme is requested.
  var draft: String?
  /// The URL at which all clients with this theme wait for a change, which the server named; nil for the theme's own.
  var next: URL?
}

/// The result of a request for a theme.
enum ThemeAnswer: Sendable {
  /// A theme with its tag and the body of the response.
  case theme(Theme, tag: String, body: Data, cursor: String?)
  /// The known theme is still current. `didWait` is the server's statement that it held the request.
  case unchanged(didWait: Bool, cursor: String?)
  /// The server asks to retry after this many seconds, not earlier.
  case busy(TimeInterval)
  /// The server refuses the token.
  case refused
  /// The body is whole, and no theme, for this reason.
  case unreadable(String, tag: String, cursor: String?)
  /// The draft has ended: it was published or discarded, or has expired.
  case ended(String)
  /// There was no response, or one that a client does not understand.
  case trouble
}

/// The header with which a server asks for a later retry.
enum RetryAfter {
  /// Returns the number of seconds from now, given as a number or as an HTTP date. Returns nil for anything else.
  static func seconds(_ text: String, now: Date = Date()) -> TimeInterval? {
    let text = text.trimmingCharacters(in: .whitespaces)
    if let seconds = TimeInterval(text), seconds.isFinite { return max(seconds, 0) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return format.date(from: text).map { max($0.timeIntervalSince(now), 0) }
  }
}

import Foundation

/// The header by which a server says when to come again.
enum RetryAfter {
  /// The seconds from now: given as a number, or as the moment that HTTP writes. Nil for anything else.
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

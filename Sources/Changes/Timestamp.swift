internal import Documents
internal import Themes

/// A time on the wall clock in milliseconds, written as RFC 3339 in UTC.
package struct Timestamp: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Milliseconds since 1970-01-01T00:00:00Z, between the years 0 and 9999.
  package let milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, Self.first), Self.last)
  }

  package static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

  package func advanced(bySeconds seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds + seconds * 1000)
  }

  package var description: String {
    let days = (milliseconds - milliseconds.modulo(86_400_000)) / 86_400_000
    let rest = milliseconds.modulo(86_400_000)
    let (year, month, day) = Self.civil(days: days)
    var text: [UInt8] = []
    text.reserveCapacity(24)
    text.append(year, width: 4, before: "-")
    text.append(month, width: 2, before: "-")
    text.append(day, width: 2, before: "T")
    text.append(rest / 3_600_000, width: 2, before: ":")
    text.append(rest / 60_000 % 60, width: 2, before: ":")
    text.append(rest / 1000 % 60, width: 2, before: ".")
    text.append(rest % 1000, width: 3, before: "Z")
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns a suggestion for a text that is no time: a day or a time of day without its end gets one in UTC. Returns
  /// an example if there is no suggestion.
  package static func spelling(near text: String) -> String {
    let meant = ["T00:00:00Z", ":00Z", "Z"].map { text + $0 }.first { Timestamp($0) != nil }
    return meant ?? "2026-12-24T18:00:00Z"
  }

  /// Reads RFC 3339 with any offset; a fraction is cut after the millisecond. A leap second counts as the one after
  /// it. Nil for anything else.
  package init?(_ text: some StringProtocol) {
    var reader = DigitReader(bytes: Array(text.utf8))
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
      let day = reader.number(2), reader.take("Tt "), let hour = reader.number(2), reader.take(":"),
      let minute = reader.number(2), reader.take(":"), let second = reader.number(2),
      let fraction = reader.fraction(), let offset = reader.offset(), reader.isAtEnd,
      (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day), hour < 24, minute < 60,
      second <= 60
    else { return nil }
    let days = Self.days(year: year, month: month, day: day)
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset * 60
    let milliseconds = seconds * 1000 + fraction
    guard (Self.first...Self.last).contains(milliseconds) else { return nil }
    self.init(milliseconds: milliseconds)
  }
}

/// The calendar, in days since 1970.
extension Timestamp {
  private static let first = days(year: 0, month: 1, day: 1) * 86_400_000
  private static let last = days(year: 10_000, month: 1, day: 1) * 86_400_000 - 1

  static func days(in month: Int64, of year: Int64) -> Int64 {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Years begin in March here, so that the leap day is the last of its year.
  static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let century = (shifted - shifted.modulo(400)) / 400
    let yearOfEra = shifted.modulo(400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return century * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let dayOfEra = shifted.modulo(146_097)
    let era = (shifted - dayOfEra) / 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let index = (5 * dayOfYear + 2) / 153
    let month = index < 10 ? index + 3 : index - 9
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * index + 2) / 5 + 1)
  }
}

extension [UInt8] {
  /// Appends a number with leading zeros, and a mark after it.
  fileprivate mutating func append(_ number: Int64, width: Int, before mark: UnicodeScalar) {
    var (rest, divisor) = (number, Int64(1))
    for _ in 1..<width { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / divisor))
      (rest, divisor) = (rest % divisor, divisor / 10)
    }
    append(UInt8(ascii: mark))
  }
}

extension Int64 {
  func modulo(_ divisor: Int64) -> Int64 {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }
}

/// A reader for the bytes of a date.
private struct DigitReader {
  let bytes: [UInt8]
  var position = 0

  var isAtEnd: Bool { position == bytes.count }

  mutating func number(_ width: Int) -> Int64? {
    guard position + width <= bytes.count else { return nil }
    var number: Int64 = 0
    for byte in bytes[position..<position + width] {
      guard let digit = Self.digit(byte) else { return nil }
      number = number * 10 + digit
    }
    position += width
    return number
  }

  mutating func take(_ allowed: String) -> Bool {
    guard position < bytes.count, allowed.utf8.contains(bytes[position]) else { return false }
    position += 1
    return true
  }

  /// Reads milliseconds; zero if there is no fraction.
  mutating func fraction() -> Int64? {
    guard take(".") else { return 0 }
    var number: Int64 = 0
    var scale: Int64 = 100
    let start = position
    while position < bytes.count, let digit = Self.digit(bytes[position]) {
      number += digit * scale
      scale /= 10
      position += 1
    }
    return position > start ? number : nil
  }

  /// Reads minutes east of UTC.
  mutating func offset() -> Int64? {
    if take("Zz") { return 0 }
    let isEast = position < bytes.count && bytes[position] == UInt8(ascii: "+")
    guard take("+-"), let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isEast ? 1 : -1)
  }

  private static func digit(_ byte: UInt8) -> Int64? {
    byte.isDigit ? Int64(byte - UInt8(ascii: "0")) : nil
  }
}

/// A time on the clock of a place, which says nothing of the place's offset from UTC.
package struct LocalTime: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The moment at which a clock in UTC shows it.
  package let inUTC: Timestamp

  package init(inUTC: Timestamp) { self.inUTC = inUTC }

  /// - Parameters:
  ///   - day: in days since 1970.
  ///   - time: of the day, in milliseconds.
  package init(day: Int64, time: Int64) { inUTC = Timestamp(milliseconds: day * Self.dayLength + time) }

  /// Reads `2026-12-01T20:00` or `2026-12-01T20:00:30`. Nil for anything else, such as a time with an offset.
  package init?(_ text: String) {
    guard let found = [":00Z", "Z"].lazy.compactMap({ Timestamp(text + $0) }).first else { return nil }
    inUTC = found
  }

  static let dayLength: Int64 = 86_400_000

  package static func < (left: Self, right: Self) -> Bool { left.inUTC < right.inUTC }

  package static func + (time: Self, milliseconds: Int64) -> Self {
    LocalTime(inUTC: Timestamp(milliseconds: time.inUTC.milliseconds + milliseconds))
  }

  package static func - (end: Self, start: Self) -> Int64 {
    end.inUTC.milliseconds - start.inUTC.milliseconds
  }

  /// The day in days since 1970.
  package var day: Int64 { (inUTC.milliseconds - time) / Self.dayLength }

  /// The time of the day in milliseconds.
  package var time: Int64 { inUTC.milliseconds.modulo(Self.dayLength) }

  /// Its digits as far as they are not zero: with seconds or milliseconds only where it has some.
  package var description: String {
    let digits = inUTC.description.dropLast()
    guard digits.hasSuffix(".000") else { return String(digits) }
    return String(digits.dropLast(digits.hasSuffix(":00.000") ? 7 : 4))
  }
}

package import Documents

/// A rule of RFC 5545 with its first day: the days on which something repeats, as if the clock were never set.
package struct RecurrenceRule: Sendable, Hashable {
  package enum Frequency: String, Sendable, Hashable, CaseIterable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// The end that a rule names.
  package enum End: Sendable, Hashable {
    case never
    case count(Int)
    case local(LocalTime)
    case moment(Timestamp)
  }

  /// A day of the week; with a number, such a day of the month, counted from its end if negative.
  package struct Weekday: Sendable, Hashable {
    package let number: Int64?
    /// 0 for Monday.
    package let day: Int64
  }

  /// The reason why a text is no rule.
  package struct Mistake: Error, Sendable {
    package let message: Message

    fileprivate init(_ message: Message) { self.message = message }
  }

  /// The days of the week as rules write them.
  package static let weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
  private static let parts = ["FREQ", "INTERVAL", "BYDAY", "BYMONTH", "BYMONTHDAY", "COUNT", "UNTIL"]
  private static let longest = 200

  package private(set) var frequency = Frequency.daily
  package private(set) var interval: Int64 = 1
  package private(set) var weekdays: [Weekday] = []
  package private(set) var months: Set<Int64> = []
  package private(set) var monthDays: Set<Int64> = []
  package private(set) var end = End.never
  /// The first day, in days since 1970.
  private let first: Int64

  /// Reads a rule. What it leaves open, the first day decides.
  package init(_ text: String, from first: LocalTime) throws(Mistake) {
    self.first = first.day
    guard text.utf8.count <= Self.longest else {
      throw Mistake("is longer than \(Self.longest) characters.")
    }
    var values: [String: Substring] = [:]
    for part in text.uppercased().split(separator: ";", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(pair[0])
      guard Self.parts.contains(name), pair.count == 2 else {
        let near = NearestName.question(name, among: Self.parts)
        throw Mistake("has the part '\(part)', which is not supported\(near)")
      }
      guard values.updateValue(pair[1], forKey: name) == nil else {
        throw Mistake("has the part '\(name)' twice.")
      }
    }
    try read(values)
    complete(from: Timestamp.civil(days: first.day))
  }

  private mutating func read(_ values: [String: Substring]) throws(Mistake) {
    guard let name = values["FREQ"] else { throw Mistake("lacks FREQ; begin it with 'FREQ=DAILY'.") }
    guard let frequency = Frequency(rawValue: String(name)) else {
      let near = NearestName.of(name, among: Frequency.allCases.map(\.rawValue)).map { "FREQ=\($0)" }
      let known = near == nil ? "; FREQ is DAILY, WEEKLY, MONTHLY or YEARLY." : NearestName.question(near)
      throw Mistake("has 'FREQ=\(name)', which is not supported\(known)")
    }
    self.frequency = frequency
    interval = try Self.numbers("INTERVAL", values, 1...1000).first ?? 1
    months = Set(try Self.numbers("BYMONTH", values, 1...12))
    monthDays = Set(try Self.numbers("BYMONTHDAY", values, 1...31, orFromEnd: true))
    guard monthDays.isEmpty || frequency != .weekly else {
      throw Mistake("has 'BYMONTHDAY', which FREQ=WEEKLY does not take; use FREQ=DAILY or FREQ=MONTHLY.")
    }
    if let list = values["BYDAY"] { weekdays = try weekdays(list) }
    guard values["COUNT"] == nil || values["UNTIL"] == nil else {
      throw Mistake("has both 'COUNT' and 'UNTIL'; leave one of them out.")
    }
    if let count = try Self.numbers("COUNT", values, 1...100_000).first { end = .count(Int(count)) }
    if let text = values["UNTIL"] { end = try Self.end(text) }
  }

  private static func numbers(
    _ part: String, _ values: [String: Substring], _ range: ClosedRange<Int64>, orFromEnd: Bool = false
  ) throws(Mistake) -> [Int64] {
    guard let text = values[part] else { return [] }
    let isList = part.hasPrefix("BY")
    var found: [Int64] = []
    for word in isList ? text.split(separator: ",", omittingEmptySubsequences: false) : [text] {
      guard let number = Int64(word), range.contains(number) || orFromEnd && range.contains(0 &- number),
        orFromEnd || word.first != "+"
      else {
        let ends = "\(range.lowerBound) to \(range.upperBound)"
        throw Mistake(
          "has '\(part)=\(text)'; \(part) is \(ends)\(orFromEnd ? ", or negative from the end" : "").")
      }
      found.append(number)
    }
    return found
  }

  private func weekdays(_ list: Substring) throws(Mistake) -> [Weekday] {
    let words = list.split(separator: ",", omittingEmptySubsequences: false)
    guard words.count <= 7 else { throw Mistake("has more than 7 days in 'BYDAY'.") }
    var found: [Weekday] = []
    for word in words {
      let digits = word.dropLast(2)
      guard let day = Self.weekdayNames.firstIndex(of: String(word.suffix(2))),
        digits.isEmpty || Int64(digits).map({ $0 != 0 && (-5...5).contains($0) }) == true
      else {
        throw Mistake("has 'BYDAY=\(list)'; its days are MO, TU, WE, TH, FR, SA and SU, as in 1MO or -1FR.")
      }
      guard digits.isEmpty || frequency == .monthly else {
        throw Mistake("has the number of a day in 'BYDAY=\(list)', which only FREQ=MONTHLY takes.")
      }
      found.append(Weekday(number: Int64(digits), day: Int64(day)))
    }
    return found
  }

  /// Reads `20261231`, `20261231T200000` or `20261231T200000Z`.
  private static func end(_ text: Substring) throws(Mistake) -> End {
    let digits = Array(text.utf8)
    let isWholeDay = digits.count == 8
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    if isWholeDay || digits.count == 15 || digits.count == 16 && digits[15] == UInt8(ascii: "Z") {
      let day = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T"
      let time = isWholeDay ? "23:59:59.999" : "\(part(9..<11)):\(part(11..<13)):\(part(13..<15))"
      if isWholeDay || digits[8] == UInt8(ascii: "T"), let moment = Timestamp("\(day)\(time)Z") {
        return digits.count == 16 ? .moment(moment) : .local(LocalTime(inUTC: moment))
      }
    }
    throw Mistake("has 'UNTIL=\(text)'; write it as 20261231, 20261231T200000 or 20261231T200000Z.")
  }

  private mutating func complete(from first: (year: Int64, month: Int64, day: Int64)) {
    guard weekdays.isEmpty, monthDays.isEmpty else { return }
    switch frequency {
    case .daily: break
    case .weekly: weekdays = [Weekday(number: nil, day: Self.weekday(of: self.first))]
    case .monthly: monthDays = [first.day]
    case .yearly:
      monthDays = [first.day]
      if months.isEmpty { months = [first.month] }
    }
  }

  private static func weekday(of day: Int64) -> Int64 { (day + 3).modulo(7) }
}

/// The search for days.
extension RecurrenceRule {
  private static let last = Timestamp.days(year: Zone.lastYear, month: 12, day: 31)

  /// Returns the nearest day of the rule that is not before a day or, backward, not after it; nil if there is none.
  /// COUNT and UNTIL are not considered.
  package func day(near wanted: Int64, backward: Bool = false) -> Int64? {
    var day = backward ? min(wanted, Self.last) : max(wanted, first)
    let origin = period(of: first)
    while day >= first, day <= Self.last {
      let date = Timestamp.civil(days: day)
      let month = date.year * 12 + date.month - 1
      let period = period(of: day, month)
      let rest = (period - origin).modulo(interval)
      if rest != 0 {
        day = backward ? start(of: period - rest + 1) - 1 : start(of: period - rest + interval)
      } else if !months.isEmpty, !months.contains(date.month) {
        day = backward ? Self.start(ofMonth: month) - 1 : Self.start(ofMonth: month + 1)
      } else if holds(day, date) {
        return day
      } else {
        day += backward ? -1 : 1
      }
    }
    return nil
  }

  /// Returns the last moment at which an occurrence may begin, if UNTIL names one.
  package func lastMoment(in zone: Zone) -> Timestamp? {
    switch end {
    case .never, .count: nil
    case .local(let end): zone.moment(of: end)
    case .moment(let end): end
    }
  }

  private func period(of day: Int64, _ knownMonth: Int64? = nil) -> Int64 {
    switch frequency {
    case .daily: return day
    case .weekly: return (day + 3 - (day + 3).modulo(7)) / 7
    case .monthly, .yearly:
      let date = Timestamp.civil(days: day)
      let month = knownMonth ?? date.year * 12 + date.month - 1
      return frequency == .monthly ? month : (month - month.modulo(12)) / 12
    }
  }

  /// Returns the first day of a period.
  private func start(of period: Int64) -> Int64 {
    switch frequency {
    case .daily: period
    case .weekly: period * 7 - 3
    case .monthly: Self.start(ofMonth: period)
    case .yearly: Self.start(ofMonth: period * 12)
    }
  }

  private static func start(ofMonth month: Int64) -> Int64 {
    Timestamp.days(year: (month - month.modulo(12)) / 12, month: month.modulo(12) + 1, day: 1)
  }

  private func holds(_ day: Int64, _ date: (year: Int64, month: Int64, day: Int64)) -> Bool {
    let length = Timestamp.days(in: date.month, of: date.year)
    let fromEnd = date.day - length - 1
    guard monthDays.isEmpty || monthDays.contains(date.day) || monthDays.contains(fromEnd) else {
      return false
    }
    guard !weekdays.isEmpty else { return true }
    let weekday = Self.weekday(of: day)
    return weekdays.contains { wanted in
      guard wanted.day == weekday else { return false }
      guard let number = wanted.number else { return true }
      return number > 0 ? (date.day - 1) / 7 + 1 == number : (-fromEnd - 1) / 7 + 1 == -number
    }
  }
}

internal import Documents
internal import Synchronization

/// The clock of a place: its offsets from UTC with all changes of them, to the end of the last year that plans reach.
package struct Zone: Sendable, Hashable {
  /// The moments at which the offset changes, in seconds since 1970, in ascending order.
  private var changes: [Int64] = []
  /// The local times up to which the offset before each change counts.
  private var localChanges: [Int64] = []
  /// The offsets in seconds to the east: each but the first begins with the change before it.
  private var offsets: [Int64]

  package static let utc = Zone(offset: 0)
  /// The last year in which something may be planned.
  package static let lastYear: Int64 = 2199

  private init(offset: Int64) { offsets = [offset] }

  /// Reads a file of tzdata (RFC 9636); nil for anything else.
  package init?(tzif bytes: [UInt8]) {
    var reader = ZoneFileReader(bytes: bytes)
    guard var table = reader.table(width: 4) else { return nil }
    if table.version >= 2 {
      guard let second = reader.table(width: 8) else { return nil }
      table = second
    }
    guard let first = table.offsets.first else { return nil }
    self.init(offset: first)
    for (moment, type) in zip(table.moments, table.types) {
      guard table.offsets.indices.contains(type) else { return nil }
      change(at: moment, to: table.offsets[type])
    }
    guard let footer = ZoneFooter(reader.rest) else { return }
    for (moment, offset) in footer.changes(after: table.moments.last) { change(at: moment, to: offset) }
  }

  private mutating func change(at moment: Int64, to offset: Int64) {
    guard let before = offsets.last, before != offset, changes.last.map({ $0 < moment }) ?? true else {
      return
    }
    changes.append(moment)
    localChanges.append(moment + max(before, offset))
    offsets.append(offset)
  }

  /// Returns the offset from UTC at a moment, in seconds to the east.
  package func offset(at moment: Timestamp) -> Int64 {
    let seconds = (moment.milliseconds - moment.milliseconds.modulo(1000)) / 1000
    return offsets[changes.prefixCount { $0 <= seconds }]
  }

  package func local(at moment: Timestamp) -> LocalTime {
    LocalTime(inUTC: moment.advanced(bySeconds: offset(at: moment)))
  }

  /// Returns the moment of a local time: of one that the clock leaves out, as much later as the clock is put forward; of
  /// one that comes twice, the first.
  package func moment(of local: LocalTime) -> Timestamp {
    let milliseconds = local.inUTC.milliseconds
    let seconds = (milliseconds - milliseconds.modulo(1000)) / 1000
    return local.inUTC.advanced(bySeconds: -offsets[localChanges.prefixCount { $0 <= seconds }])
  }

  /// The changes of the offset between two moments, in order, each with the offset before and after it.
  package func changes(
    from start: Timestamp, until end: Timestamp
  ) -> [(at: Timestamp, before: Int64, after: Int64)] {
    let first = changes.prefixCount { $0 <= start.milliseconds / 1000 }
    return changes.indices[first...].prefix { changes[$0] * 1000 < end.milliseconds }
      .map { (Timestamp(milliseconds: changes[$0] * 1000), offsets[$0], offsets[$0 + 1]) }
  }
}

/// The tables of a file of tzdata.
private struct ZoneFileReader {
  let bytes: [UInt8]
  var position = 0

  typealias ZoneTable = (version: UInt8, moments: [Int64], types: [Int], offsets: [Int64])

  var rest: ArraySlice<UInt8> { bytes[position...] }

  /// Reads a header with its table.
  /// - Parameter width: the size of a moment, in bytes.
  mutating func table(width: Int) -> ZoneTable? {
    guard bytes.count - position >= 44, bytes[position..<position + 4].elementsEqual("TZif".utf8) else {
      return nil
    }
    let version = bytes[position + 4] > UInt8(ascii: "0") ? bytes[position + 4] - UInt8(ascii: "0") : 1
    position += 20
    let counts = (0..<6).map { _ in Int(number(4)) }
    let (times, types) = (counts[3], counts[4])
    let size = times * (width + 1) + types * 6 + counts[5] + counts[2] * (width + 4) + counts[1] + counts[0]
    guard counts.allSatisfy({ (0...1 << 20).contains($0) }), bytes.count - position >= size else {
      return nil
    }
    let end = position + size
    let moments = (0..<times).map { _ in number(width) }
    let kinds = (0..<times).map { _ in Int(number(1) & 0xff) }
    let offsets = (0..<types).map { _ in
      defer { position += 2 }
      return number(4)
    }
    position = end
    return (version, moments, kinds, offsets)
  }

  private mutating func number(_ width: Int) -> Int64 {
    defer { position += width }
    let word = bytes[position..<position + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return width == 4 ? Int64(Int32(truncatingIfNeeded: word)) : Int64(bitPattern: word)
  }
}

/// The rule for the years after the table of a file: a POSIX `TZ` such as `CET-1CEST,M3.5.0,M10.5.0/3`.
private struct ZoneFooter {
  private var rest: ArraySlice<UInt8>
  private var standard: Int64 = 0
  private var summer: Int64 = 0
  private var dates: [YearDate] = []

  private enum YearDate {
    case weekday(month: Int64, week: Int64, day: Int64, time: Int64)
    /// A day of the year from 0 on; `skipsLeapDay` if 29 February is not counted.
    case day(Int64, skipsLeapDay: Bool, time: Int64)
  }

  /// Nil if the offset never changes.
  init?(_ line: ArraySlice<UInt8>) {
    rest = line.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
    guard takeName(), let offset = time(), takeName() else { return nil }
    standard = -offset
    summer = standard + 3600
    if rest.first != UInt8(ascii: ","), let offset = time() { summer = -offset }
    while take(",") {
      guard let date = date() else { return nil }
      dates.append(date)
    }
    guard dates.count == 2 else { return nil }
  }

  /// Returns the changes of each year after a moment, in order, with the new offsets.
  func changes(after last: Int64?) -> [(Int64, Int64)] {
    (1900...Zone.lastYear + 1).flatMap { year in
      [(moment(of: dates[0], year) - standard, summer), (moment(of: dates[1], year) - summer, standard)]
        .sorted { $0.0 < $1.0 }
    }.filter { change in last.map { change.0 > $0 } ?? true }
  }

  /// Returns a local time of a year in seconds.
  private func moment(of date: YearDate, _ year: Int64) -> Int64 {
    switch date {
    case .day(let day, let skipsLeapDay, let time):
      let first = Timestamp.days(year: year, month: 1, day: 1)
      let isAfter = skipsLeapDay && day > 58 && Timestamp.days(in: 2, of: year) == 29
      return (first + day + (isAfter ? 1 : 0)) * 86_400 + time
    case .weekday(let month, let week, let weekday, let time):
      let first = Timestamp.days(year: year, month: month, day: 1)
      let start = first + (weekday - (first + 4)).modulo(7)
      let last = first + Timestamp.days(in: month, of: year) - 1
      let day = start + (week - 1) * 7
      return (day > last ? day - 7 : day) * 86_400 + time
    }
  }

  private mutating func take(_ mark: UnicodeScalar) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func takeName() -> Bool {
    if take("<") {
      rest = rest.drop { $0 != UInt8(ascii: ">") }
      return take(">")
    }
    let count = rest.count
    rest = rest.drop { $0.isAlphanumeric && !$0.isDigit }
    return rest.count < count
  }

  private mutating func number() -> Int64? {
    let digits = rest.prefix(4).prefix { $0.isDigit }
    rest = rest.dropFirst(digits.count)
    return Int64(String(decoding: digits, as: UTF8.self))
  }

  /// Reads `2`, `-3:30` or `02:00:00` as seconds.
  private mutating func time() -> Int64? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard var seconds = number().map({ $0 * 3600 }) else { return nil }
    for unit in [Int64(60), 1] where take(":") {
      guard let part = number() else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }

  private mutating func date() -> YearDate? {
    if take("M") {
      guard let month = number(), (1...12).contains(month), take("."), let week = number(),
        (1...5).contains(week), take("."), let day = number(), (0...6).contains(day),
        let time = take("/") ? time() : 7200
      else { return nil }
      return .weekday(month: month, week: week, day: day, time: time)
    }
    let isJulian = take("J")
    guard let day = number(), day <= 366, let time = take("/") ? time() : 7200 else { return nil }
    return .day(isJulian ? day - 1 : day, skipsLeapDay: isJulian, time: time)
  }
}

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

/// The zones of the system's tzdata, each read at its first use, and again after its file changed.
package final class Zones: Sendable {
  /// Returns the bytes of a file in the folder of tzdata; nil if there is none.
  private let read: @Sendable (String) -> [UInt8]?
  /// Returns the names in a folder below it; nil for a file.
  private let list: @Sendable (String) -> [String]?
  private let state: Mutex<ReadZones>

  private struct ReadZones {
    var zones: [String: Zone] = [:]
    var release: String?
    var edition: UInt64 = 0
  }

  package init(
    read: @escaping @Sendable (String) -> [UInt8]?, list: @escaping @Sendable (String) -> [String]?
  ) {
    (self.read, self.list) = (read, list)
    state = Mutex(ReadZones(release: Self.release(read, list)))
  }

  /// A system without tzdata: it knows UTC alone.
  package static let none = Zones(read: { _ in nil }, list: { _ in nil })

  /// A number that rises when a zone that was read has other rules.
  package var edition: UInt64 { state.withLock { $0.edition } }

  /// The release of tzdata, such as `2026c`; `unknown` if no file names it, nil if there is no tzdata.
  package var release: String? { state.withLock { $0.release } }

  /// Returns the zone with exactly this name; nil if there is none.
  package subscript(name: String) -> Zone? {
    if let known = state.withLock({ $0.zones[name] }) { return known }
    guard Self.isName(name), let zone = read(name).flatMap({ Zone(tzif: $0) }) else {
      return name == "UTC" ? .utc : nil
    }
    state.withLock { $0.zones[name] = zone }
    return zone
  }

  /// The names of all zones.
  package var names: [String] {
    var (found, folders) = ([String](), [""])
    while let folder = folders.popLast() {
      for name in list(folder) ?? [] where name.utf8.first?.isCapitalLetter == true {
        if list(folder + name) != nil {
          folders.append(folder + name + "/")
        } else {
          found.append(folder + name)
        }
      }
    }
    return found
  }

  /// Reads the zones in use again, in case their files have changed.
  package func refresh() {
    let known = state.withLock { $0.zones }
    // A file that is being replaced may be missing for a moment.
    let changed = known.compactMap { name, zone in
      read(name).flatMap { Zone(tzif: $0) }.flatMap { $0 == zone ? nil : (name, $0) }
    }
    let release = Self.release(read, list)
    state.withLock { state in
      state.release = release
      for (name, zone) in changed { state.zones[name] = zone }
      if !changed.isEmpty { state.edition += 1 }
    }
  }

  /// Indicates whether it may name a file in the folder. Names in lower case are no zones: `right/…` counts leap seconds, and
  /// `localtime` leads out of the folder.
  private static func isName(_ name: String) -> Bool {
    name.utf8.count <= 64 && name.utf8.first?.isCapitalLetter == true
      && name.utf8.allSatisfy { $0.isAlphanumeric || "_-+/".utf8.contains($0) } && !name.contains("//")
  }

  private static func release(_ read: (String) -> [UInt8]?, _ list: (String) -> [String]?) -> String? {
    guard list("")?.isEmpty == false else { return nil }
    let line = (read("tzdata.zi") ?? read("+VERSION"))?.prefix { $0 != UInt8(ascii: "\n") }
    let word = line.flatMap { String(validating: $0, as: UTF8.self) }?.split(separator: " ").last
    return word.map { String($0.prefix(32)) } ?? "unknown"
  }
}

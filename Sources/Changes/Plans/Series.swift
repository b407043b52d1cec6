internal import Documents

/// The repetition of a schedule by the clock of a place.
///
/// An occurrence is named by the local time that the rule gives, whatever the clock makes of it. What began and what ended
/// is kept by these names, so that neither a clock that is set back nor another tzdata begins anything twice.
package struct Series: Sendable, Hashable {
  package let zone: String
  /// The rule as it was written.
  package let text: String
  package let rule: RecurrenceRule
  /// The beginning and the end of the first occurrence.
  package let from: LocalTime
  package let until: LocalTime
  /// The last local time that COUNT and a local UNTIL admit.
  private let last: LocalTime
  /// The last occurrence that has begun, and the last that has ended; moved ones have a phase of their own.
  private var begun: LocalTime?
  private var ended: LocalTime?
  /// The beginning of the running occurrence that began last; nil if none runs.
  package private(set) var runningFrom: Timestamp?
  private var exceptions: [LocalTime: SeriesException] = [:]

  package static let mostExceptions = 500

  /// Nil if the rule does not give the first occurrence.
  package init?(_ rule: RecurrenceRule, _ text: String, from: LocalTime, until: LocalTime, in zone: String) {
    guard rule.day(near: from.day) == from.day else { return nil }
    (self.rule, self.text, self.from, self.until, self.zone) = (rule, text, from, until, zone)
    var last = LocalTime(inUTC: Timestamp.endOfPlans)
    switch rule.end {
    case .never, .moment: break
    case .local(let end): last = min(end, last)
    case .count(let count):
      var (day, left) = (from.day, count - 1)
      while left > 0, let next = rule.day(near: day + 1) { (day, left) = (next, left - 1) }
      last = LocalTime(day: day, time: from.time)
    }
    self.last = last
  }

  package var length: Int64 { until - from }
}

extension Timestamp {
  static let endOfPlans = Timestamp(
    milliseconds: days(year: Zone.lastYear + 1, month: 1, day: 1) * 86_400_000 - 1)
}

/// An occurrence that a person has skipped or moved.
package struct SeriesException: Sendable, Hashable {
  /// The local times of a moved occurrence; nil for one that is skipped.
  package let span: Range<LocalTime>?
  package fileprivate(set) var state = ExceptionState.waiting

  package enum ExceptionState: String, Sendable, Hashable {
    case waiting, running, ended
  }

  package init(span: Range<LocalTime>?) { self.span = span }
}

/// A time in which a series shows its theme.
package struct Occurrence: Sendable, Hashable {
  /// The local time that the rule gives.
  package let name: LocalTime
  package let from: Timestamp
  package let until: Timestamp
  package let isMoved: Bool

  package init(name: LocalTime, from: Timestamp, until: Timestamp, isMoved: Bool = false) {
    (self.name, self.from, self.until, self.isMoved) = (name, from, until, isMoved)
  }
}

/// The local times that the rule gives.
extension Series {
  /// Returns the first that is not before a local time.
  private func name(from start: LocalTime, in zone: Zone) -> LocalTime? {
    rule.day(near: start.time > from.time ? start.day + 1 : start.day)
      .map { LocalTime(day: $0, time: from.time) }
      .flatMap { $0 <= last && isBeforeEnd($0, in: zone) ? $0 : nil }
  }

  private func name(after name: LocalTime?, in zone: Zone) -> LocalTime? {
    self.name(from: name.map { $0 + 1 } ?? from, in: zone)
  }

  /// Returns the last that is not after a local time and for which a condition holds; it holds for all before such a time.
  private func name(upTo end: LocalTime, in zone: Zone, where holds: (LocalTime) -> Bool = { _ in true })
    -> LocalTime?
  {
    var end = min(end, last)
    if case .moment(let moment) = rule.end { end = min(end, zone.local(at: moment) + LocalTime.dayLength) }
    var day = end.time < from.time ? end.day - 1 : end.day
    while let found = rule.day(near: day, backward: true) {
      let name = LocalTime(day: found, time: from.time)
      if isBeforeEnd(name, in: zone), holds(name) { return name }
      day = found - 1
    }
    return nil
  }

  private func isBeforeEnd(_ name: LocalTime, in zone: Zone) -> Bool {
    guard case .moment(let end) = rule.end else { return true }
    return zone.moment(of: name) <= end
  }

  /// Returns the last occurrence of the rule that begins, or ends, by a moment.
  /// - Parameter shift: the time from its beginning, on the clock.
  private func name(by moment: Timestamp, shift: Int64 = 0, in zone: Zone) -> LocalTime? {
    // A clock is never put forward by more than a day.
    name(upTo: zone.local(at: moment) + (LocalTime.dayLength - shift), in: zone) {
      zone.moment(of: $0 + shift) <= moment
    }
  }

  /// Returns the local times that the rule gives before and after another; `isGiven` if it gives that one.
  package func neighbors(
    of name: LocalTime, in zone: Zone
  ) -> (isGiven: Bool, before: LocalTime?, after: LocalTime?) {
    let before = self.name(upTo: name + -1, in: zone)
    return (self.name(from: name, in: zone) == name && name >= from, before, self.name(after: name, in: zone))
  }

  /// Returns the local time of the occurrence of the rule that begins at a moment.
  package func name(beginningAt moment: Timestamp, in zone: Zone) -> LocalTime {
    let name = name(by: moment, in: zone)
    return name.flatMap { zone.moment(of: $0) == moment ? $0 : nil } ?? zone.local(at: moment)
  }
}

/// The occurrences.
extension Series {
  package var skipped: [LocalTime] { exceptions.filter { $0.value.span == nil }.keys.sorted() }

  package func moved(in zone: Zone) -> [Occurrence] {
    exceptions.sorted { $0.key < $1.key }.compactMap { name, exception in
      exception.span.map { occurrence(name, $0, in: zone) }
    }
  }

  package subscript(exception name: LocalTime) -> SeriesException? { exceptions[name] }

  private func occurrence(_ name: LocalTime, _ span: Range<LocalTime>? = nil, in zone: Zone) -> Occurrence {
    Occurrence(
      name: name, from: zone.moment(of: span?.lowerBound ?? name),
      until: zone.moment(of: span?.upperBound ?? name + length), isMoved: span != nil)
  }

  /// Returns the occurrences that begin in a time, in order, as many as are wanted.
  /// - Parameter last: the name of the occurrence that begins at the same moment and precedes them; nil for all.
  package func occurrences(
    from start: Timestamp, after last: LocalTime? = nil, until end: Timestamp, atMost count: Int,
    in zone: Zone
  ) -> [Occurrence] {
    let isNext = { (one: Occurrence) in last.map { (one.from, one.name) > (start, $0) } ?? (one.from >= start)
    }
    let moved = moved(in: zone).filter { isNext($0) && $0.from < end }
    let regular = sequence(
      after: name(by: Timestamp(milliseconds: start.milliseconds - 1), in: zone), in: zone
    )
    .prefix { $0.from < end }.filter(isNext).prefix(count)
    return Array((moved + regular).sorted { ($0.from, $0.name) < ($1.from, $1.name) }.prefix(count))
  }

  /// Returns those that run or wait, in order, as many as are wanted.
  package func next(_ count: Int, at now: Timestamp, in zone: Zone) -> [Occurrence] {
    let moved = moved(in: zone).filter { exceptions[$0.name]?.state != .ended && $0.until > now }
    let regular = sequence(after: max(ended, name(by: now, shift: length, in: zone)), in: zone).prefix(count)
    return Array((moved + regular).sorted { ($0.from, $0.name) < ($1.from, $1.name) }.prefix(count))
  }

  /// Returns the occurrences of the rule after one, without those that are skipped, moved or passed over.
  package func sequence(after name: LocalTime?, in zone: Zone) -> some Sequence<Occurrence>
    & LazySequenceProtocol
  {
    Swift.sequence(state: name) { (last: inout LocalTime?) -> LocalTime? in
      guard let next = self.name(after: last, in: zone) else { return nil }
      last = next
      return next
    }.lazy.filter { exceptions[$0] == nil }.map { occurrence($0, in: zone) }.filter { $0.until > $0.from }
  }

  /// Returns the occurrences that can show in a time: those that were moved, and the name after which the others follow.
  package func upcoming(at start: Timestamp, in zone: Zone) -> (moved: [Occurrence], after: LocalTime?) {
    let moved = moved(in: zone).filter { exceptions[$0.name]?.state != .ended && $0.until > start }
    let over = max(ended, name(by: start, shift: length, in: zone))
    // Of those that overlap, the one that began last shows longest.
    let newest = lastRunning(begun: name(by: start, in: zone), ended: over, in: zone)
    return (moved, newest.map { $0 + -1 } ?? over)
  }

  private func lastRunning(begun: LocalTime?, ended: LocalTime?, in zone: Zone) -> LocalTime? {
    guard let begun, ended.map({ $0 < begun }) ?? true else { return nil }
    let isOver = { (name: LocalTime) in ended.map { name <= $0 } ?? false }
    let last = name(upTo: begun, in: zone) { exceptions[$0] == nil || isOver($0) }
    return last.flatMap { isOver($0) ? nil : $0 }
  }
}

/// The occurrences that calendars would compute otherwise.
extension Series {
  /// Returns the occurrences whose beginning the clock leaves out, and the names of those that are passed over.
  package func strays(until end: Timestamp, in zone: Zone) -> (shifted: [Occurrence], passedOver: [LocalTime])
  {
    var (shifted, passedOver) = ([Occurrence](), [LocalTime]())
    let start = zone.moment(of: from).advanced(bySeconds: -86_400)
    for change in zone.changes(from: start, until: end) where change.after > change.before {
      let day = Int64(86_400)
      var name = name(after: name(by: change.at.advanced(bySeconds: -day), in: zone), in: zone)
      while let one = name, zone.moment(of: one) < change.at.advanced(bySeconds: day) {
        let occurrence = occurrence(one, in: zone)
        if exceptions[one] == nil, occurrence.until <= occurrence.from {
          passedOver.append(one)
        } else if exceptions[one] == nil, zone.local(at: occurrence.from) != one {
          shifted.append(occurrence)
        }
        name = self.name(after: one, in: zone)
      }
    }
    return (shifted, passedOver)
  }
}

/// The course of time.
extension Series {
  /// Returns the series after all that begins and ends by a moment.
  package func advanced(to now: Timestamp, in zone: Zone) -> Series {
    var next = self
    next.begun = max(begun, name(by: now, in: zone))
    next.ended = max(ended, name(by: now, shift: length, in: zone))
    for (name, exception) in exceptions {
      guard let span = exception.span, exception.state != .ended else { continue }
      let occurrence = occurrence(name, span, in: zone)
      if occurrence.from <= now { next.exceptions[name]?.state = .running }
      if occurrence.until <= now { next.exceptions[name]?.state = .ended }
    }
    let regular = next.lastRunning(begun: next.begun, ended: next.ended, in: zone)
    let moved = next.exceptions.values.compactMap { $0.state == .running ? $0.span?.lowerBound : nil }
    next.runningFrom = (moved + [regular].compactMap(\.self)).map { zone.moment(of: $0) }.max()
    return next
  }

  /// Returns the series without what runs now.
  package func stopped() -> Series {
    var next = self
    next.ended = max(ended, begun)
    next.runningFrom = nil
    for name in exceptions.keys where exceptions[name]?.state == .running {
      next.exceptions[name]?.state = .ended
    }
    return next
  }

  /// Returns the first moment at which something begins or ends; nil after the last.
  package func due(in zone: Zone) -> Timestamp? {
    var moments = exceptions.values.compactMap { exception -> Timestamp? in
      guard let span = exception.span, exception.state != .ended else { return nil }
      return zone.moment(of: exception.state == .waiting ? span.lowerBound : span.upperBound)
    }
    let over = max(begun, ended)
    if let next = sequence(after: over, in: zone).first(where: { _ in true }) { moments.append(next.from) }
    if let over, let oldest = sequence(after: ended, in: zone).first(where: { _ in true }),
      oldest.name <= over
    {
      moments.append(oldest.until)
    }
    return moments.min()
  }

  /// Returns the series with another word about one occurrence; nil for as the rule says.
  package func setting(_ exception: SeriesException?, for name: LocalTime) -> Series? {
    var next = self
    if exceptions[name] == nil, exceptions.count >= Self.mostExceptions {
      // Exceptions for occurrences that have ended change nothing.
      next.exceptions = exceptions.filter { !isOver($0.key) }
      guard next.exceptions.count < Self.mostExceptions else { return nil }
    }
    next.exceptions[name] = exception
    return next
  }

  /// Indicates whether an occurrence has ended.
  package func isOver(_ name: LocalTime) -> Bool {
    if let exception = exceptions[name], exception.span != nil { return exception.state == .ended }
    return ended.map { name <= $0 } ?? false
  }

  /// Returns this plan in the place of another: with its past, and with its exceptions as far as this rule gives them.
  package func keepingExceptions(of other: Series, in zone: Zone) -> Series {
    var next = self
    (next.begun, next.ended) = (other.begun, other.ended)
    next.exceptions = other.exceptions.filter { neighbors(of: $0.key, in: zone).isGiven }
    return next
  }

  private func max(_ one: LocalTime?, _ other: LocalTime?) -> LocalTime? {
    guard let one, let other else { return one ?? other }
    return Swift.max(one, other)
  }
}

/// The form in which a log keeps a series.
extension Series {
  package var written: [String] {
    let past = [begun, ended].map { $0?.description ?? "" } + [runningFrom?.description ?? ""]
    let words = exceptions.sorted { $0.key < $1.key }.flatMap { name, exception in
      [name, exception.span?.lowerBound, exception.span?.upperBound].map { $0?.description ?? "" }
        + [exception.state.rawValue]
    }
    return [zone, text, from.description, until.description, last.description] + past + words
  }

  package init?(written: [String]) {
    guard written.count >= 8, written.count % 4 == 0, let from = LocalTime(written[2]),
      let until = LocalTime(written[3]), let last = LocalTime(written[4]),
      let rule = try? RecurrenceRule(written[1], from: from)
    else { return nil }
    (zone, text, self.rule, self.from, self.until) = (written[0], written[1], rule, from, until)
    (self.last, begun, ended) = (last, LocalTime(written[5]), LocalTime(written[6]))
    runningFrom = Timestamp(written[7])
    for index in stride(from: 8, to: written.count, by: 4) {
      guard let name = LocalTime(written[index]),
        let state = SeriesException.ExceptionState(rawValue: written[index + 3])
      else { return nil }
      let span = LocalTime(written[index + 1]).flatMap { from in
        LocalTime(written[index + 2]).flatMap { from < $0 ? from..<$0 : nil }
      }
      var exception = SeriesException(span: span)
      exception.state = state
      exceptions[name] = exception
    }
  }
}

internal import Bindings
package import Changes
internal import Documents
internal import Synchronization
internal import ThemeAPI
internal import Themes

/// The log of the process: one line for each event on standard error, as JSON or as text.
package struct Log: Sendable {
  package enum Format: String, Sendable, CaseIterable {
    case automatic = "auto"
    case json, text
  }

  package enum Level: String, Sendable, CaseIterable, Comparable {
    case debug, info, warning, error

    package static func < (one: Level, other: Level) -> Bool { one.rank < other.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// A named detail of an event. Secrets must never be details.
  package struct Detail: Sendable {
    let name: String
    let value: Value

    enum Value: Sendable { case text(String), block(String), number(Int) }

    package static func text(_ name: String, _ value: String) -> Detail {
      .init(name: name, value: .text(value))
    }

    /// A text of several lines, such as a code frame. It is written below the line.
    package static func block(_ name: String, _ value: String) -> Detail {
      .init(name: name, value: .block(value))
    }

    package static func number(_ name: String, _ value: Int) -> Detail {
      .init(name: name, value: .number(value))
    }
  }

  struct Event: Sendable {
    let time: Timestamp
    let level: Level
    let message: String
    let details: [Detail]
  }

  private let isJSON: Bool
  let least: Level
  private let now: @Sendable () -> Timestamp
  private let write: @Sendable (String) -> Void
  /// Receives events instead of writing them; nil if they are written immediately.
  private let taking: (@Sendable (Event) -> Void)?

  package init(
    format: Format, least: Level, isTerminal: Bool = Console.isWatched,
    now: @escaping @Sendable () -> Timestamp = { .now },
    write: @escaping @Sendable (String) -> Void = Console.printError
  ) {
    isJSON = format == .json || format == .automatic && !isTerminal
    self.least = least
    self.now = now
    self.write = write
    taking = nil
  }

  init(_ other: Log, taking: @escaping @Sendable (Event) -> Void) {
    (isJSON, least, now, write) = (other.isJSON, other.least, other.now, other.write)
    self.taking = taking
  }

  func write(_ events: [Event]) { write(events.map { isJSON ? json($0) : text($0) }.joined()) }

  package func debug(_ message: String, _ fields: Detail...) { add(.debug, message, fields) }
  package func info(_ message: String, _ fields: Detail...) { add(.info, message, fields) }
  package func warning(_ message: String, _ fields: Detail...) { add(.warning, message, fields) }
  package func error(_ message: String, _ fields: Detail...) { add(.error, message, fields) }

  func add(_ level: Level, _ message: String, _ details: [Detail]) {
    guard level >= least else { return }
    let event = Event(time: now(), level: level, message: message, details: details)
    if let taking { taking(event) } else { write([event]) }
  }

  private func json(_ event: Event) -> String {
    var json = JSONWriter()
    json.object {
      $0.member("time", event.time.description)
      $0.member("level", event.level.rawValue)
      $0.member("message", event.message)
      for detail in event.details {
        switch detail.value {
        case .text(let text), .block(let text): $0.member(detail.name, text)
        case .number(let number): $0.member(detail.name, number)
        }
      }
    }
    return json.text + "\n"
  }

  private func text(_ event: Event) -> String {
    let details = event.details.map { detail in
      switch detail.value {
      case .block(let text):
        text.split(separator: "\n").map { "\n    " + $0.printable }.joined()
      case .text(let text): "  \(detail.name)=\(text.printable)"
      case .number(let number): "  \(detail.name)=\(number)"
      }
    }
    let clock = event.time.description.dropFirst(11).dropLast(1)
    let mark = event.level == .info ? "" : "\(event.level.rawValue): "
    return "\(clock)  \(mark)\(event.message.printable)\(details.joined())\n"
  }
}

extension [Log.Detail] {
  /// The trace of the request that causes a line, if it names one.
  static func trace(_ trace: TraceContext?) -> [Log.Detail] {
    trace.map { [.text("traceparent", $0.parent)] } ?? []
  }
}

extension Log {
  /// Logs each response. Nil if the level is above debug, so that nobody collects the details.
  var onAnswer: (@Sendable (AnsweredRequest) -> Void)? {
    guard least == .debug else { return nil }
    return { request in
      let details: [Detail] = [
        .text("method", request.method), .text("target", request.target), .text("from", request.address),
        .number("status", request.status), .number("microseconds", request.microseconds),
      ]
      add(.debug, "Answered", details + .trace(request.trace))
    }
  }

  /// Logs a write, or the refusal of one.
  func wrote(_ record: WriteRecord) {
    var details: [Detail] = [
      .text("what", record.operation), .text("by", record.author), .text("from", record.address),
    ]
    if let channel = record.channel { details.append(.text("channel", channel)) }
    if let name = record.name { details.append(.text("name", name)) }
    details.append(.number("status", record.status))
    if let cursor = record.cursor { details.append(.text("cursor", cursor)) }
    details += .trace(record.trace)
    guard let refusal = record.refusal else { return add(.info, "Wrote", details) }
    add(.warning, "Refused a write", details + [.text("why", refusal)])
  }

  func problem(_ problem: Problem) {
    error(
      problem.message, .text("file", problem.place.file), .number("line", problem.place.line),
      .number("column", problem.place.column), .text("code", problem.code), .block("frame", problem.frame))
  }
}

/// Writes the log on a thread of its own, so that a slow reader of standard error delays neither requests nor the end of the
/// process, and requests don't wait for the formatting. Lines that can wait are written together.
final class LogWriter: Sendable {
  private struct Waiting {
    var events: [Log.Event] = []
    /// The number of lines that were dropped because there was no room.
    var lost = 0
    /// Indicates whether a line can't wait for others, or there are many.
    var isUrgent = false
  }

  private static let limit = 10_000
  /// The longest time that a line waits for others.
  private static let pause = Duration.milliseconds(50)

  private let waiting = Mutex(Waiting())
  private let loop: LoopThread
  /// The log that writes immediately and waits for the reader.
  private let stream: Log

  init(into log: Log) throws(SystemError) {
    stream = log
    loop = try LoopThread()
    try loop.start(named: "livery-log") { [self] in run() }
  }

  /// A log whose lines are written soon.
  var log: Log { Log(stream) { self.add($0, canWait: false) } }

  /// A log whose lines may be written a moment later, together with others.
  var audit: Log { Log(stream) { self.add($0, canWait: true) } }

  /// Queues an event. Each line that is written alone costs a wake of the thread and two system calls.
  private func add(_ event: Log.Event, canWait: Bool) {
    let isToRing = waiting.withLock { waiting in
      guard waiting.events.count < Self.limit else {
        waiting.lost += 1
        return false
      }
      waiting.events.append(event)
      let becomesUrgent = !waiting.isUrgent && (!canWait || waiting.events.count > Self.limit / 2)
      if becomesUrgent { waiting.isUrgent = true }
      return becomesUrgent || waiting.events.count == 1
    }
    if isToRing { loop.ring() }
  }

  /// Writes all queued events and ends the thread, within one second.
  func end() {
    waiting.withLock { $0.isUrgent = true }
    loop.stop()
    loop.join(within: .seconds(1))
  }

  private func run() {
    while true {
      loop.wait()
      if !waiting.withLock({ $0.isUrgent }) { loop.wait(atMost: Self.pause) }
      let isEnding = loop.isEnding
      let next = waiting.withLock { waiting in
        defer { (waiting.events, waiting.lost, waiting.isUrgent) = ([], 0, false) }
        return waiting
      }
      if !next.events.isEmpty { stream.write(next.events) }
      if next.lost > 0 {
        stream.warning("Dropped lines, since the log was not read", .number("lines", next.lost))
      }
      if isEnding { return }
    }
  }
}

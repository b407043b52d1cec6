package import Changes
internal import Themes

/// What the process tells its operator: a line an event on standard error, JSON or readable.
package struct Log: Sendable {
  package enum LogFormat: String, Sendable, CaseIterable {
    case automatic = "auto"
    case json, text
  }

  package enum LogLevel: String, Sendable, CaseIterable, Comparable {
    case debug, info, warning, error

    package static func < (one: LogLevel, other: LogLevel) -> Bool { one.rank < other.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// A named detail of an event. What is secret is never one.
  package struct Detail: Sendable {
    let name: String
    let value: LogValue

    enum LogValue: Sendable { case text(String), block(String), number(Int) }

    package static func text(_ name: String, _ value: String) -> Detail {
      Detail(name: name, value: .text(value))
    }

    /// A text of several lines, such as a code frame; it stands below.
    package static func block(_ name: String, _ value: String) -> Detail {
      Detail(name: name, value: .block(value))
    }

    package static func number(_ name: String, _ value: Int) -> Detail {
      Detail(name: name, value: .number(value))
    }
  }

  /// What happened, and when: a line once it is written.
  struct LogEvent: Sendable {
    let time: Timestamp
    let level: LogLevel
    let message: String
    let details: [Detail]
  }

  private let isJSON: Bool
  let least: LogLevel
  private let now: @Sendable () -> Timestamp
  private let write: @Sendable (String) -> Void
  /// Takes events in place of writing them; nil where they are written at once.
  private let taking: (@Sendable (LogEvent) -> Void)?

  package init(
    format: LogFormat, least: LogLevel, isTerminal: Bool = Console.isWatched,
    now: @escaping @Sendable () -> Timestamp = { .now },
    write: @escaping @Sendable (String) -> Void = Console.printError
  ) {
    isJSON = format == .json || format == .automatic && !isTerminal
    self.least = least
    self.now = now
    self.write = write
    taking = nil
  }

  /// The same whose events somebody takes, to write them later.
  init(_ other: Log, taking: @escaping @Sendable (LogEvent) -> Void) {
    (isJSON, least, now, write) = (other.isJSON, other.least, other.now, other.write)
    self.taking = taking
  }

  /// Writes these together.
  func write(_ events: [LogEvent]) {
    write(events.map { isJSON ? json($0) : text($0) }.joined())
  }

  package func debug(_ message: String, _ fields: Detail...) { add(.debug, message, fields) }
  package func info(_ message: String, _ fields: Detail...) { add(.info, message, fields) }
  package func warning(_ message: String, _ fields: Detail...) { add(.warning, message, fields) }
  package func error(_ message: String, _ fields: Detail...) { add(.error, message, fields) }

  func info(_ message: String, _ fields: [Detail]) { add(.info, message, fields) }
  func warning(_ message: String, _ fields: [Detail]) { add(.warning, message, fields) }
  func error(_ message: String, _ fields: [Detail]) { add(.error, message, fields) }

  private func add(_ level: LogLevel, _ message: String, _ details: [Detail]) {
    guard level >= least else { return }
    let event = LogEvent(time: now(), level: level, message: message, details: details)
    if let taking { taking(event) } else { write([event]) }
  }

  private func json(_ event: LogEvent) -> String {
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

  private func text(_ event: LogEvent) -> String {
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

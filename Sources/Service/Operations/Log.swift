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

  private let isJSON: Bool
  let least: LogLevel
  private let now: @Sendable () -> Timestamp
  let write: @Sendable (String) -> Void

  package init(
    format: LogFormat, least: LogLevel, isTerminal: Bool = Console.isWatched,
    now: @escaping @Sendable () -> Timestamp = { .now },
    write: @escaping @Sendable (String) -> Void = Console.printError
  ) {
    isJSON = format == .json || format == .automatic && !isTerminal
    self.least = least
    self.now = now
    self.write = write
  }

  init(_ other: Log, write: @escaping @Sendable (String) -> Void) {
    (isJSON, least, now) = (other.isJSON, other.least, other.now)
    self.write = write
  }

  package func debug(_ message: String, _ fields: Detail...) { add(.debug, message, fields) }
  package func info(_ message: String, _ fields: Detail...) { add(.info, message, fields) }
  package func warning(_ message: String, _ fields: Detail...) { add(.warning, message, fields) }
  package func error(_ message: String, _ fields: Detail...) { add(.error, message, fields) }

  func info(_ message: String, _ fields: [Detail]) { add(.info, message, fields) }
  func warning(_ message: String, _ fields: [Detail]) { add(.warning, message, fields) }
  func error(_ message: String, _ fields: [Detail]) { add(.error, message, fields) }

  private func add(_ level: LogLevel, _ message: String, _ fields: [Detail]) {
    guard level >= least else { return }
    write(isJSON ? json(level, message, fields) : text(level, message, fields))
  }

  private func json(_ level: LogLevel, _ message: String, _ fields: [Detail]) -> String {
    var json = JSONWriter()
    json.object {
      $0.member("time", now().description)
      $0.member("level", level.rawValue)
      $0.member("message", message)
      for field in fields {
        switch field.value {
        case .text(let text), .block(let text): $0.member(field.name, text)
        case .number(let number): $0.member(field.name, number)
        }
      }
    }
    return json.text + "\n"
  }

  private func text(_ level: LogLevel, _ message: String, _ fields: [Detail]) -> String {
    let details = fields.map { field in
      switch field.value {
      case .block(let text):
        text.split(separator: "\n").map { "\n    " + $0.printable }.joined()
      case .text(let text): "  \(field.name)=\(text.printable)"
      case .number(let number): "  \(field.name)=\(number)"
      }
    }
    let clock = now().description.dropFirst(11).dropLast(1)
    let mark = level == .info ? "" : "\(level.rawValue): "
    return "\(clock)  \(mark)\(message.printable)\(details.joined())\n"
  }
}

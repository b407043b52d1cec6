import Changes
import Documents
import Service
import Synchronization
import Testing
import Themes

/// Keeps what a log writes.
private final class Lines: Sendable {
  private let text = Mutex("")

  var all: String { text.withLock { $0 } }

  func log(_ format: Log.Format, isTerminal: Bool = false, least: Log.Level = .info) -> Log {
    Log(
      format: format, least: least, isTerminal: isTerminal,
      now: { Timestamp(milliseconds: 1_795_242_735_943) },
      write: { [self] line in text.withLock { $0 += line } })
  }
}

@Suite struct `The log` {
  @Test func `is an object a line, whatever the text holds`() {
    let lines = Lines()
    lines.log(.json).warning("A \"quoted\"\nline", .text("file", "a\tb"), .number("line", 3))
    let root = JSONReader.read(SourceFile(name: "log", bytes: Array(lines.all.utf8))).root
    #expect(root?["time"]?.string == "2026-11-21T06:32:15.943Z")
    #expect(root?["level"]?.string == "warning")
    #expect(root?["message"]?.string == "A \"quoted\"\nline")
    #expect(root?["file"]?.string == "a\tb")
    #expect(root?["line"]?.integer == 3)
    #expect(lines.all.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
  }

  @Test func `is readable on a terminal`() {
    let lines = Lines()
    lines.log(.automatic, isTerminal: true).error(
      "Broken", .block("frame", "3 | x\n  | ^"), .number("line", 3))
    #expect(lines.all == "06:32:15.943  error: Broken\n    3 | x\n      | ^  line=3\n")
  }

  /// A line feed is a character of its own only where no carriage return stands before it.
  @Test(arguments: [
    "a\nb", "a\r\nb", "a\u{1b}[2Jb", "a\u{85}b", "a\u{9b}31mb", "a\u{2028}b", "a\u{202e}b", "a\u{7f}b",
    "a\n\u{301}b",
  ])
  func `lets no name of a file write a line of its own, or speak to the terminal`(name: String) {
    let lines = Lines()
    lines.log(.text).warning("Found \(name)", .text("file", name), .block("frame", "1 | \(name)\n  | ^"))
    let rest = lines.all.unicodeScalars.filter { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) }
    #expect(rest.allSatisfy { $0 == "\n" })
    #expect(!lines.all.unicodeScalars.contains("\u{202e}") && !lines.all.unicodeScalars.contains("\u{2028}"))
    for line in lines.all.split(separator: "\n").dropFirst() {
      #expect(line.unicodeScalars.starts(with: "    ".unicodeScalars))
    }
    #expect(lines.all.hasPrefix("06:32:15.943  warning: Found a\\u{"))
  }

  @Test func `is objects where nobody watches`() {
    let lines = Lines()
    lines.log(.automatic).info("Hello")
    #expect(lines.all.hasPrefix("{"))
  }

  @Test func `leaves out what is not worth a line`() {
    let lines = Lines()
    let log = lines.log(.text, least: .warning)
    log.debug("a")
    log.info("b")
    #expect(lines.all.isEmpty)
    log.warning("c")
    #expect(lines.all == "06:32:15.943  warning: c\n")
  }
}

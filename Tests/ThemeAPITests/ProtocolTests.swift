import Foundation
import Testing
import Themes

@testable import ThemeAPI

/// The examples of docs/protocol.md, executed in their order.
struct ProtocolTests {
  private struct Block {
    let label: String
    let lines: [String]
  }

  @Test func `the protocol's examples are answered as they say`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../docs/protocol.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    // Examples of the reading half come from the shipped themes and stand after this heading.
    let writing = text.components(separatedBy: "\n## Reading").first ?? text
    let desk = try WritingDesk()
    var cursor = ""
    var count = 0
    var rest = Self.blocks(of: writing)[...]
    while let request = rest.popFirst(), let answer = rest.popFirst() {
      let reply = try #require(Self.ask(request.lines, desk, cursor), "\(request.lines)")
      let status = answer.label.split(separator: " ").last.map(String.init)
      #expect(status == "\(reply.status)", "\(request.lines[0]): \(reply.text)")
      let given =
        answer.label.hasPrefix("json")
        ? reply.text : reply.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
      #expect(
        Self.matches(answer.lines, given.split(separator: "\n").map(String.init)),
        "\(request.lines[0]) gives\n\(given)")
      cursor = reply.header("Livery-Cursor") ?? cursor
      count += 1
    }
    #expect(count >= 10)
  }

  private static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    var open: (label: String, lines: [String])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let block = open {
        if line == "```" {
          blocks.append(Block(label: block.label, lines: block.lines))
          open = nil
        } else {
          open?.lines.append(line)
        }
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), [])
      }
    }
    return blocks
  }

  private static func ask(_ lines: [String], _ desk: WritingDesk, _ cursor: String) -> Reply? {
    let line = lines[0].replacingOccurrences(of: "$CURSOR", with: cursor)
    let body = lines.drop { !$0.isEmpty }.dropFirst().joined(separator: "\n")
    let type = lines.first { $0.hasPrefix("Content-Type: ") }?.dropFirst("Content-Type: ".count)
    guard let type else { return desk.ask(line) }
    return desk.ask(line, ["Content-Type": String(type)], body: body)
  }

  /// Line by line; a line that is nothing but `…` stands for any number of lines.
  private static func matches(_ pattern: [String], _ lines: [String]) -> Bool {
    guard let first = pattern.first else { return lines.isEmpty }
    if first == "…" {
      let rest = Array(pattern.dropFirst())
      return rest.isEmpty || (0...lines.count).contains { matches(rest, Array(lines.dropFirst($0))) }
    }
    if pattern.count == 1, first.hasPrefix("Livery-Cursor") {
      return lines.contains { fits(first, $0) }
    }
    guard let line = lines.first, fits(first, line) else { return false }
    return matches(Array(pattern.dropFirst()), Array(lines.dropFirst()))
  }

  private static func fits(_ pattern: String, _ line: String) -> Bool {
    let parts = pattern.components(separatedBy: "…")
    guard parts.count > 1 else { return pattern == line }
    return line.hasPrefix(parts[0]) && line.hasSuffix(parts[parts.count - 1])
  }
}

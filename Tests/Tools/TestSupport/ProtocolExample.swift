/// A request of `docs/protocol.md` with the answer that it is said to get.
package struct ProtocolExample: Sendable {
  package let method: String
  package let target: String
  package let headers: [(String, String)]
  package let body: String
  package let status: Int
  private let kind: Substring
  private let answer: String

  /// The examples in their order, those of the section on reading or those of all others.
  package static func all(ofReading isReading: Bool) -> [ProtocolExample] {
    let text = ProjectFiles.text("docs/protocol.md").split(separator: "\n", omittingEmptySubsequences: false)
    let heading = text.firstIndex { $0 == "## Reading" } ?? text.endIndex
    let next = text[heading...].dropFirst().firstIndex { $0.hasPrefix("## ") } ?? text.endIndex
    let blocks = FencedBlock.all(in: "docs/protocol.md").filter {
      (heading..<next).contains($0.line - 1) == isReading
    }
    return stride(from: 0, to: blocks.count - 1, by: 2).map { ProtocolExample(blocks[$0], blocks[$0 + 1]) }
  }

  private init(_ request: FencedBlock, _ reply: FencedBlock) {
    let lines = request.text.split(separator: "\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", maxSplits: 1).map(String.init)
    (method, target) = (words[0], words[1])
    headers = lines.dropFirst().prefix { !$0.isEmpty }.map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (String(parts[0]), String(parts[1].drop { $0 == " " }))
    }
    body = lines.drop { !$0.isEmpty }.filter { !$0.isEmpty }.joined(separator: "\n")
    let labels = reply.info.split(separator: " ")
    (kind, status) = (labels[0], Int(labels[1]) ?? 0)
    answer = reply.text
  }

  /// Whether an answer is as it is said to be: its body, or for a block of `http` each of the headers. `…` stands
  /// for anything, and white space between the parts of JSON for nothing.
  package func isMet(body: String, headers: [(name: String, value: String)]) -> Bool {
    switch kind {
    case "http":
      answer.split(separator: "\n").allSatisfy { line in
        headers.contains { Self.fits(String(line).lowercased(), "\($0.name): \($0.value)".lowercased()) }
      }
    default: Self.fits(Self.dense(answer), Self.dense(body))
    }
  }

  private static func fits(_ pattern: String, _ text: String) -> Bool {
    let parts = pattern.split(separator: "…", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return pattern == text }
    guard text.hasPrefix(first) else { return false }
    var rest = text.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }

  /// Without white space, save what stands between quotes.
  private static func dense(_ text: String) -> String {
    var (isQuoted, isEscaped) = (false, false)
    return text.filter { character in
      if isQuoted {
        if character == "\"", !isEscaped { isQuoted = false }
        isEscaped = character == "\\" && !isEscaped
        return true
      }
      isQuoted = character == "\""
      return !character.isWhitespace
    }
  }
}

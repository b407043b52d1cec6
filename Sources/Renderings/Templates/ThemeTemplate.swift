internal import Documents
package import Resolution

/// A template that writes a theme as source code of an app.
///
/// It is text with tags: `{{name}}` writes a value, `{{#each colors}}…{{/each}}` repeats text for each item,
/// `{{#if dark}}…{{/if}}` and `{{#unless last}}…{{/unless}}` choose, `{{! … }}` is left out. A line with nothing but one
/// tag that writes no value is left out too.
package struct ThemeTemplate: Sendable {
  /// The reason why a text is no template, or can't be filled in.
  package struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    package let line: Int
    package let sentence: String

    package var description: String { "line \(line): \(sentence)" }
  }

  private indirect enum Node: Sendable {
    case text(String)
    case value(String, line: Int)
    case each(String, [Node], line: Int)
    case choice(String, isWanted: Bool, [Node], line: Int)
  }

  private let nodes: [Node]
  private static let deepest = 16
  /// The largest template and the largest result, in bytes.
  package static let largest = 256 << 10
  private static let largestResult = 16 << 20

  package init(_ text: String) throws(Failure) {
    guard text.utf8.count <= Self.largest else {
      throw Failure(line: 1, sentence: "A template has at most \(Self.largest >> 10) KiB.")
    }
    var parser = Parser(text)
    nodes = try parser.nodes(until: nil, depth: 0)
  }

  /// - Parameter traits: the traits that are the same in the light and in the dark.
  package func render(_ theme: CompiledTheme, given traits: [String: String] = [:]) throws(Failure) -> String
  {
    var text = ""
    try write(nodes, [TemplateValues.of(theme, given: traits)], to: &text)
    return text
  }

  private func write(_ nodes: [Node], _ scopes: [TemplateValue], to text: inout String) throws(Failure) {
    for node in nodes {
      switch node {
      case .text(let part): text += part
      case .value(let name, let line):
        guard case .text(let value) = try Self.find(name, scopes, line) else {
          throw Failure(
            line: line, sentence: "'\(name)' is no text; '{{#each \(name)}}' or '{{#if \(name)}}' uses it.")
        }
        text += value
      case .each(let name, let body, let line):
        guard case .list(let items) = try Self.find(name, scopes, line) else {
          throw Failure(line: line, sentence: "'\(name)' is no list.")
        }
        for (index, item) in items.enumerated() {
          let place: TemplateValue = .object([
            "first": .flag(index == 0), "last": .flag(index == items.count - 1),
          ])
          try write(body, scopes + [item, place], to: &text)
        }
      case .choice(let name, let isWanted, let body, let line):
        if try Self.find(name, scopes, line).isTrue == isWanted { try write(body, scopes, to: &text) }
      }
      guard text.utf8.count <= Self.largestResult else {
        throw Failure(line: 1, sentence: "The result has more than \(Self.largestResult >> 20) MiB.")
      }
    }
  }

  /// Returns the value of a path such as `light.hex`: its first step in the innermost scope that has it.
  private static func find(_ path: String, _ scopes: [TemplateValue], _ line: Int) throws(Failure)
    -> TemplateValue
  {
    let steps = path.split(separator: ".").map(String.init)
    var value = scopes.reversed().lazy.compactMap { $0[steps[0]] }.first
    for step in steps.dropFirst() { value = value?[step] }
    if let value { return value }
    let known = Set(scopes.flatMap(\.names))
    throw Failure(
      line: line, sentence: "There is no value '\(path)' here\(NearestName.question(path, among: known))")
  }

  // MARK: Reading

  private struct Parser {
    private var tokens: ArraySlice<(text: String, isTag: Bool, line: Int)> = []

    init(_ text: String) {
      var line = 1
      for part in Self.lines(of: text) {
        let pieces = Self.pieces(of: part)
        let tags = pieces.filter(\.isTag)
        let isAlone =
          tags.count == 1 && "#/!".contains(tags[0].text.first ?? "x")
          && pieces.allSatisfy { $0.isTag || $0.text.allSatisfy(\.isWhitespace) }
        for piece in pieces where !isAlone || piece.isTag { tokens.append((piece.text, piece.isTag, line)) }
        line += 1
      }
    }

    /// Returns the lines with their ends.
    private static func lines(of text: String) -> [Substring] {
      var lines: [Substring] = []
      var rest = text[...]
      while let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n")) {
        let next = rest.utf8.index(after: end)
        lines.append(rest[..<next])
        rest = rest[next...]
      }
      return rest.isEmpty ? lines : lines + [rest]
    }

    private static func pieces(of line: Substring) -> [(text: String, isTag: Bool)] {
      var pieces: [(text: String, isTag: Bool)] = []
      var rest = line
      while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
        if start.lowerBound > rest.startIndex { pieces.append((String(rest[..<start.lowerBound]), false)) }
        pieces.append((String(rest[start.upperBound..<end.lowerBound]), true))
        rest = rest[end.upperBound...]
      }
      return rest.isEmpty ? pieces : pieces + [(String(rest), false)]
    }

    mutating func nodes(until block: (word: String, line: Int)?, depth: Int) throws(Failure) -> [Node] {
      var nodes: [Node] = []
      while let (text, isTag, line) = tokens.popFirst() {
        let words = text.split(separator: " ").map(String.init)
        guard isTag else {
          nodes.append(.text(text))
          continue
        }
        guard let first = words.first, !first.hasPrefix("!") else { continue }
        if first.hasPrefix("/") {
          if words.count == 1, first == "/\(block?.word ?? "")" { return nodes }
          throw Failure(line: line, sentence: "'{{\(text)}}' ends nothing that is open here.")
        }
        if let node = try begun(first, words, line, depth) {
          nodes.append(node)
        } else if words.count == 1 {
          nodes.append(.value(first, line: line))
        } else {
          throw Failure(
            line: line, sentence: "'{{\(text)}}' is no tag; there are #each, #if and #unless with a name.")
        }
      }
      if let block {
        throw Failure(line: block.line, sentence: "'#\(block.word)' has no '{{/\(block.word)}}'.")
      }
      return nodes
    }

    /// Returns the node of a tag that begins a block, with its content; nil for another tag.
    private mutating func begun(_ tag: String, _ words: [String], _ line: Int, _ depth: Int)
      throws(Failure) -> Node?
    {
      guard ["#each", "#if", "#unless"].contains(tag), words.count == 2 else { return nil }
      guard depth < ThemeTemplate.deepest else {
        throw Failure(line: line, sentence: "Blocks are at most \(ThemeTemplate.deepest) deep.")
      }
      let body = try nodes(until: (String(tag.dropFirst()), line), depth: depth + 1)
      return tag == "#each"
        ? .each(words[1], body, line: line) : .choice(words[1], isWanted: tag == "#if", body, line: line)
    }
  }
}

/// A value that a template can name.
enum TemplateValue: Sendable {
  case text(String)
  case flag(Bool)
  case list([TemplateValue])
  case object([String: TemplateValue])

  subscript(_ name: String) -> TemplateValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var names: [String] { if case .object(let members) = self { Array(members.keys) } else { [] } }

  /// Indicates whether `#if` writes its text: neither false, nor empty.
  var isTrue: Bool {
    switch self {
    case .text(let text): !text.isEmpty
    case .flag(let flag): flag
    case .list(let items): !items.isEmpty
    case .object(let members): !members.isEmpty
    }
  }
}

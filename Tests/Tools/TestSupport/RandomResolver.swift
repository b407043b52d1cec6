internal import Documents
internal import Themes

/// A sound resolver document, made by chance and written by itself, with the tokens that each choice of contexts must
/// give: sources are laid one over the other, as the resolver module says it, without anything of the program.
package struct RandomResolver {
  package struct SampleModifier {
    package let name: String
    package let contexts: [String]
    package let standard: Int
  }

  /// Values as JSON, by name.
  package typealias Tokens = [String: String]

  private enum Step {
    case set([Tokens])
    case modifier(Int, [[Tokens]])
  }

  package private(set) var modifiers: [SampleModifier] = []
  private var steps: [Step] = []
  private var random: SeededGenerator
  private var files: [String: String] = [:]

  /// The tokens that every document has, so that references to them always resolve.
  private static let colors = (0..<4).map { "color.c\($0)" }
  private static let lengths = (0..<4).map { "space.s\($0)" }
  private static let numbers = (0..<3).map { "n\($0)" }
  /// In some contexts only.
  private static let rare = ["rare.r0", "rare.r1"]

  package init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for number in 0..<Int.random(in: 1...4, using: &random) {
      let count = Int.random(in: 2...4, using: &random)
      modifiers.append(
        SampleModifier(
          name: "m\(number)", contexts: (0..<count).map { "C\($0)" },
          standard: Int.random(in: 0..<count, using: &random)))
    }
    steps = [.set([tokens(all: true)])]
    for (number, modifier) in modifiers.enumerated() {
      if Int.random(in: 0..<3, using: &random) == 0 { steps.append(.set([tokens()])) }
      steps.append(.modifier(number, modifier.contexts.map { _ in sources() }))
    }
    if Bool.random(using: &random) { steps.append(.set([tokens(), tokens()])) }
  }

  private mutating func sources() -> [Tokens] {
    (0..<Int.random(in: 0...2, using: &random)).map { _ in tokens(rare: true) }
  }

  private mutating func tokens(all: Bool = false, rare: Bool = false) -> Tokens {
    var tokens: Tokens = [:]
    for names in [Self.colors, Self.lengths, Self.numbers] + (rare ? [Self.rare] : []) {
      for (index, name) in names.enumerated() where all || Int.random(in: 0..<4, using: &random) == 0 {
        tokens[name] = value(name, below: names.prefix(names == Self.rare ? 0 : index))
      }
    }
    return tokens
  }

  /// A reference leads to an earlier one of the same type, so that no choice closes a circle.
  private mutating func value(_ name: String, below: ArraySlice<String>) -> String {
    if let other = below.randomElement(using: &random), Bool.random(using: &random) {
      return "\"{\(other)}\""
    }
    if name.hasPrefix("color") {
      let parts = (0..<3).map { _ in random.pick(["0", "0.25", "0.5", "1"]) }
      return #"{ "colorSpace": "srgb", "components": [\#(parts.joined(separator: ", "))] }"#
    }
    let number = "\(Int.random(in: 0..<50, using: &random))"
    guard name.hasPrefix("space") else { return number }
    // A part of another value, wherever that comes from.
    let isPart = below.isEmpty && Int.random(in: 0..<3, using: &random) == 0
    let amount = isPart ? ##"{ "$ref": "#/n0/$value" }"## : number
    return #"{ "value": \#(amount), "unit": "px" }"#
  }

  // MARK: What must come out

  /// The tokens where these contexts are chosen, by their numbers in the order of the modifiers.
  package func tokens(choosing contexts: [Int]) -> Tokens {
    var tokens: Tokens = [:]
    for step in steps {
      switch step {
      case .set(let sources): for source in sources { tokens.merge(source) { $1 } }
      case .modifier(let number, let all):
        for source in all[contexts[number]] { tokens.merge(source) { $1 } }
      }
    }
    return tokens
  }

  /// A token document with these tokens and no others.
  package static func document(_ tokens: Tokens) -> String {
    var groups: [String: [String]] = [:]
    for (name, value) in tokens.sorted(by: { $0.key < $1.key }) {
      let steps = name.split(separator: ".").map(String.init)
      let type = steps[0] == "color" ? "color" : steps[0] == "space" ? "dimension" : "number"
      let token = #""\#(steps[steps.count - 1])": { "$type": "\#(type)", "$value": \#(value) }"#
      groups[steps.count == 1 ? "" : steps[0], default: []].append(token)
    }
    let members = groups.sorted { $0.key < $1.key }.map { name, tokens in
      name.isEmpty ? tokens.joined(separator: ",\n") : "\"\(name)\": { \(tokens.joined(separator: ",\n")) }"
    }
    return "{ \(members.joined(separator: ",\n")) }"
  }

  // MARK: Writing

  /// The document with its files, by their names.
  package mutating func written() -> (document: String, files: [String: String]) {
    files = [:]
    var (sets, order): ([String], [String]) = ([], [])
    var others: [String] = []
    for step in steps {
      switch step {
      case .set(let sources):
        let list = sources.map { source($0) }.joined(separator: ", ")
        if Bool.random(using: &random) {
          order.append(##"{ "$ref": "#/sets/set \##(sets.count)" }"##)
          sets.append(#""set \#(sets.count)": { "sources": [\#(list)] }"#)
        } else {
          order.append(#"{ "name": "inline \#(order.count)", "type": "set", "sources": [\#(list)] }"#)
        }
      case .modifier(let number, let all):
        let modifier = modifiers[number]
        let contexts = zip(modifier.contexts, all).map { context, sources in
          "\"\(context)\": [\(sources.map { source($0) }.joined(separator: ", "))]"
        }
        let body =
          #""contexts": { \#(contexts.joined(separator: ", ")) }, "default": "\#(modifier.contexts[modifier.standard])""#
        if Bool.random(using: &random) {
          order.append(##"{ "$ref": "#/modifiers/\##(modifier.name)" }"##)
          others.append("\"\(modifier.name)\": { \(body) }")
        } else {
          order.append(#"{ "name": "\#(modifier.name)", "type": "modifier", \#(body) }"#)
        }
      }
    }
    let document = """
      { "version": "2025.10", "sets": { \(sets.joined(separator: ", ")) },
        "modifiers": { \(others.joined(separator: ", ")) },
        "resolutionOrder": [\(order.joined(separator: ",\n"))] }
      """
    return (document, files)
  }

  /// In the document, or in a file of its own.
  private mutating func source(_ tokens: Tokens) -> String {
    let text = Self.document(tokens)
    guard Bool.random(using: &random) else { return text }
    let name = random.pick([
      "parts/p\(files.count).tokens.json", "p\(files.count).json", "a b/p\(files.count).json",
    ])
    files[name] = text
    return #"{ "$ref": "\#(name.percentEscaped(keeping: "/"))" }"#
  }
}

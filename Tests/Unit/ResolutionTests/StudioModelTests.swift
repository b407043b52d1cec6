internal import Documents
internal import Resolution
internal import TestSupport
internal import Testing
internal import Themes

/// Compares random files of Tokens Studio with a plain reading of them: the enabled sets are merged in order, then each token
/// is computed by itself.
struct StudioModelTests {
  private static let kits = ProjectFiles.all(in: "Config/kits")

  @Test(arguments: 0..<(isLong ? 1000 : 60))
  func `every choice of themes gives what its sets give`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let model = StudioModel(using: &random)
    let file = SourceFile(name: "themes/model.tokensstudio.json", bytes: Array(model.document.utf8))
    let library = Library.read(kits: Self.kits, themes: [file])
    #expect(library.problems.map(\.text) == [])
    let theme = try #require(try Catalog(library, images: .none).themes["model"])
    for choice in model.choices {
      let pairs = choice.enumerated().map { (name: "g\($0)", value: "t\($1)") }
      let context = theme.context(try TraitValues(pairs, kit: theme.kit.definition))
      for name in 0..<StudioModel.count {
        let length = try context.value(named: "n.\(name)").value.part(["value"])
        #expect(
          length == .number(Double(model.number(name, choice))), "n.\(name) \(choice)\n\(model.document)")
        let color = try context.color(named: "c.\(name)").hex
        #expect(color == model.color(name, choice), "c.\(name) \(choice)\n\(model.document)")
      }
    }
  }
}

private struct StudioModel {
  static let count = 6

  private enum Length {
    case literal(Int)
    case alias(Int)
    case more(Int, Int)
    case product(Int, Int)
    case sum(Int, Int)

    var text: String {
      switch self {
      case .literal(let number): "\(number)px"
      case .alias(let other): "{n.\(other)}"
      case .more(let other, let more): "{n.\(other)} + \(more)"
      case .product(let other, let times): "\(times) * {n.\(other)}"
      case .sum(let one, let other): "({n.\(one)} + {n.\(other)})"
      }
    }
  }

  private enum Tint {
    case literal(String)
    case alias(Int)
    case faded(Int)
    case changed(Int)

    var text: String {
      switch self {
      case .literal(let hex): hex
      case .alias(let other), .changed(let other): "{c.\(other)}"
      case .faded(let other): "rgba({c.\(other)}, 0.25)"
      }
    }
  }

  private struct TokenSet {
    var lengths: [Int: Length] = [:]
    var tints: [Int: Tint] = [:]
  }

  private var sets: [TokenSet] = []
  /// The enabled sets, by group and by theme.
  private var themes: [[Set<Int>]] = []

  init(using random: inout SeededGenerator) {
    for number in 0..<Int.random(in: 3...6, using: &random) {
      var set = TokenSet()
      for name in 0..<Self.count {
        // The first set has everything, so that nothing is ever missing.
        if number == 0 || Int.random(in: 0..<3, using: &random) == 0 {
          set.lengths[name] = Self.length(name, &random)
        }
        if number == 0 || Int.random(in: 0..<3, using: &random) == 0 {
          set.tints[name] = Self.tint(name, &random)
        }
      }
      sets.append(set)
    }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      themes.append(
        (0..<Int.random(in: 2...3, using: &random)).map { _ in
          Set(sets.indices.filter { $0 == 0 || Bool.random(using: &random) })
        })
    }
  }

  private static func length(_ name: Int, _ random: inout SeededGenerator) -> Length {
    let literal = Int.random(in: 1...40, using: &random)
    guard name > 0 else { return .literal(literal) }
    let (one, other) = (Int.random(in: 0..<name, using: &random), Int.random(in: 0..<name, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .literal(literal)
    case 1: return .alias(one)
    case 2: return .more(one, literal)
    case 3: return .product(one, 2)
    default: return .sum(one, other)
    }
  }

  private static func tint(_ name: Int, _ random: inout SeededGenerator) -> Tint {
    let digits = String((0..<6).map { _ in random.pick(Array("0123456789abcdef")) })
    guard name > 0 else { return .literal("#" + digits) }
    let other = Int.random(in: 0..<name, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .literal("#" + digits)
    case 1: return .alias(other)
    case 2: return .faded(other)
    default: return .changed(other)
    }
  }

  // MARK: As a file

  var document: String {
    let sets = sets.enumerated().map { "\"s\($0)\": \(Self.text($1))" }
    let themes = themes.enumerated().flatMap { group, themes in
      themes.enumerated().map { theme, sets in
        let selected = sets.sorted().map { "\"s\($0)\": \"\($0 % 2 == 0 ? "source" : "enabled")\"" }
        return
          "{ \"name\": \"t\(theme)\", \"group\": \"g\(group)\", \"selectedTokenSets\": { \(selected.joined(separator: ", ")) } }"
      }
    }
    let order = self.sets.indices.map { "\"s\($0)\"" }
    return """
      { \(sets.reversed().joined(separator: ",\n  ")),
        "$themes": [\(themes.joined(separator: ",\n    "))],
        "$metadata": { "tokenSetOrder": [\(order.joined(separator: ", "))] } }
      """
  }

  private static func text(_ set: TokenSet) -> String {
    let lengths = set.lengths.sorted { $0.key < $1.key }
      .map { "\"\($0.key)\": { \"value\": \"\($0.value.text)\" }" }
    let tints = set.tints.sorted { $0.key < $1.key }.map { name, tint in
      let change =
        if case .changed = tint {
          ", \"$extensions\": { \"studio.tokens\": { \"modify\": { \"type\": \"alpha\", \"value\": \"0.5\", \"space\": \"lch\" } } }"
        } else {
          ""
        }
      return "\"\(name)\": { \"$type\": \"color\", \"$value\": \"\(tint.text)\"\(change) }"
    }
    let numbers = "\"n\": { \"type\": \"spacing\", \(lengths.joined(separator: ", ")) }"
    let colors = "\"c\": { \(tints.joined(separator: ", ")) }"
    return "{ \([lengths.isEmpty ? nil : numbers, colors].compactMap(\.self).joined(separator: ", ")) }"
  }

  // MARK: As it is meant

  var choices: [[Int]] {
    themes.reduce([[]]) { choices, themes in
      choices.flatMap { choice in themes.indices.map { choice + [$0] } }
    }
  }

  private func last<Content>(_ choice: [Int], _ content: (TokenSet) -> Content?) -> Content? {
    let isOn = choice.enumerated().reduce(into: Set<Int>()) { $0.formUnion(themes[$1.offset][$1.element]) }
    return sets.indices.filter(isOn.contains).compactMap { content(sets[$0]) }.last
  }

  func number(_ name: Int, _ choice: [Int]) -> Int {
    switch last(choice, { $0.lengths[name] }) {
    case nil: 0
    case .literal(let number): number
    case .alias(let other): number(other, choice)
    case .more(let other, let more): number(other, choice) + more
    case .product(let other, let times): number(other, choice) * times
    case .sum(let one, let other): number(one, choice) + number(other, choice)
    }
  }

  func color(_ name: Int, _ choice: [Int]) -> String {
    switch last(choice, { $0.tints[name] }) {
    case nil: ""
    case .literal(let hex): hex
    case .alias(let other): color(other, choice)
    case .faded(let other): color(other, choice).prefix(7) + "40"
    case .changed(let other): color(other, choice).prefix(7) + "80"
    }
  }
}

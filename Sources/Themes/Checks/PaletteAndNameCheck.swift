package import Documents

/// The errors of a theme together with its ancestors: circles among colors and values, names that are one where names are all
/// there is. A theme without such errors compiles.
struct PaletteAndNameCheck {
  /// The theme that is checked, then its parent, and so on.
  let lineage: [Theme]
  package let text: SourceText
  package private(set) var findings = Diagnostics(endsReading: false)

  package var theme: Theme { lineage[0] }

  init(lineage: [Theme], text: SourceText) {
    self.lineage = lineage
    self.text = text
  }

  mutating func run() {
    guard hasFewNames() else { return }
    checkColors()
    checkValues()
    checkFlatNames()
  }

  private mutating func hasFewNames() -> Bool {
    let count = lineage.reduce(0) { $0 + $1.nameCount }
    guard count > Theme.mostNames else { return true }
    let place = theme.colors.values.map(\.place).min { $0.line < $1.line } ?? theme.rules.first?.place
    let message = Theme.tooManyNames(theme.name, count: count, withParents: true)
    report("too-many-names", at: place ?? .start, message)
    return false
  }

  package mutating func report(_ code: String, at place: TextPosition, _ message: @autoclosure () -> Message)
  {
    guard !findings.isFull else { return }
    findings.add(text.problem(.error, code: code, at: place, message()))
  }

  /// Circles, and chains whose opacities can't be kept exactly. Only those in which the theme has a part:
  /// its ancestors answer for the rest.
  private mutating func checkColors() {
    guard !theme.colors.isEmpty else { return }
    let graph = ColorGraph(lineage.reversed().mergedColors)
    for cycle in graph.cycles { reportCycle(cycle) }
    for name in graph.overlong {
      guard let place = theme.colors[name]?.place else { continue }
      report("too-many-digits", at: place, ColorGraph.tooManyDigits(name))
    }
  }

  private mutating func reportCycle(_ cycle: [String]) {
    guard let own = cycle.firstIndex(where: { theme.colors[$0] != nil }),
      let place = theme.colors[cycle[own]]?.place
    else { return }
    report("color-cycle", at: place, ReferenceGraph.circle(of: "colors", cycle[own...] + cycle[..<own]))
  }
}

/// Follows references between named things: an order in which each stands after all that it refers to, and circles.
package struct ReferenceGraph {
  /// Every name, those of a circle somewhere in it.
  package private(set) var order: [String] = []
  package private(set) var circles: [[String]] = []
  private let references: (String) -> [String]
  private var done: Set<String> = []

  /// - Parameters:
  ///   - names: where following begins.
  ///   - references: what a name refers to, so far as it is there. The last of them is followed first.
  package init(_ names: some Sequence<String>, references: @escaping (String) -> [String]) {
    self.references = references
    for name in names where !done.contains(name) { follow(from: name) }
  }

  /// The sentence about a circle, told from its first name on.
  package static func circle(of things: String, _ names: some Collection<String>) -> Message {
    guard names.count > 1 else { return "\(Quoted.name(names.joined())) refers to itself." }
    let shown = names.prefix(8).map { Quoted.reference($0) } + (names.count > 8 ? ["…"] : [])
    let path = shown + names.prefix(1).map { Quoted.reference($0) }
    return "These \(things) refer to each other in a circle: \(path.joined(separator: " → "))."
  }

  /// Depth first, with the path in an array: chains can be as long as a file allows.
  private mutating func follow(from start: String) {
    var path = [start]
    var steps: [String: Int] = [start: 0]
    var waiting = [references(start)]
    while let current = path.last {
      guard let next = waiting[path.count - 1].popLast() else {
        order.append(current)
        done.insert(current)
        steps[current] = nil
        path.removeLast()
        waiting.removeLast()
        continue
      }
      if let step = steps[next] {
        circles.append(Array(path[step...]))
      } else if !done.contains(next) {
        steps[next] = path.count
        path.append(next)
        waiting.append(references(next))
      }
    }
  }
}

/// Follows the references between the colors of a theme, its ancestors' included.
///
/// Every variant of a color counts: a circle that only some traits would close is a circle.
struct ColorGraph {
  /// Bits that exact opacities along a chain may need, so that a rule can still multiply one more.
  static let mostBits = 77

  private let table: [String: Theme.Variants<ColorExpression>]
  /// The bits of the denominators along the longest chain of references of each color.
  private var bits: [String: Int] = [:]
  let cycles: [[String]]

  init(_ table: [String: Theme.Variants<ColorExpression>]) {
    self.table = table
    // Most colors refer to none, and need no following.
    var referring: [String] = []
    for (name, entry) in table where entry.refers { referring.append(name) }
    let graph = ReferenceGraph(referring.sorted()) { Self.references(of: $0, in: table) }
    cycles = graph.circles
    for (name, entry) in table where !entry.refers { keep(longest(of: name), of: name) }
    bits.reserveCapacity(bits.count + referring.count)
    for name in graph.order { keep(longest(of: name), of: name) }
  }

  private mutating func keep(_ longest: Int, of name: String) { if longest > 0 { bits[name] = longest } }

  /// Colors whose chains have too many digits to be multiplied exactly.
  var overlong: [String] { bits.filter { $0.value > Self.mostBits }.keys.sorted() }

  /// The sentence about one of them.
  static func tooManyDigits(_ name: String) -> Message {
    "The opacities along the references of '\(name)' multiply to more digits than are kept exactly; use rounder ones or "
      + "fewer references."
  }

  private func expressions(of name: String) -> [ColorExpression] {
    table[name]?.contents ?? []
  }

  /// The names that a color refers to, in descending order.
  private static func references(
    of name: String, in table: [String: Theme.Variants<ColorExpression>]
  ) -> [String] {
    Set((table[name]?.references ?? []).filter { table[$0]?.refers ?? false }).sorted(by: >)
  }

  private func longest(of name: String) -> Int {
    expressions(of: name).map { expression in
      switch expression {
      case .literal(let color): color.opacity.bits
      case .exact(let exact): exact.color.opacity.bits
      // Chains that are too long already must not wrap around when they are added up.
      case .reference(let name, let opacity): min(bits[name, default: 0], 1000) + opacity.bits
      }
    }.max() ?? 0
  }
}

extension Theme.Variants<ColorExpression> {
  fileprivate var refers: Bool { contents.contains { $0.referenced != nil } }
}

extension Opacity {
  /// The bits that its denominator adds to a product.
  fileprivate var bits: Int {
    denominator == 1 ? 0 : UInt128.bitWidth - (denominator - 1).leadingZeroBitCount
  }
}

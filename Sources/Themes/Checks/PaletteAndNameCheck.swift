package import Documents

/// The errors of a theme together with its ancestors: circles among colors and values, and names that are the same in style
/// sheets and resource files. A theme without such errors compiles.
struct PaletteAndNameCheck {
  let lineage: [Theme]
  let text: SourceText
  private(set) var findings = Diagnostics(endsReading: false)
  /// The names that other names of the lineage take the forms of, once they are known.
  var flatNames: [String: String]?
  var reportedNames: Set<[String]> = []

  var theme: Theme { lineage[0] }

  init(lineage: [Theme], text: SourceText) { (self.lineage, self.text) = (lineage, text) }

  mutating func run() {
    let count = lineage.reduce(0) { $0 + $1.nameCount }
    guard count <= Theme.mostNames else {
      let place = theme.colors.values.map(\.place).min { $0.line < $1.line } ?? theme.rules.first?.place
      let message = Theme.tooManyNames(theme.name, count: count, withParents: true)
      return report("too-many-names", at: place ?? .start, message)
    }
    checkColors()
    checkValues()
    checkFlatNames()
  }

  mutating func report(
    _ code: String, at place: TextPosition, as severity: Problem.Severity = .error,
    _ message: @autoclosure () -> Message
  ) {
    guard !findings.isFull else { return }
    findings.add(text.problem(severity, code: code, at: place, message()))
  }

  /// Reports a circle from the first name on that the theme itself has; none of its ancestors alone.
  mutating func report(
    _ circle: [String], of things: String, _ code: String, place: (String) -> TextPosition?
  ) {
    guard let own = circle.firstIndex(where: { place($0) != nil }), let spot = place(circle[own]) else {
      return
    }
    report(code, at: spot, ReferenceGraph.circle(of: things, circle[own...] + circle[..<own]))
  }

  /// Reports circles, and chains whose opacities can't be kept exactly, if the theme has a part in them.
  private mutating func checkColors() {
    guard !theme.colors.isEmpty else { return }
    let graph = ColorGraph(lineage.reversed().mergedColors)
    let own = theme.colors
    for cycle in graph.cycles { report(cycle, of: "colors", "color-cycle") { own[$0]?.place } }
    for name in graph.overlong {
      guard let place = own[name]?.place else { continue }
      report("too-many-digits", at: place, ColorGraph.tooManyDigits(name))
    }
  }
}

/// The references between named things: an order in which each comes after all that it refers to, and circles.
package struct ReferenceGraph {
  /// All names; the position of those in a circle is not defined.
  package private(set) var order: [String] = []
  /// Each name that is in a circle is in one of these. One that shares names with another before it may lack most of them.
  package private(set) var circles: [[String]] = []
  private let references: (String) -> [String]
  private var done: Set<String> = []

  /// - Parameters:
  ///   - names: the names to begin with.
  ///   - references: returns the known names that one refers to. The last of them is followed first.
  package init(_ names: some Sequence<String>, references: @escaping (String) -> [String]) {
    self.references = references
    for name in names where !done.contains(name) { follow(from: name) }
  }

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
    var circular = CircularRanges()
    while let current = path.last {
      guard let next = waiting[path.count - 1].popLast() else {
        circular.shorten(to: path.count - 1)
        order.append(current)
        done.insert(current)
        steps[current] = nil
        path.removeLast()
        waiting.removeLast()
        continue
      }
      if let step = steps[next] {
        let indices = circular.close(step..<path.count)
        if !indices.isEmpty { circles.append(indices.map { path[$0] }) }
      } else if !done.contains(next) {
        steps[next] = path.count
        path.append(next)
        waiting.append(references(next))
      }
    }
  }
}

/// The parts of a path that are in circles. Thousands of circles may share most of their names.
private struct CircularRanges {
  /// In ascending order, without a common index.
  private var ranges: [Range<Int>] = []
  /// The names of a circle that a message shows.
  private static let shown = 8

  mutating func shorten(to count: Int) {
    guard let last = ranges.last, last.upperBound > count else { return }
    ranges[ranges.count - 1] = min(last.lowerBound, count)..<count
    if last.lowerBound >= count { ranges.removeLast() }
  }

  /// Adds a circle. Returns its indices, of those that were in another circle before only enough for a message; none if all
  /// were.
  mutating func close(_ circle: Range<Int>) -> [Int] {
    var fresh: [Range<Int>] = []
    var (start, end) = (circle.lowerBound, circle.upperBound)
    while let last = ranges.last, last.upperBound > circle.lowerBound {
      if last.upperBound < end { fresh.append(last.upperBound..<end) }
      (start, end) = (min(start, last.lowerBound), max(last.lowerBound, circle.lowerBound))
      ranges.removeLast()
    }
    if circle.lowerBound < end { fresh.append(circle.lowerBound..<end) }
    ranges.append(start..<circle.upperBound)
    guard !fresh.isEmpty else { return [] }
    var indices = Array(circle.prefix(Self.shown))
    for range in fresh.reversed() {
      let next = (indices.last ?? -1) + 1
      indices +=
        max(range.lowerBound, next)..<max(next, min(range.upperBound + Self.shown, circle.upperBound))
    }
    return indices
  }
}

/// The references between the colors of a theme and its ancestors.
///
/// Every variant of a color counts: a circle that only some traits would close is a circle.
struct ColorGraph {
  /// The maximum number of bits of the opacities along a chain, so that a rule can multiply one more exactly.
  static let mostBits = 77

  /// The bits of the denominators along the longest chain of references of each color.
  private var bits: [String: Int] = [:]
  let cycles: [[String]]

  init(_ table: Theme.Colors) {
    // Most colors refer to none, and need no following.
    let referring = table.compactMap { $1.refers ? $0 : nil }
    let graph = ReferenceGraph(referring.sorted()) { name in
      Set((table[name]?.references ?? []).filter { table[$0]?.refers ?? false }).sorted(by: >)
    }
    cycles = graph.circles
    for (name, entry) in table where !entry.refers { measure(entry, name) }
    bits.reserveCapacity(bits.count + referring.count)
    for name in graph.order { if let entry = table[name] { measure(entry, name) } }
  }

  /// The colors whose opacities have too many digits to be multiplied exactly.
  var overlong: [String] { bits.filter { $0.value > Self.mostBits }.keys.sorted() }

  static func tooManyDigits(_ name: String) -> Message {
    "The opacities along the references of '\(name)' multiply to more digits than are kept exactly; use rounder ones or "
      + "fewer references."
  }

  private mutating func measure(_ color: Theme.Variants<ColorExpression>, _ name: String) {
    let longest = color.contents.map { expression in
      switch expression {
      case .literal(let color): color.opacity.bits
      case .exact(let exact): exact.color.opacity.bits
      // A chain that is too long already must not overflow when it is added up.
      case .reference(let name, let opacity): min(bits[name, default: 0], 1000) + opacity.bits
      }
    }.max()
    if let longest, longest > 0 { bits[name] = longest }
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

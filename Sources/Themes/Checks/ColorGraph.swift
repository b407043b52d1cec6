internal import Documents

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

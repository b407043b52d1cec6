/// Follows the references between the colors of a theme, its ancestors' included.
///
/// Every variant of a color counts: a circle that only some traits would close is a circle.
struct ColorGraph {
  /// Bits that exact opacities along a chain may need, so that a rule can still multiply one more.
  static let mostBits = 77

  private let table: [String: Theme.Variants<ColorExpression>]
  /// For each color the bits of the denominators along its longest chain of references.
  private var bits: [String: Int] = [:]
  private(set) var cycles: [[String]] = []

  init(_ table: [String: Theme.Variants<ColorExpression>]) {
    self.table = table
    // Most colors refer to none, and need no following.
    for (name, entry) in table where !entry.refers {
      let own = longest(of: name)
      if own > 0 { bits[name] = own }
    }
    var referring: [String] = []
    for (name, entry) in table where entry.refers { referring.append(name) }
    bits.reserveCapacity(bits.count + referring.count)
    for name in referring.sorted() where bits[name] == nil { follow(from: name) }
  }

  /// Colors whose chains have too many digits to be multiplied exactly.
  var overlong: [String] { bits.filter { $0.value > Self.mostBits }.keys.sorted() }

  /// Depth first, with the path in an array: chains can be as long as a file allows.
  private mutating func follow(from start: String) {
    var path = [start]
    var steps: [String: Int] = [start: 0]
    var waiting = [references(of: start)]
    while let current = path.last {
      guard let next = waiting[path.count - 1].popLast() else {
        bits[current] = longest(of: current)
        steps[current] = nil
        path.removeLast()
        waiting.removeLast()
        continue
      }
      if let step = steps[next] {
        cycles.append(Array(path[step...]))
      } else if bits[next] == nil {
        steps[next] = path.count
        path.append(next)
        waiting.append(references(of: next))
      }
    }
  }

  private func expressions(of name: String) -> [ColorExpression] {
    table[name]?.contents ?? []
  }

  /// The names that a color refers to, in descending order.
  private func references(of name: String) -> [String] {
    Set(expressions(of: name).compactMap(\.referenced).filter { table[$0] != nil }).sorted(by: >)
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

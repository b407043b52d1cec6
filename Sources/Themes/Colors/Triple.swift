/// Three components of a color, whatever they mean.
package struct Triple: Sendable, Hashable {
  package var first: Double
  package var second: Double
  var third: Double

  package init(_ first: Double, _ second: Double, _ third: Double) {
    (self.first, self.second, self.third) = (first, second, third)
  }

  package func map(_ change: (Double) -> Double) -> Triple {
    Triple(change(first), change(second), change(third))
  }

  package func allSatisfy(_ condition: (Double) -> Bool) -> Bool {
    condition(first) && condition(second) && condition(third)
  }

  /// Returns the distance to another point.
  func distance(to other: Triple) -> Double {
    let (a, b, c) = (first - other.first, second - other.second, third - other.third)
    return (a * a + b * b + c * c).squareRoot()
  }
}

/// Nine numbers that turn the components of one space into those of another.
struct ColorMatrix: Sendable {
  private let rows: [Triple]

  init(_ first: Triple, _ second: Triple, _ third: Triple) { rows = [first, second, third] }

  func callAsFunction(_ color: Triple) -> Triple {
    func product(_ row: Triple) -> Double {
      row.first * color.first + row.second * color.second + row.third * color.third
    }
    return Triple(product(rows[0]), product(rows[1]), product(rows[2]))
  }
}

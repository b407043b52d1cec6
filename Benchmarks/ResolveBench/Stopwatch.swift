internal import Glibc

/// Measures work in rounds and gives medians of its CPU time, in which what others do on the machine does not count.
enum Stopwatch {
  /// The median over the rounds of the nanoseconds that one repetition takes.
  static func nanoseconds(rounds: Int = 9, repetitions: Int = 1, _ work: () throws -> Void) rethrows -> Double
  {
    var figures: [Double] = []
    for _ in 0..<rounds { figures.append(try once(repetitions, work)) }
    return median(figures)
  }

  /// Two works in turns: the medians of both, and the median of the rounds' ratios, first by second.
  static func compare(
    rounds: Int = 9, repetitions: (Int, Int) = (1, 1), _ first: () throws -> Void, _ second: () throws -> Void
  ) rethrows -> (first: Double, second: Double, ratio: Double) {
    var figures: [(Double, Double)] = []
    for _ in 0..<rounds {
      figures.append((try once(repetitions.0, first), try once(repetitions.1, second)))
    }
    return (
      median(figures.map(\.0)), median(figures.map(\.1)), median(figures.map { $0.0 / $0.1 })
    )
  }

  private static func once(_ repetitions: Int, _ work: () throws -> Void) rethrows -> Double {
    let began = clock()
    for _ in 0..<repetitions { try work() }
    return Double(clock() - began) * 1e9 / Double(CLOCKS_PER_SEC) / Double(repetitions)
  }

  private static func median(_ figures: [Double]) -> Double {
    let sorted = figures.sorted()
    return sorted[sorted.count / 2]
  }
}

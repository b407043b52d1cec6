/// The amount that a check may look at: its time must not grow with the square of a theme.
///
/// It counts rules, colors and places instead of seconds, so that a theme is told the same on every machine. The
/// themes of this repository spend a few thousand.
struct Effort {
  /// Enough for 46 000 rules of 46 000 styles; a fraction of a second.
  private static let most = 1_500_000

  var spent = 0

  var isLeft: Bool { spent <= Self.most }

  /// Counts an amount. Returns whether the check may go on.
  mutating func spend(_ amount: Int) -> Bool {
    spent += amount
    return isLeft
  }
}

/// Colors as Livery's own format writes them: exact, so that reading them back gives the same. What has a space of its
/// own, that writes as an object, is written here as it is shown.
extension ColorText {
  package static func written(_ expression: ColorExpression) -> String {
    switch expression {
    case .literal(let color): literal(color)
    case .exact(let exact): literal(exact.color)
    case .reference(let name, let opacity):
      // A name that ends like an opacity needs one of its own to be told from it.
      opacity == .opaque && withOpacity(name) == nil ? "{\(name)}" : "{\(name)/\(percentage(opacity))}"
    }
  }

  private static func literal(_ color: Color) -> String {
    if Opacity(byte: color.opacity.byte) == color.opacity { return color.hex }
    return "rgb(\(color.red) \(color.green) \(color.blue) / \(percentage(color.opacity)))"
  }

  /// Per cent in decimal digits. Opacities that were read have few; others are cut after nine.
  package static func percentage(_ opacity: Opacity) -> String {
    let (whole, rest) = (opacity.numerator * 100).quotientAndRemainder(dividingBy: opacity.denominator)
    guard rest > 0 else { return "\(whole)%" }
    var digits = ""
    var left = rest
    while left > 0, digits.utf8.count < 9 {
      let (digit, next) = (left * 10).quotientAndRemainder(dividingBy: opacity.denominator)
      digits += String(digit)
      left = next
    }
    return "\(whole).\(digits)%"
  }
}

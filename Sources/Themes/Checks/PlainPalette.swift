/// Looks colors up for the contrast check, one trait set at a time.
struct PlainPalette {
  let colors: [String: Theme.Variants<ColorExpression>]

  /// The color that an expression gives under these traits, with the names on the way to it. Nil when
  /// something on the way is missing, which has its own problem.
  func color(_ expression: ColorExpression, _ traits: [String: String]) -> (Color, names: [String])? {
    var expression = expression
    var names: [String] = []
    var opacity = Opacity.opaque
    while true {
      switch expression {
      case .literal(let color):
        guard let faded = try? color.faded(by: opacity) else { return nil }
        return (faded, names)
      case .reference(let name, let faded):
        guard let entry = colors[name], names.count <= colors.count,
          let product = try? opacity.multiplied(by: faded)
        else { return nil }
        opacity = product
        names.append(name)
        expression = content(of: entry, traits)
      }
    }
  }

  /// Every trait set that a variant of a color asks for, or one of a color that it refers to.
  func variantTraits(of name: String) -> Set<[String: String]> {
    var sets: Set<[String: String]> = []
    var waiting = [ColorExpression.reference(name: name, opacity: .opaque)]
    var seen: Set<String> = []
    while let next = waiting.popLast() {
      guard case .reference(let name, _) = next, let entry = colors[name], seen.insert(name).inserted else {
        continue
      }
      waiting.append(entry.base)
      for variant in entry.variants {
        waiting.append(variant.content)
        sets.insert(variant.traits)
      }
    }
    return sets
  }

  private func content(
    of entry: Theme.Variants<ColorExpression>, _ traits: [String: String]
  ) -> ColorExpression {
    var best: (count: Int, content: ColorExpression) = (-1, entry.base)
    for variant in entry.variants where variant.traits.count >= best.count {
      if variant.traits.allSatisfy({ traits[$0.key] == $0.value }) {
        best = (variant.traits.count, variant.content)
      }
    }
    return best.content
  }
}

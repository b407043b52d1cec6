internal import Themes

/// The colors of a theme and its parents as numbers, each after all that it refers to.
struct Palette: Sendable {
  /// The child's definition of each name over its parents'.
  private let choices: [VariantChoice<ColorSource?>]
  private let numbers: Interner<String>

  private enum ColorSource: Sendable {
    case literal(Color)
    indirect case exact(ExactColor)
    case reference(Int, Opacity)
  }

  /// - Parameter generations: parents first.
  init(_ generations: [Theme], traits: inout TraitTable) throws(CompileFailure) {
    let theme = generations.last?.name ?? ""
    let merged = generations.mergedColors
    let numbers = Interner(try Self.sorted(merged, theme: theme))
    var choices: [VariantChoice<ColorSource?>] = []
    choices.reserveCapacity(merged.count)
    for name in numbers.names {
      guard let colors = merged[name] else { continue }
      var variants: [(traits: [String: String], content: ColorSource?)] = []
      for variant in colors.variants {
        variants.append((variant.traits, try Self.source(variant.content, numbers, theme)))
      }
      let base = try Self.source(colors.base, numbers, theme)
      choices.append(VariantChoice(base: base, variants: variants, numbering: &traits))
    }
    (self.numbers, self.choices) = (numbers, choices)
  }

  private static func source(
    _ expression: ColorExpression?, _ numbers: Interner<String>, _ theme: String
  ) throws(CompileFailure) -> ColorSource? {
    switch expression {
    case nil: return nil
    case .literal(let color): return .literal(color)
    case .exact(let exact): return .exact(exact)
    case .reference(let name, let opacity):
      guard let id = numbers.find(name) else { throw .unknownColor(theme: theme, name: name) }
      return .reference(Int(id), opacity)
    }
  }

  /// Names such that each stands after those it refers to, in any of its variants.
  private static func sorted(
    _ colors: [String: Theme.Variants<ColorExpression>], theme: String
  ) throws(CompileFailure) -> [String] {
    var waiting: [String: Int] = [:]
    var users: [String: [String]] = [:]
    for (name, color) in colors {
      let references = Set(color.references)
      waiting[name] = references.count
      for reference in references {
        guard colors[reference] != nil else { throw .unknownColor(theme: theme, name: reference) }
        users[reference, default: []].append(name)
      }
    }
    var order = waiting.filter { $0.value == 0 }.keys.sorted()
    var next = 0
    while next < order.count {
      for user in (users[order[next]] ?? []).sorted() {
        waiting[user, default: 0] -= 1
        if waiting[user] == 0 { order.append(user) }
      }
      next += 1
    }
    guard order.count == colors.count else {
      let stuck = waiting.filter { $0.value > 0 }.keys.min() ?? ""
      throw .colorCircle(theme: theme, name: stuck)
    }
    return order
  }

  /// Every color as it is where these traits hold, by number; nil for one that is not there.
  func colors(holding mask: TraitMask) throws(Opacity.Overflow) -> [Color?] {
    var colors: [Color?] = []
    colors.reserveCapacity(choices.count)
    for choice in choices {
      switch choice.content(holding: mask) {
      case .literal(let color): colors.append(color)
      case .exact(let exact): colors.append(exact.color)
      case .reference(let id, let opacity): colors.append(try colors[id]?.faded(by: opacity))
      case nil: colors.append(nil)
      }
    }
    return colors
  }

  /// The same with every color as exact as the theme has it.
  func exactColors(holding mask: TraitMask) -> [ColorExpression?] {
    var colors: [ColorExpression?] = []
    colors.reserveCapacity(choices.count)
    for choice in choices {
      switch choice.content(holding: mask) {
      case .literal(let color): colors.append(.literal(color))
      case .exact(let exact): colors.append(.exact(exact))
      case .reference(let id, let opacity): colors.append(colors[id]?.faded(by: opacity))
      case nil: colors.append(nil)
      }
    }
    return colors
  }

  /// The color that another one refers to where these traits hold.
  func reference(of id: Int, holding mask: TraitMask) -> Int? {
    if case .reference(let next, _)? = choices[id].content(holding: mask) { next } else { nil }
  }

  /// A color as it is written where these traits hold; nil where it is not there.
  func expression(of id: Int, holding mask: TraitMask) -> ColorExpression? {
    switch choices[id].content(holding: mask) {
    case .literal(let color): .literal(color)
    case .exact(let exact): .exact(exact)
    case .reference(let next, let opacity): .reference(name: numbers.names[next], opacity: opacity)
    case nil: nil
    }
  }

  /// The opacities that each color can have, whatever traits hold; fails where one can't be kept exact.
  func opacities(theme: String) throws(CompileFailure) -> [Set<Opacity>] {
    var reachable: [Set<Opacity>] = []
    for (number, choice) in choices.enumerated() {
      var opacities: Set<Opacity> = []
      for source in choice.contents {
        switch source {
        case nil: break
        case .literal(let color): opacities.insert(color.opacity)
        case .exact(let exact): opacities.insert(exact.color.opacity)
        case .reference(let id, let opacity):
          for below in reachable[id] {
            guard let product = try? below.multiplied(by: opacity), opacities.count < 4096 else {
              throw .opacityTooLong(theme: theme, name: name(of: number))
            }
            opacities.insert(product)
          }
        }
      }
      reachable.append(opacities)
    }
    return reachable
  }

  func id(of name: String) -> Int? { numbers.find(name).map { Int($0) } }

  func name(of id: Int) -> String { numbers.names[id] }

  /// By number.
  var names: [String] { numbers.names }
}

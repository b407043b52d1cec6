internal import Themes

/// The colors of a theme and its parents as numbers, each after all that it refers to.
struct Palette: Sendable {
  /// The child's definition of each name over its parents'.
  private let definitions: [Definition]
  let ids: [String: Int]

  private struct Definition: Sendable {
    let name: String
    let choice: VariantChoice<ColorSource>
  }

  private enum ColorSource: Sendable {
    case literal(Color)
    case reference(Int, Opacity)
  }

  /// - Parameter generations: parents first.
  init(_ generations: [Theme], traits: inout TraitTable) throws(CompileFailure) {
    let theme = generations.last?.name ?? ""
    let merged = generations.mergedColors
    var ids: [String: Int] = [:]
    for name in try Self.sorted(merged, theme: theme) { ids[name] = ids.count }
    var definitions: [Definition] = []
    for (name, _) in ids.sorted(by: { $0.value < $1.value }) {
      guard let colors = merged[name] else { continue }
      var variants: [(traits: [String: String], content: ColorSource)] = []
      for variant in colors.variants {
        variants.append((variant.traits, try Self.source(variant.content, ids, theme)))
      }
      let base = try Self.source(colors.base, ids, theme)
      definitions.append(
        Definition(
          name: name, choice: VariantChoice(base: base, variants: variants, numbering: &traits)))
    }
    self.ids = ids
    self.definitions = definitions
  }

  private static func source(
    _ expression: ColorExpression, _ ids: [String: Int], _ theme: String
  ) throws(CompileFailure) -> ColorSource {
    switch expression {
    case .literal(let color): return .literal(color)
    case .reference(let name, let opacity):
      guard let id = ids[name] else { throw .unknownColor(theme: theme, name: name) }
      return .reference(id, opacity)
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

  /// Every color as it is where these traits hold, by number.
  func colors(holding mask: TraitMask) throws(Opacity.Overflow) -> [Color] {
    var colors: [Color] = []
    colors.reserveCapacity(definitions.count)
    for definition in definitions {
      switch definition.choice.content(holding: mask) {
      case .literal(let color): colors.append(color)
      case .reference(let id, let opacity): colors.append(try colors[id].faded(by: opacity))
      }
    }
    return colors
  }

  /// The color that another one refers to where these traits hold.
  func reference(of id: Int, holding mask: TraitMask) -> Int? {
    if case .reference(let next, _) = definitions[id].choice.content(holding: mask) { next } else { nil }
  }

  /// The opacities that each color can have, whatever traits hold; fails where one can't be kept exact.
  func opacities(theme: String) throws(CompileFailure) -> [Set<Opacity>] {
    var reachable: [Set<Opacity>] = []
    for definition in definitions {
      var opacities: Set<Opacity> = []
      for source in definition.choice.contents {
        switch source {
        case .literal(let color): opacities.insert(color.opacity)
        case .reference(let id, let opacity):
          for below in reachable[id] {
            guard let product = try? below.multiplied(by: opacity), opacities.count < 4096 else {
              throw .opacityTooLong(theme: theme, name: definition.name)
            }
            opacities.insert(product)
          }
        }
      }
      reachable.append(opacities)
    }
    return reachable
  }

  func name(of id: Int) -> String { definitions[id].name }

  var names: [String] { definitions.map(\.name) }
}

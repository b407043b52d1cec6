internal import Themes

/// The colors of a theme and its parents as numbers, each after all that it refers to.
struct Palette: Sendable {
  /// The child's definition of each name over its parents'.
  private let definitions: [Definition]
  let ids: [String: Int]

  private struct Definition: Sendable {
    let name: String
    let base: Source
    let variants: [(mask: TraitMask, traitCount: Int, source: Source)]
  }

  private enum Source: Sendable {
    case literal(Color)
    case reference(Int, Opacity)
  }

  /// - Parameter generations: parents first.
  init(_ generations: [Theme], traits: inout TraitTable) throws(CompileFailure) {
    let theme = generations.last?.name ?? ""
    var merged = generations.first?.colors ?? [:]
    for generation in generations.dropFirst() { merged.merge(generation.colors) { $1 } }
    var ids: [String: Int] = [:]
    for name in try Self.sorted(merged, theme: theme) { ids[name] = ids.count }
    var definitions: [Definition] = []
    for (name, _) in ids.sorted(by: { $0.value < $1.value }) {
      guard let colors = merged[name] else { continue }
      var variants: [(TraitMask, Int, Source)] = []
      for variant in colors.variants {
        let source = try Self.source(variant.content, ids, theme)
        variants.append((traits.requirement(variant.traits), variant.traits.count, source))
      }
      definitions.append(
        Definition(name: name, base: try Self.source(colors.base, ids, theme), variants: variants))
    }
    self.ids = ids
    self.definitions = definitions
  }

  private static func source(
    _ expression: ColorExpression, _ ids: [String: Int], _ theme: String
  ) throws(CompileFailure) -> Source {
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
      let references = Set(([color.base] + color.variants.map(\.content)).compactMap(\.referenced))
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
      var (source, mostTraits) = (definition.base, -1)
      for variant in definition.variants
      where variant.traitCount >= mostTraits && variant.mask.isSubset(of: mask) {
        (source, mostTraits) = (variant.source, variant.traitCount)
      }
      switch source {
      case .literal(let color): colors.append(color)
      case .reference(let id, let opacity): colors.append(try colors[id].faded(by: opacity))
      }
    }
    return colors
  }

  /// The opacities that each color can have, whatever traits hold; fails where one can't be kept exact.
  func opacities(theme: String) throws(CompileFailure) -> [Set<Opacity>] {
    var reachable: [Set<Opacity>] = []
    for definition in definitions {
      var opacities: Set<Opacity> = []
      for source in [definition.base] + definition.variants.map(\.source) {
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

  var names: [String] { definitions.map(\.name) }
}

extension ColorExpression {
  fileprivate var referenced: String? {
    if case .reference(let name, _) = self { name } else { nil }
  }
}

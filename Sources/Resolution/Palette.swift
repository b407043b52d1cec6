internal import Themes

/// The colors of a theme and its parents as numbers. Each follows all colors that it refers to.
struct Palette: Sendable {
  /// The definition of each color; a child's replaces its parents'.
  private let choices: NamedChoices<ColorSource?>

  private enum ColorSource: Sendable {
    case literal(Color)
    indirect case exact(ExactColor)
    case reference(Int, Opacity)
  }

  /// - Parameter generations: parents first.
  init(_ generations: [Theme], traits: inout TraitTable) throws(CompileFailure) {
    let theme = generations.last?.name ?? ""
    let merged = generations.mergedColors
    choices = try NamedChoices(merged, inOrder: try Self.sorted(merged, theme: theme), numbering: &traits) {
      expression, numbers throws(CompileFailure) in
      switch expression {
      case nil: return nil
      case .literal(let color): return .literal(color)
      case .exact(let exact): return .exact(exact)
      case .reference(let name, let opacity):
        guard let id = numbers.find(name) else { throw CompileFailure(theme: theme, noColor: name) }
        return .reference(Int(id), opacity)
      }
    }
    numbersInOrder = choices.names.indices.sorted { [names = choices.names] in names[$0] < names[$1] }
  }

  /// Sorts the names so that each follows the names that any of its variants refers to.
  private static func sorted(
    _ colors: [String: Theme.Variants<ColorExpression>], theme: String
  ) throws(CompileFailure) -> [String] {
    var waiting: [String: Int] = [:]
    var users: [String: [String]] = [:]
    for (name, color) in colors {
      let references = Set(color.references)
      waiting[name] = references.count
      for reference in references {
        guard colors[reference] != nil else { throw CompileFailure(theme: theme, noColor: reference) }
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
      throw CompileFailure(theme: theme, message: "The color '\(stuck)' refers to itself in a circle.")
    }
    return order
  }

  /// Returns all colors by number for these traits; nil for a color that does not exist for them.
  func colors(holding mask: TraitMask) throws(Opacity.Overflow) -> [Color?] {
    var colors: [Color?] = []
    colors.reserveCapacity(names.count)
    for id in names.indices {
      switch choices.content(of: id, holding: mask) {
      case .literal(let color): colors.append(color)
      case .exact(let exact): colors.append(exact.color)
      case .reference(let next, let opacity): colors.append(try colors[next]?.faded(by: opacity))
      case nil: colors.append(nil)
      }
    }
    return colors
  }

  /// Returns all colors by number for these traits, as the theme writes them and as exact as it has them.
  func expressions(holding mask: TraitMask) -> [(written: ColorExpression?, exact: ColorExpression?)] {
    var colors: [(written: ColorExpression?, exact: ColorExpression?)] = []
    colors.reserveCapacity(names.count)
    for id in names.indices {
      switch choices.content(of: id, holding: mask) {
      case .literal(let color): colors.append((.literal(color), .literal(color)))
      case .exact(let exact): colors.append((.exact(exact), .exact(exact)))
      case .reference(let next, let opacity):
        colors.append(
          (.reference(name: names[next], opacity: opacity), colors[next].exact?.faded(by: opacity)))
      case nil: colors.append((nil, nil))
      }
    }
    return colors
  }

  /// Returns the color that another one refers to for these traits.
  func reference(of id: Int, holding mask: TraitMask) -> Int? {
    if case .reference(let next, _)? = choices.content(of: id, holding: mask) { next } else { nil }
  }

  /// Returns the opacities that each color can have for any traits. Throws if one can't be exact.
  func opacities(theme: String) throws(CompileFailure) -> [Set<Opacity>] {
    var reachable: [Set<Opacity>] = []
    for number in names.indices {
      var opacities: Set<Opacity> = []
      for source in choices.contents(of: number) {
        switch source {
        case nil: break
        case .literal(let color): opacities.insert(color.opacity)
        case .exact(let exact): opacities.insert(exact.color.opacity)
        case .reference(let id, let opacity):
          for below in reachable[id] {
            guard let product = try? below.multiplied(by: opacity), opacities.count < 4096 else {
              throw CompileFailure(theme: theme, overflowAt: name(of: number))
            }
            opacities.insert(product)
          }
        }
      }
      reachable.append(opacities)
    }
    return reachable
  }

  func id(of name: String) -> Int? { choices.id(of: name) }

  func name(of id: Int) -> String { names[id] }

  /// The names by number.
  var names: [String] { choices.names }

  /// The numbers in ascending order of their names.
  let numbersInOrder: [Int]
}

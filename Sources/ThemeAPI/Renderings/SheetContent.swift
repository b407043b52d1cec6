internal import Resolution
internal import Themes

/// What a theme declares where certain traits hold, by the place in the page: what a block of a style sheet is
/// written from.
struct SheetContent: Sendable {
  private(set) var placed: [PlacedDeclaration] = []
  /// The places, those with fewer containers first, so that a longer path wins.
  private(set) var places: [(depth: Int, text: String)] = []
  /// Places whose rules are left out.
  private(set) var unsaid = 0
  /// The names of values that a style sheet has no form for.
  private(set) var formless: [String] = []

  /// - Parameter selectors: of the kit's classes, where rules in containers are wanted.
  init(_ theme: ResolvedTheme, _ kit: KitIndex, _ options: RenderingOptions, _ selectors: ClassSelectors?) {
    let flat = FlatTheme(theme, kit)
    placed = flat.items.compactMap { SheetDeclaration($0, origin: options.origin) }
      .map { PlacedDeclaration(place: nil, declaration: $0) }
    formless = flat.formless
    guard flat.containedCount > 0 else { return }
    guard let selectors else {
      unsaid = flat.containedCount
      return
    }
    for rule in flat.contained(kit) {
      guard let place = selectors.path(rule.containers + [rule.target]) else {
        unsaid += 1
        continue
      }
      places.append((rule.containers.count, place))
      placed += rule.items.compactMap { SheetDeclaration($0, origin: options.origin) }
        .map { PlacedDeclaration(place: place, declaration: $0) }
    }
  }
}

extension SheetContent {
  /// By the places in the page; nil names the page itself.
  var byPlace: [String?: [SheetDeclaration]] {
    Dictionary(grouping: placed, by: \.place).mapValues { $0.map(\.declaration) }
  }

  /// Each place once, in the order in which later ones win.
  var orderedPlaces: [String] {
    var seen: Set<String> = []
    return places.enumerated().sorted { ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset) }
      .map(\.element.text).filter { seen.insert($0).inserted }
  }
}

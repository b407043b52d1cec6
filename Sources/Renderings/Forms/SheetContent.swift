internal import Resolution
internal import Themes

/// What a theme declares where certain traits hold, by the place in the page: what a block of a style sheet is
/// written from.
struct SheetContent: Sendable {
  /// What the page itself declares.
  package let page: [SheetDeclaration]
  /// What is declared inside of it, by place.
  private(set) var inside: [String: [SheetDeclaration]] = [:]
  /// The places, those with fewer containers first, so that a longer path wins.
  package private(set) var places: [(depth: Int, text: String)] = []
  /// Places whose rules are left out.
  private(set) var unsaid = 0
  /// The names of values that a style sheet has no form for.
  let formless: [String]

  /// - Parameter selectors: of the kit's classes, where rules in containers are wanted.
  init(_ theme: ResolvedTheme, _ kit: KitIndex, _ options: RenderingOptions, _ selectors: ClassSelectors?) {
    let flat = FlatTheme(theme, kit)
    page = flat.items.compactMap { SheetDeclaration($0, origin: options.origin) }
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
      inside[place, default: []] += rule.items.compactMap { SheetDeclaration($0, origin: options.origin) }
    }
  }
}

extension SheetContent {
  /// Everything with where it is declared.
  package var placed: [PlacedDeclaration] {
    page.map { PlacedDeclaration(place: nil, declaration: $0) }
      + orderedPlaces.flatMap { place in
        (inside[place] ?? []).map { PlacedDeclaration(place: place, declaration: $0) }
      }
  }

  /// Each place once, in the order in which later ones win.
  var orderedPlaces: [String] {
    var seen: Set<String> = []
    return places.enumerated().sorted { ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset) }
      .map(\.element.text).filter { seen.insert($0).inserted }
  }
}

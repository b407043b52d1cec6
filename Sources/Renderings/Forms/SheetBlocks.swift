internal import Resolution
internal import Themes

/// What each set of traits changes, over all the sets that it contains.
struct SheetBlocks {
  struct SheetBlock {
    package let traits: [String: String]
    /// The ways in which they can hold.
    package let conditions: [MediaCondition]
    package let news: [PlacedDeclaration]
    /// By the places in the page; nil names the page itself.
    let byPlace: [String?: [SheetDeclaration]]

    init(_ news: [PlacedDeclaration], where traits: [String: String], _ kit: Kit) {
      self.traits = traits
      conditions = MediaCondition.ways(traits, kit: kit)
      self.news = news
      byPlace = Dictionary(grouping: news, by: \.place).mapValues { $0.map(\.declaration) }
    }
  }

  package private(set) var list: [SheetBlock] = []
  /// What holds without traits.
  package private(set) var base: SheetContent?
  private var depths: [String: Int] = [:]
  private var order: [String] = []

  init(_ theme: CompiledTheme, _ sets: TraitSets, _ options: RenderingOptions) {
    let kit = theme.kit.names
    let selectors = options.hasSelectors ? ClassSelectors(kit) : nil
    for traits in sets.sets {
      guard let values = try? TraitValues(traits.map { ($0.key, $0.value) }, kit: kit.definition) else {
        continue
      }
      let content = SheetContent(theme.context(values).resolved(asWritten: true), kit, options, selectors)
      if traits.isEmpty { base = content }
      for place in content.places where depths.updateValue(place.depth, forKey: place.text) == nil {
        order.append(place.text)
      }
      add(content, where: traits, kit.definition)
    }
  }

  /// The places inside the page, in the order in which later ones win.
  package var places: [String] {
    order.enumerated().sorted { (depths[$0.element] ?? 0, $0.offset) < (depths[$1.element] ?? 0, $1.offset) }
      .map(\.element)
  }

  private mutating func add(_ content: SheetContent, where traits: [String: String], _ kit: Kit) {
    var seen: [PlacedDeclaration.PlacedName: SheetDeclaration] = [:]
    for block in list where block.traits.allSatisfy({ traits[$0.key] == $0.value }) {
      for item in block.news { seen[item.key] = item.declaration }
    }
    let placed = content.placed
    let here = Set(placed.map(\.key))
    let gone = seen.keys.filter { !here.contains($0) }
      .sorted { ($0.place ?? "", $0.name) < ($1.place ?? "", $1.name) }
      .map {
        PlacedDeclaration(
          place: $0.place, declaration: SheetDeclaration(name: $0.name, value: "initial"))
      }
    let news = (placed + gone).filter { seen[$0.key] != $0.declaration }
    if !news.isEmpty || traits.isEmpty { list.append(SheetBlock(news, where: traits, kit)) }
  }
}

internal import Documents
package import Resolution
package import Themes

/// Writes a theme as CSS custom properties.
package enum ThemeCSS {
  /// Writes the theme for certain traits.
  package static func one(_ theme: ResolvedTheme, _ kit: KitIndex, _ options: RenderingOptions) -> [UInt8] {
    let content = SheetContent(theme, kit, options, options.hasSelectors ? ClassSelectors(kit) : nil)
    var sheet = StyleSheet(theme: theme.name, title: theme.title, toggles: [])
    sheet.notes = notes(on: theme, options)
    sheet.add(theme.fonts, origin: options.origin)
    sheet.add(content.page, scheme: scheme(theme.traits, kit.definition), where: MediaCondition())
    for place in SheetPlace.ordered(content.places) {
      sheet.add(content.inside[place] ?? [], where: MediaCondition(), at: place)
    }
    if options.hasDeclarations {
      var rules = SheetRules(kit, options)
      rules.add(theme)
      sheet.add(rules)
    }
    sheet.addNote(of: content, options)
    return sheet.bytes
  }

  /// Writes the theme with every variant: first the declarations without traits, then the changes for each set of traits
  /// that makes a difference. A set comes after its subsets, so that the cascade decides as precedence does:
  /// more traits win.
  package static func whole(_ theme: CompiledTheme, _ library: Library, _ options: RenderingOptions)
    -> [UInt8]
  {
    let kit = theme.kit.names
    let sets = TraitSets(theme, library, withContainers: options.hasSelectors)
    let toggles = sets.toggles(kit.definition)
    var sheet = StyleSheet(theme: theme.name, title: theme.title, toggles: toggles)
    sheet.add(theme.fonts, origin: options.origin)
    var blocks = SheetBlocks(theme, sets, options)
    if options.hasLightDark, toggles.contains(.scheme) { blocks.joinSchemes(kit.definition) }
    sheet.notes = blocks.notes
    for block in blocks.list {
      let scheme = block.traits.isEmpty && toggles.contains(.scheme) ? "light dark" : nil
      for condition in block.conditions {
        sheet.add(block.byPlace[nil] ?? [], scheme: scheme, where: condition)
      }
      guard scheme != nil else { continue }
      for word in ["light", "dark"] {
        sheet.add([], scheme: word, where: MediaCondition(selector: SchemeToggle.scheme.chosen([word])))
      }
    }
    for place in SheetPlace.ordered(blocks.places) {
      for block in blocks.list {
        guard let declarations = block.byPlace[place] else { continue }
        for condition in block.conditions { sheet.add(declarations, where: condition, at: place) }
      }
    }
    if options.hasDeclarations { sheet.add(blocks.rules) }
    if let content = blocks.base { sheet.addNote(of: content, options) }
    return sheet.bytes
  }

  /// Returns the comments on deprecated custom properties, by their names.
  fileprivate static func notes(on theme: ResolvedTheme, _ options: RenderingOptions) -> [String: String] {
    let notes = theme.remarks.compactMap { name, remark in
      remark.deprecationWords.map { words in
        let property = FlatName.value(theme.flatNames[name] ?? name)
        return (property.customProperty(prefix: options.prefix), ThemeNames.note(words))
      }
    }
    return Dictionary(notes) { $1 }
  }

  /// Returns the color scheme for the browser's own controls, if the traits name one.
  private static func scheme(_ traits: [String: String], _ kit: Kit) -> String? {
    for (name, value) in traits {
      guard let trait = kit.traits[name], SchemeToggle(trait) == .scheme else { continue }
      return MediaCondition.words(value, trait).first { $0 == "light" || $0 == "dark" }
    }
    return nil
  }
}

extension StyleSheet {
  /// Adds comments that say what the sheet leaves out.
  fileprivate mutating func addNote(of content: SheetContent, _ options: RenderingOptions) {
    let names = content.formless
    if !names.isEmpty {
      let values = names.count == 1 ? "1 value with parts is" : "\(names.count) values with parts are"
      let shown = names.prefix(8).map { Quoted.name($0) } + (names.count > 8 ? ["others"] : [])
      add(comment: "\(values) not here, without a type that says how: \(Quoted.list(shown)).")
    }
    guard content.omitted > 0 else { return }
    let rules =
      content.omitted == 1 ? "1 rule in containers is" : "\(content.omitted) rules in containers are"
    let why =
      options.hasSelectors
      ? "their classes have no selector in the kit." : "'?selectors=true' writes what a style sheet can say."
    add(comment: "\(rules) not here: \(why)")
  }
}

/// The selector of elements inside the page, with the number of containers around them.
private struct SheetPlace {
  let depth: Int
  let selector: String

  /// Returns each selector once, those with fewer containers first, so that a longer path wins.
  static func ordered(_ places: [SheetPlace]) -> [String] {
    var seen: Set<String> = []
    return places.enumerated().sorted { ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset) }
      .map(\.element.selector).filter { seen.insert($0).inserted }
  }
}

/// The declarations of a theme for certain traits, by their place in the page.
private struct SheetContent {
  let page: [SheetDeclaration]
  /// The declarations inside the page, by selector.
  private(set) var inside: [String: [SheetDeclaration]] = [:]
  private(set) var places: [SheetPlace] = []
  private(set) var omitted = 0
  /// The names of values that have no form in a style sheet.
  let formless: [String]
  /// The items of the page, each with its declaration, or nil if it has no form. None if they were compared with others.
  private let items: [(item: FlatTheme.Item, declaration: SheetDeclaration?)]

  /// - Parameters:
  ///   - selectors: the selectors of the kit's classes, or nil to leave out rules in containers.
  ///   - other: the declarations for other traits, most of which are the same.
  init(
    _ theme: ResolvedTheme, _ kit: KitIndex, _ options: RenderingOptions, _ selectors: ClassSelectors?,
    like other: SheetContent? = nil
  ) {
    let flat = FlatTheme(theme, kit)
    if let known = other?.items {
      items = []
      page = flat.items.indices.compactMap { index in
        if index < known.count, known[index].item == flat.items[index] { return known[index].declaration }
        return SheetDeclaration(flat.items[index], options)
      }
    } else {
      items = flat.items.map { ($0, SheetDeclaration($0, options)) }
      page = items.compactMap(\.declaration)
    }
    formless = flat.formless
    for rule in theme.appearance where !rule.containers.isEmpty {
      guard let selector = selectors?.path(rule.containers + [rule.target]) else {
        omitted += 1
        continue
      }
      places.append(SheetPlace(depth: rule.containers.count, selector: selector))
      inside[selector, default: []] += flat.items(of: rule).compactMap {
        SheetDeclaration($0, options)
      }
    }
  }

  /// Calls a closure with each declaration, those of the page first. A list of all would be made and freed for each variant.
  func forEachPlaced(_ body: (PlacedDeclaration) -> Void) {
    for declaration in page { body(PlacedDeclaration(place: nil, declaration: declaration)) }
    for place in SheetPlace.ordered(places) {
      for declaration in inside[place] ?? [] {
        body(PlacedDeclaration(place: place, declaration: declaration))
      }
    }
  }
}

/// A declaration with the selector of its elements, which is nil for the page itself.
private struct PlacedDeclaration {
  let place: String?
  let declaration: SheetDeclaration

  var key: Key { Key(place: place, name: declaration.name) }

  struct Key: Hashable {
    let place: String?
    let name: String
  }
}

/// The declarations without traits, by their order. With other traits a theme has nearly the same in nearly the same
/// order, so that few names are looked up.
private struct BaseDeclarations {
  private let placed: [PlacedDeclaration]
  /// For each declaration the index of the last one of its name, which decides.
  private let deciding: [Int]
  private let indices: [PlacedDeclaration.Key: Int]

  init(_ placed: [PlacedDeclaration]) {
    let indices = Dictionary(placed.enumerated().map { ($1.key, $0) }) { $1 }
    (self.placed, self.indices) = (placed, indices)
    deciding = placed.map { indices[$0.key] ?? 0 }
  }

  /// Returns the changes from the declarations without traits, and from the changes of other blocks that hold too.
  func changes(to next: SheetContent, after blocks: [[PlacedDeclaration]]) -> [PlacedDeclaration] {
    var changed: [Int: SheetDeclaration] = [:]
    var others: [PlacedDeclaration.Key: SheetDeclaration] = [:]
    for change in blocks.joined() {
      if let index = indices[change.key] {
        changed[index] = change.declaration
      } else {
        others[change.key] = change.declaration
      }
    }
    func known(_ index: Int) -> SheetDeclaration {
      changed.isEmpty ? placed[index].declaration : changed[index] ?? placed[index].declaration
    }
    var changes: [PlacedDeclaration] = []
    var isPresent = [Bool](repeating: false, count: placed.count)
    var gone = Set(others.keys)
    var place = 0
    next.forEachPlaced { one in
      let isNext = place < placed.count && placed[place].key == one.key
      if let index = isNext ? deciding[place] : indices[one.key] {
        isPresent[index] = true
        place = (isNext ? place : index) + 1
        if known(index) != one.declaration { changes.append(one) }
      } else {
        gone.remove(one.key)
        if others[one.key] != one.declaration { changes.append(one) }
      }
    }
    for index in placed.indices where deciding[index] == index && !isPresent[index] {
      gone.insert(placed[index].key)
    }
    return changes
      + gone.sorted { ($0.place ?? "", $0.name) < ($1.place ?? "", $1.name) }.compactMap { key in
        let initial = SheetDeclaration(name: key.name, value: "initial")
        let before = indices[key].map { known($0) } ?? others[key]
        return before == initial ? nil : PlacedDeclaration(place: key.place, declaration: initial)
      }
  }
}

/// The changes that each set of traits makes, compared with the sets that it contains.
private struct SheetBlocks {
  struct Block {
    let traits: [String: String]
    /// The conditions under which the traits can hold.
    let conditions: [MediaCondition]
    let changes: [PlacedDeclaration]
    /// The changes by selector, which is nil for the page itself.
    let byPlace: [String?: [SheetDeclaration]]

    init(_ changes: [PlacedDeclaration], where traits: [String: String], _ kit: Kit) {
      self.traits = traits
      conditions = MediaCondition.all(for: traits, kit: kit)
      self.changes = changes
      byPlace = Dictionary(grouping: changes, by: \.place).mapValues { $0.map(\.declaration) }
    }
  }

  private(set) var list: [Block] = []
  private(set) var base: SheetContent?
  private var baseDeclarations = BaseDeclarations([])
  private(set) var places: [SheetPlace] = []
  /// The rules for the elements of the kit's classes; none if they were not requested.
  private(set) var rules: SheetRules
  private(set) var notes: [String: String] = [:]

  init(_ theme: CompiledTheme, _ sets: TraitSets, _ options: RenderingOptions) {
    let kit = theme.kit.names
    let selectors = options.hasSelectors ? ClassSelectors(kit) : nil
    rules = SheetRules(kit, options)
    var seen: Set<String> = []
    for traits in sets.sets {
      guard let values = try? TraitValues(traits.map { ($0.key, $0.value) }, kit: kit.definition) else {
        continue
      }
      let resolved = theme.context(values).resolved(asWritten: true)
      if options.hasDeclarations { rules.add(resolved) }
      let content = SheetContent(resolved, kit, options, selectors, like: base)
      if traits.isEmpty { (base, notes) = (content, ThemeCSS.notes(on: resolved, options)) }
      places += content.places.filter { seen.insert($0.selector).inserted }
      add(content, where: traits, kit.definition)
    }
  }

  /// Writes the colors that differ only in the dark once, as `light-dark()`, which a browser evaluates by the color scheme of
  /// the element.
  mutating func joinSchemes(_ kit: Kit) {
    let dark = list.firstIndex { block in
      block.traits.count == 1
        && block.traits.allSatisfy { name, value in
          kit.traits[name].map { SchemeToggle($0) == .scheme && MediaCondition.words(value, $0) == ["dark"] }
            ?? false
        }
    }
    guard let dark, let plain = list.indices.first, plain != dark else { return }
    var counts: [PlacedDeclaration.Key: Int] = [:]
    for change in list.dropFirst().flatMap(\.changes) { counts[change.key, default: 0] += 1 }
    let changes = Dictionary(list[dark].changes.map { ($0.key, $0.declaration) }) { $1 }
    var joined: Set<PlacedDeclaration.Key> = []
    let all = list[plain].changes.map { placed -> PlacedDeclaration in
      guard counts[placed.key] == 1, let other = changes[placed.key],
        let both = placed.declaration.inLight(other)
      else { return placed }
      joined.insert(placed.key)
      return PlacedDeclaration(place: placed.place, declaration: both)
    }
    list[plain] = Block(all, where: list[plain].traits, kit)
    list[dark] = Block(
      list[dark].changes.filter { !joined.contains($0.key) }, where: list[dark].traits, kit)
  }

  private mutating func add(_ content: SheetContent, where traits: [String: String], _ kit: Kit) {
    var changes: [PlacedDeclaration] = []
    if traits.isEmpty {
      content.forEachPlaced { changes.append($0) }
      baseDeclarations = BaseDeclarations(changes)
    } else {
      let others = list.indices.dropFirst().filter { index in
        list[index].traits.allSatisfy { traits[$0.key] == $0.value }
      }
      changes = baseDeclarations.changes(to: content, after: others.map { list[$0].changes })
    }
    if !changes.isEmpty || traits.isEmpty { list.append(Block(changes, where: traits, kit)) }
  }
}

/// The selectors of a kit's classes. A class is selected with its subclasses.
private struct ClassSelectors {
  private var lists: [String: [String]] = [:]

  init(_ kit: KitIndex) {
    for (name, definition) in kit.definition.classes.sorted(by: { $0.key < $1.key }) {
      guard let selector = definition.selector else { continue }
      for ancestor in kit.chain(of: name) { lists[ancestor, default: []].append(selector) }
    }
  }

  /// Returns the selector of a path, the outermost class first, or nil if one of the classes has none.
  func path(_ steps: [ClassReference]) -> String? {
    let selectors = steps.compactMap { one($0) }
    return selectors.count == steps.count ? selectors.joined(separator: " ") : nil
  }

  private func one(_ reference: ClassReference) -> String? {
    guard let list = lists[reference.name] else { return nil }
    let own = list.count == 1 && !list[0].contains(",") ? list[0] : ":is(\(list.joined(separator: ", ")))"
    return reference.style.map { "\(own)[class~=\(CSSText.quoted($0))]" } ?? own
  }
}

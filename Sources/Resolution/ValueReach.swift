internal import Themes

/// The traits that choose the contents of a theme's values: for each named color, image and value, the sets of traits that its
/// variants and those of the names behind it name.
struct ValueReach {
  private var colors: [String: [Int32]] = [:]
  private var images: [String: [Int32]] = [:]
  private var values: [String: [Int32]] = [:]

  init(_ theme: CompiledTheme, _ traits: inout TraitNumbers) {
    let table = theme.table
    let (written, typed) = (table.generations.mergedColors, table.generations.mergedValues)
    // A name comes after all names that it refers to.
    for name in table.palette.names {
      guard let entry = written[name] else { continue }
      let found = choices(entry, &traits) { content, _ in
        content.referenced.flatMap { colors[$0] } ?? Self.any
      }
      if found != Self.any { colors[name] = found }
    }
    for (name, entry) in table.generations.mergedImages.sorted(by: { $0.key < $1.key })
    where !entry.variants.isEmpty {
      images[name] = choices(entry, &traits) { _, _ in Self.any }
    }
    for name in table.values.numbered {
      guard let entry = typed[name] else { continue }
      let found = choices(entry, &traits) { content, traits in choices(of: content.content, &traits) }
      if found != Self.any { values[name] = found }
    }
  }

  /// The choice that needs no traits.
  private static let any: [Int32] = [0]

  private func choices<Content>(
    _ entry: Theme.Variants<Content>, _ traits: inout TraitNumbers,
    behind: (Content, inout TraitNumbers) -> [Int32]
  ) -> [Int32] {
    var found = entry.base.map { behind($0, &traits) } ?? Self.any
    for variant in entry.variants {
      let own = traits.number(of: variant.traits)
      let below = variant.content.map { behind($0, &traits) } ?? Self.any
      for set in traits.unions([own], below) where !found.contains(set) { found.append(set) }
    }
    return found
  }

  /// Returns the sets of traits that choose what a value contains.
  func choices(of value: Value, _ traits: inout TraitNumbers) -> [Int32] {
    switch value {
    case .color(let color): color.referenced.flatMap { colors[$0] } ?? Self.any
    case .image(let name): images[name] ?? Self.any
    case .reference(let name, _): values[name] ?? Self.any
    case .list(let items):
      items.reduce(Self.any) { traits.unions($0, choices(of: $1, &traits)) }
    case .object(let members):
      members.reduce(Self.any) { traits.unions($0, choices(of: $1.value, &traits)) }
    case .blocked, .number, .bool, .string: Self.any
    }
  }

  func choices(of name: Consequences.Name) -> [Int32] {
    switch name.kind {
    case .color: colors[name.name] ?? Self.any
    case .image: images[name.name] ?? Self.any
    case .value: values[name.name] ?? Self.any
    }
  }
}

/// The names whose contents differ between two versions of a theme, or refer to such names.
struct ChangedNames {
  private(set) var colors: Set<String>
  private(set) var images: Set<String>
  private(set) var values: Set<String> = []

  init(from before: CompiledTheme?, to after: CompiledTheme?) {
    let (old, new) = (before?.table, after?.table)
    let (oldColors, newColors) = (
      old?.generations.mergedColors ?? [:], new?.generations.mergedColors ?? [:]
    )
    colors = Set(oldColors.keys).subtracting(newColors.keys)
    for name in new?.palette.names ?? [] {
      guard let entry = newColors[name] else { continue }
      if !entry.isSame(as: oldColors[name]) || entry.references.contains(where: colors.contains) {
        colors.insert(name)
      }
    }
    let (oldImages, newImages) = (
      old?.generations.mergedImages ?? [:], new?.generations.mergedImages ?? [:]
    )
    images = Set(newImages.filter { !$1.isSame(as: oldImages[$0]) }.keys)
      .union(Set(oldImages.keys).subtracting(newImages.keys))
    let (oldValues, newValues) = (
      old?.generations.mergedValues ?? [:], new?.generations.mergedValues ?? [:]
    )
    values = Set(oldValues.keys).subtracting(newValues.keys)
    for name in new?.values.numbered ?? [] {
      guard let entry = newValues[name] else { continue }
      if !entry.isSame(as: oldValues[name]) || entry.contents.contains(where: { names($0.content) }) {
        values.insert(name)
      }
    }
  }

  /// Indicates whether two values of rules are the same for all traits.
  func areSame(_ value: Value, _ other: Value) -> Bool { value == other && !names(value) }

  private func names(_ value: Value) -> Bool {
    switch value {
    case .color(let color): color.referenced.map(colors.contains) ?? false
    case .image(let name): images.contains(name)
    case .reference(let name, _): values.contains(name)
    case .list(let items): items.contains(where: names)
    case .object(let members): members.contains { names($0.value) }
    case .blocked, .number, .bool, .string: false
    }
  }
}

extension Theme.Variants {
  /// Returns whether another entry has the same contents for the same traits, wherever it is written.
  fileprivate func isSame(as other: Self?) -> Bool {
    guard let other, base == other.base, variants.count == other.variants.count else { return false }
    return zip(variants, other.variants).allSatisfy { $0.traits == $1.traits && $0.content == $1.content }
  }
}

extension [Theme] {
  /// The images of generations, the oldest first: a child's definition replaces its parents'.
  fileprivate var mergedImages: [String: Theme.Variants<String>] {
    reduce(into: [:]) { $0.merge($1.images) { $1 } }
  }
}

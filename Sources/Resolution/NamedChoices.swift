internal import Themes

/// A named entry of a theme with its variants for certain traits.
struct VariantChoice<Content: Sendable>: Sendable {
  let base: Content
  private let variants: [Candidate]

  private struct Candidate: Sendable {
    let mask: TraitMask
    let traitCount: Int32
    let content: Content
  }

  init<Written>(
    _ entry: Theme.Variants<Written>, numbering traits: inout TraitTable,
    _ content: (Written?) throws(CompileFailure) -> Content
  ) throws(CompileFailure) {
    var variants: [Candidate] = []
    variants.reserveCapacity(entry.variants.count)
    for variant in entry.variants {
      variants.append(
        Candidate(
          mask: traits.requirement(variant.traits), traitCount: Int32(variant.traits.count),
          content: try content(variant.content)))
    }
    (base, self.variants) = (try content(entry.base), variants)
  }

  /// All contents that the entry can have for any traits.
  var contents: [Content] { [base] + variants.map(\.content) }

  /// Returns the content for these traits. Precedence decides as between rules for the same place.
  func content(holding mask: TraitMask) -> Content {
    var leader = (traitCount: Int32(-1), order: Int32(-1))
    // By index, since an iterator would retain and release the content of each variant.
    for index in variants.indices where variants[index].mask.isSubset(of: mask) {
      let claim = (traitCount: variants[index].traitCount, order: Int32(index))
      if Precedence.compareTraits(claim, leader).aWins { leader = claim }
    }
    return leader.order < 0 ? base : variants[Int(leader.order)].content
  }
}

/// The entries of a theme and its parents by number, each with its choice of contents.
struct NamedChoices<Content: Sendable>: Sendable {
  private let choices: [VariantChoice<Content>]
  private let numbers: Interner<String>

  /// - Parameters:
  ///   - order: the names in the order of their numbers.
  ///   - content: converts a content as the theme writes it.
  init<Written>(
    _ entries: [String: Theme.Variants<Written>], inOrder order: [String], numbering traits: inout TraitTable,
    _ content: (Written?, Interner<String>) throws(CompileFailure) -> Content
  ) throws(CompileFailure) {
    let numbers = Interner(order)
    var choices: [VariantChoice<Content>] = []
    choices.reserveCapacity(order.count)
    for entry in order.lazy.compactMap({ entries[$0] }) {
      choices.append(
        try VariantChoice(entry, numbering: &traits) { written throws(CompileFailure) in
          try content(written, numbers)
        })
    }
    (self.choices, self.numbers) = (choices, numbers)
  }

  init<Written>(
    _ entries: [String: Theme.Variants<Written>], inOrder order: [String], numbering traits: inout TraitTable
  ) throws(CompileFailure) where Content == Written? {
    try self.init(entries, inOrder: order, numbering: &traits) { written, _ in written }
  }

  var names: [String] { numbers.names }

  func id(of name: String) -> Int? { numbers.find(name).map { Int($0) } }

  func contents(of id: Int) -> [Content] { choices[id].contents }

  func content(of id: Int, holding mask: TraitMask) -> Content { choices[id].content(holding: mask) }

  func content<Known>(of name: String, holding mask: TraitMask) -> Known? where Content == Known? {
    id(of: name).flatMap { content(of: $0, holding: mask) }
  }
}

/// The named values of a theme and its parents that are no colors or images. Each follows all values that it refers to.
struct NamedValues: Sendable {
  private let choices: NamedChoices<TypedValue?>
  /// The names, in ascending order.
  let names: [String]
  private let refers: Bool

  /// - Parameter generations: parents first; a child's value of the same name replaces theirs.
  init(_ generations: [Theme], traits: inout TraitTable) throws(CompileFailure) {
    let merged = generations.mergedValues
    names = merged.keys.sorted()
    let uses = merged.compactMapValues { entry in
      let uses = entry.contents.flatMap(\.uses)
      return uses.isEmpty ? nil : uses
    }
    refers = !uses.isEmpty
    let order = uses.isEmpty ? names : try Self.order(names, uses, theme: generations.last?.name ?? "")
    choices = try NamedChoices(merged, inOrder: order, numbering: &traits)
  }

  private static func order(
    _ names: [String], _ uses: [String: [TypedValue.Use]], theme: String
  ) throws(CompileFailure) -> [String] {
    let known = Set(names)
    let graph = ReferenceGraph(names) { name in
      Set((uses[name] ?? []).map(\.name).filter(known.contains)).sorted(by: >)
    }
    if let circle = graph.circles.first {
      throw CompileFailure(
        theme: theme, message: "The value '\(circle[0])' refers to itself in a circle.")
    }
    return graph.order
  }

  func id(of name: String) -> Int? { choices.id(of: name) }

  /// The names by number: each comes after those that it refers to.
  var numbered: [String] { choices.names }

  /// Returns a value as the theme writes it for these traits, or nil if it has none.
  func content(of id: Int, holding mask: TraitMask) -> TypedValue? { choices.content(of: id, holding: mask) }

  /// Returns all values by number for these traits, with references resolved.
  func resolved(in resolver: ValueResolver) -> [ResolvedTypedValue?] {
    var resolver = resolver
    for id in names.indices { resolve(id, in: &resolver) }
    return names.indices.map { resolver.values[$0] }
  }

  /// Returns one value, and resolves only the values that it depends on.
  func resolved(_ id: Int, in resolver: ValueResolver) -> ResolvedTypedValue? {
    var resolver = resolver
    for id in refers ? needed(for: id, resolver.mask) : [id] { resolve(id, in: &resolver) }
    return resolver.values[id]
  }

  /// - Parameter ids: in ascending order, with all values that they depend on.
  func resolve(_ ids: [Int], in resolver: inout ValueResolver) {
    for id in ids { resolve(id, in: &resolver) }
  }

  private func resolve(_ id: Int, in resolver: inout ValueResolver) {
    guard let value = content(of: id, holding: resolver.mask),
      let resolved = value.type.map({ resolver.resolve(value.content, as: .value($0)) })
        ?? resolver.resolve(value.content)
    else { return }
    resolver.values[id] = ResolvedTypedValue(type: value.type, value: resolved)
  }

  /// Returns the numbers of a value and of all values that it depends on for these traits, in ascending order.
  private func needed(for id: Int, _ mask: TraitMask) -> [Int] {
    closure(of: [id]) { id in content(of: id, holding: mask).map { [$0] } ?? [] }
  }

  /// Returns the numbers of values and of all values that they depend on for any traits, in ascending order.
  func needed(for names: some Sequence<String>) -> [Int] {
    closure(of: names.compactMap { id(of: $0) }) { id in choices.contents(of: id).compactMap(\.self) }
  }

  private func closure(of start: [Int], _ contents: (Int) -> [TypedValue]) -> [Int] {
    var found = Set(start)
    var waiting = start
    while let next = waiting.popLast() {
      for use in contents(next).flatMap(\.uses) {
        if let id = id(of: use.name), found.insert(id).inserted { waiting.append(id) }
      }
    }
    return found.sorted()
  }
}

extension NamedValues {
  /// Returns the values by number as the theme writes them for these traits, with references to other values resolved.
  /// References to colors stay. Nil for a value that does not exist for these traits.
  func followed(holding mask: TraitMask) -> [Value?] {
    var known: [Value?] = []
    known.reserveCapacity(names.count)
    for id in names.indices {
      known.append(content(of: id, holding: mask).flatMap { follow($0.content, known) })
    }
    return known
  }

  /// - Parameter known: the values that this one can refer to.
  private func follow(_ value: Value, _ known: [Value?]) -> Value? {
    switch value {
    case .reference(let name, _):
      return id(of: name).flatMap { known.indices.contains($0) ? known[$0] : nil }
    case .list(let items): return .list(items.compactMap { follow(item: $0, known) })
    case .object(let members):
      return .object(
        members.compactMap { member in
          follow(member.value, known).map { Value.ValueMember(name: member.name, value: $0) }
        })
    case .blocked, .color, .image, .number, .bool, .string: return value
    }
  }

  /// Resolves an item. A reference to a list stands for its first item.
  private func follow(item: Value, _ known: [Value?]) -> Value? {
    let found = follow(item, known)
    if case .reference = item, case .list(let items)? = found { return items.first }
    return found
  }
}

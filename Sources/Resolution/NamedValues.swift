internal import Themes

/// The other named values of a theme and its parents, each after all that it refers to.
struct NamedValues: Sendable {
  private let entries: [VariantChoice<TypedValue?>]
  private let ids: [String: Int]
  /// In ascending order.
  let names: [String]
  /// Whether any of them refers to another.
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
    var entries: [VariantChoice<TypedValue?>] = []
    entries.reserveCapacity(order.count)
    for name in order {
      guard let entry = merged[name] else { continue }
      let variants = entry.variants.map { (traits: $0.traits, content: $0.content) }
      entries.append(VariantChoice(base: entry.base, variants: variants, numbering: &traits))
    }
    self.entries = entries
    ids = Dictionary(uniqueKeysWithValues: zip(order, 0...))
  }

  private static func order(
    _ names: [String], _ uses: [String: [TypedValue.Use]], theme: String
  ) throws(CompileFailure) -> [String] {
    let known = Set(names)
    let graph = ReferenceGraph(names) { name in
      Set((uses[name] ?? []).map(\.name).filter(known.contains)).sorted(by: >)
    }
    if let circle = graph.circles.first { throw .valueCircle(theme: theme, name: circle[0]) }
    return graph.order
  }

  func id(of name: String) -> Int? { ids[name] }

  /// A value as it is written where these traits hold; nil where there is none.
  func content(of id: Int, holding mask: TraitMask) -> TypedValue? { entries[id].content(holding: mask) }

  /// The values by number, as they are where these traits hold, references followed.
  func resolved(in resolver: ValueResolver) -> [ResolvedTypedValue?] {
    var resolver = resolver
    for id in entries.indices { resolve(id, in: &resolver) }
    return entries.indices.map { resolver.values[$0] }
  }

  /// One value, with nothing followed that it does not lead to.
  func resolved(_ id: Int, in resolver: ValueResolver) -> ResolvedTypedValue? {
    var resolver = resolver
    for id in refers ? needed(for: id, resolver.mask) : [id] { resolve(id, in: &resolver) }
    return resolver.values[id]
  }

  /// - Parameter ids: in ascending order, with all that they lead to.
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

  /// The numbers of a value and of all that it leads to here, in their order.
  private func needed(for id: Int, _ mask: TraitMask) -> [Int] {
    closure(of: [id]) { id in content(of: id, holding: mask).map { [$0] } ?? [] }
  }

  /// The numbers of values and of all that they lead to, whatever traits hold, in their order.
  func needed(for names: some Sequence<String>) -> [Int] {
    closure(of: names.compactMap { ids[$0] }) { id in entries[id].contents.compactMap(\.self) }
  }

  private func closure(of start: [Int], _ contents: (Int) -> [TypedValue]) -> [Int] {
    var found = Set(start)
    var waiting = start
    while let next = waiting.popLast() {
      for use in contents(next).flatMap(\.uses) {
        if let id = ids[use.name], found.insert(id).inserted { waiting.append(id) }
      }
    }
    return found.sorted()
  }
}

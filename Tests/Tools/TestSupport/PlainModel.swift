internal import Documents
package import Resolution
package import Themes

/// A plain implementation of resolution, rule by rule and not optimized. Tests and benchmarks compare the compiled themes
/// with it.
package struct PlainModel {
  package let kit: Kit
  /// Parents first.
  package let generations: [Theme]

  package init(kit: Kit, generations: [Theme]) {
    self.kit = kit
    self.generations = generations
  }

  /// A rule that matches, with everything that decides its precedence.
  private struct Candidate {
    let rule: Rule
    let order: Int
    let embedding: [Int]
  }

  /// The chain of superclasses, the class itself first.
  package func chain(_ name: String) -> [String] {
    var chain = [name]
    while let superclass = kit.classes[chain[chain.count - 1]]?.superclass { chain.append(superclass) }
    return chain
  }

  private func effective(_ given: [String: String]) -> [String: String] {
    var traits = given
    for (name, trait) in kit.traits where traits[name] == nil { traits[name] = trait.defaultValue }
    return traits
  }

  /// Every way to find the containers in the path, in order, gaps allowed.
  private func embeddings(_ containers: [ClassReference], _ path: [Target], from start: Int) -> [[Int]] {
    guard let first = containers.first else { return [[]] }
    var all: [[Int]] = []
    for position in path.indices where position >= start {
      guard chain(path[position].className).contains(first.name) else { continue }
      if let style = first.style, !path[position].styles.contains(style) { continue }
      for rest in embeddings(Array(containers.dropFirst()), path, from: position + 1) {
        all.append([position] + rest)
      }
    }
    return all
  }

  /// The rules that match, the one that wins over all others first.
  private func candidates(
    _ target: Target, _ path: [Target], _ traits: [String: String]
  ) -> [Candidate] {
    let line = chain(target.className)
    var found: [Candidate] = []
    for (order, rule) in generations.flatMap(\.rules).enumerated() {
      guard line.contains(rule.target.name),
        rule.target.style == nil || target.styles.contains(rule.target.style ?? ""),
        rule.traits.allSatisfy({ traits[$0.key] == $0.value })
      else { continue }
      let ways = embeddings(rule.containers, path, from: 0)
      guard let earliest = ways.min(by: { $0.lexicographicallyPrecedes($1) }) else { continue }
      found.append(Candidate(rule: rule, order: order, embedding: earliest))
    }
    return found.sorted { beats($0, $1, line, path) }
  }

  private func setting(_ key: PropertyKey, _ candidates: [Candidate]) -> (value: Value, order: Int)? {
    for candidate in candidates {
      if let setting = candidate.rule.settings.first(where: { $0.key == key }) {
        return (setting.value, candidate.order)
      }
    }
    return nil
  }

  /// The winning value of a key and the order of its rule.
  package func winner(
    _ key: PropertyKey, _ target: Target, in path: [Target], given: [String: String]
  ) -> (value: Value, order: Int)? {
    setting(key, candidates(target, path, effective(given)))
  }

  private func beats(_ a: Candidate, _ b: Candidate, _ line: [String], _ path: [Target]) -> Bool {
    if (a.rule.target.style != nil) != (b.rule.target.style != nil) { return a.rule.target.style != nil }
    let (aNear, bNear) = (line.firstIndex(of: a.rule.target.name), line.firstIndex(of: b.rule.target.name))
    if let aNear, let bNear, aNear != bNear { return aNear < bNear }
    if a.embedding != b.embedding {
      for (one, other) in zip(a.embedding, b.embedding) where one != other { return one < other }
      return a.embedding.count > b.embedding.count
    }
    for (index, position) in a.embedding.enumerated() {
      let line = chain(path[position].className)
      let (one, other) = (a.rule.containers[index], b.rule.containers[index])
      if let near = line.firstIndex(of: one.name), let far = line.firstIndex(of: other.name), near != far {
        return near < far
      }
      if (one.style != nil) != (other.style != nil) { return one.style != nil }
    }
    if a.rule.traits.count != b.rule.traits.count { return a.rule.traits.count > b.rule.traits.count }
    return a.order > b.order
  }

  /// The whole look: overrides first, blocked keys left out.
  package func look(
    _ target: Target, in path: [Target], given: [String: String], overrides: [Override] = []
  ) -> [PropertyKey: String] {
    var values: [PropertyKey: Value] = [:]
    for candidate in candidates(target, path, effective(given)) {
      for setting in candidate.rule.settings where values[setting.key] == nil {
        values[setting.key] = setting.value
      }
    }
    for override in overrides { values[override.key] = override.value }
    return values.compactMapValues { text($0, given) }
  }

  /// One key with axis fallback: the key that answered and its value.
  package func value(
    _ key: PropertyKey, _ target: Target, in path: [Target], given: [String: String],
    overrides: [Override] = []
  ) -> (from: PropertyKey?, value: String?) {
    let candidates = candidates(target, path, effective(given))
    for candidate in [key] + fallbacks(key, target) {
      if let override = overrides.last(where: { $0.key == candidate }) {
        return (candidate, text(override.value, given))
      }
      if let winner = setting(candidate, candidates) {
        return (candidate, text(winner.value, given))
      }
    }
    return (nil, nil)
  }

  private func fallbacks(_ key: PropertyKey, _ target: Target) -> [PropertyKey] {
    let properties = chain(target.className).flatMap { kit.classes[$0]?.properties ?? [] }
    let property = properties.first { $0.name == key.name && $0.axes.count == key.axisValues.count }
    guard let property else { return [] }
    var keys: [PropertyKey] = []
    var values = key.axisValues
    for (index, axis) in property.axes.enumerated().reversed() {
      guard let fallback = kit.axes[axis]?.fallback, fallback != values[index] else { continue }
      values[index] = fallback
      keys.append(PropertyKey(key.name, values))
    }
    return keys
  }

  /// A value as an answer writes it; nil where it blocks.
  private func text(_ value: Value, _ given: [String: String]) -> String? {
    switch value {
    case .blocked: nil
    case .color(let expression): hex(expression, effective(given), numerator: 1, denominator: 1)
    case .image(let name): image(name, effective(given))
    case .number(let number): JSONWriter.shortest(number)
    case .bool(let bool): bool ? "true" : "false"
    case .string(let string): string
    // A random theme's rules refer to no other value.
    case .reference: nil
    case .list(let items): "[" + items.compactMap { text($0, given) }.joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.compactMap { member in text(member.value, given).map { "\(member.name):\($0)" } }
        .joined(separator: ",") + "}"
    }
  }

  private func pick<Content>(_ variants: Theme.Variants<Content>, _ traits: [String: String]) -> Content? {
    let matching = variants.variants.filter { variant in
      variant.traits.allSatisfy { traits[$0.key] == $0.value }
    }
    let most = matching.map(\.traits.count).max()
    guard let winner = matching.last(where: { $0.traits.count == most }) else { return variants.base }
    return winner.content
  }

  private func image(_ name: String, _ traits: [String: String]) -> String {
    generations.last { $0.images[name] != nil }?.images[name].flatMap { pick($0, traits) } ?? name
  }

  private func hex(
    _ expression: ColorExpression, _ traits: [String: String], numerator: UInt128, denominator: UInt128
  ) -> String? {
    switch expression {
    case .exact(let exact):
      return hex(.literal(exact.color), traits, numerator: numerator, denominator: denominator)
    case .literal(let color):
      let (top, bottom) = (color.opacity.numerator * numerator, color.opacity.denominator * denominator)
      let alpha = UInt8((top * 255 * 2 + bottom) / (bottom * 2))
      let digits = [color.red, color.green, color.blue] + (alpha == 255 ? [] : [alpha])
      return "#" + digits.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    case .reference(let name, let opacity):
      guard let color = generations.last(where: { $0.colors[name] != nil })?.colors[name],
        let here = pick(color, traits)
      else { return nil }
      return hex(
        here, traits, numerator: numerator * opacity.numerator,
        denominator: denominator * opacity.denominator)
    }
  }
}

extension ResolvedValue {
  /// The value as `PlainModel` writes it.
  package var plainText: String {
    switch self {
    case .color(let color): color.hex
    case .image(let name): name
    case .number(let number): JSONWriter.shortest(number)
    case .bool(let bool): bool ? "true" : "false"
    case .string(let string): string
    case .list(let items): "[" + items.map(\.plainText).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\($0.name):\($0.value.plainText)" }.joined(separator: ",") + "}"
    }
  }
}

package import Documents

/// A kit prepared for lookups: superclass chains, and the properties of each class with its inherited ones.
package struct KitIndex: Sendable {
  package private(set) var definition: Kit
  private let chains: [String: [String]]
  private let settable: [String: ClassProperties]
  /// The classes that each class never contains, with those of its superclasses; classes that exclude none are left out.
  private let exclusions: [String: Set<String>]
  /// The traits whose values can come from client hints, in ascending order of their names.
  package private(set) var hinted: [HintedTrait]
  private(set) var traitWords: [String: [TraitWord]]
  /// The names of the properties without a setter in the client library; a property of the same name may have one in another class.
  package let namesWithoutSetter: Set<String>

  package init(_ kit: Kit) {
    definition = kit
    var chains: [String: [String]] = [:]
    for name in kit.classes.keys {
      var chain: [String] = []
      var next: String? = name
      while let current = next, let found = kit.classes[current], chain.count <= kit.classes.count {
        chain.append(current)
        next = found.superclass
      }
      chains[name] = chain
    }
    self.chains = chains
    exclusions = chains.mapValues { chain in Set(chain.flatMap { kit.classes[$0]?.excludes ?? [] }) }
      .filter { !$0.value.isEmpty }
    let declared = kit.classes.mapValues { Dictionary(grouping: $0.properties, by: \.name) }
    settable = chains.mapValues { chain in
      ClassProperties(declared: chain.compactMap { declared[$0] }.filter { !$0.isEmpty })
    }
    namesWithoutSetter = Set(
      kit.classes.values.flatMap { $0.properties.filter { !$0.hasSetter }.map(\.name) })
    hinted = HintedTrait.all(in: kit)
    traitWords = TraitWord.all(in: kit)
  }

  /// Returns the same kit with more properties; existing properties stay unchanged.
  package func adding(_ added: [String: [Kit.Property]]) -> KitIndex {
    guard !added.isEmpty else { return self }
    var new = added.filter { hasClass($0.key) }
    for name in new.keys { new[name]?.removeAll { has($0, of: name) } }
    return new.values.allSatisfy(\.isEmpty) ? self : KitIndex(definition.adding(new))
  }

  package func adding(_ theme: Theme) -> KitIndex { adding(theme.addedProperties).adding(theme.ownTraits) }

  /// Returns the same kit with more traits; existing traits stay unchanged.
  package func adding(_ traits: [String: Kit.Trait]) -> KitIndex {
    guard traits.contains(where: { definition.traits[$0.key] == nil }) else { return self }
    var kit = self
    kit.definition = definition.adding(traits)
    kit.hinted = HintedTrait.all(in: kit.definition)
    kit.traitWords = TraitWord.all(in: kit.definition)
    return kit
  }

  package func hasClass(_ name: String) -> Bool { chains.index(forKey: name) != nil }

  /// The class and its superclasses, nearest first; empty for an unknown class.
  package func chain(of className: String) -> [String] { chains[className] ?? [] }

  /// Returns the first class of a path, outermost first, that is never inside a class before it, with that class.
  package func contradiction(in path: [String]) -> (outer: String, inner: String)? {
    guard !exclusions.isEmpty else { return nil }
    var excluded: [String: String] = [:]
    for name in path {
      if !excluded.isEmpty, let outer = chain(of: name).lazy.compactMap({ excluded[$0] }).first {
        return (outer, name)
      }
      for other in exclusions[name] ?? [] where excluded[other] == nil { excluded[other] = name }
    }
    return nil
  }

  /// Returns the properties that can be set on a class, for repeated use; none for an unknown class.
  package func properties(of className: String) -> ClassProperties {
    settable[className] ?? ClassProperties(declared: [])
  }

  /// Returns the property of this name with this number of axes, its own or inherited.
  package func property(_ name: String, axisCount: Int, of className: String) -> Kit.Property? {
    settable[className]?.property(name, axisCount: axisCount)
  }

  package func has(_ property: Kit.Property, of className: String) -> Bool {
    self.property(property.name, axisCount: property.axes.count, of: className) != nil
  }

  /// Returns a key and then the keys that answer for it if nothing sets it: the last axis falls back first, then with it
  /// the one before.
  package func answering(_ key: PropertyKey, of className: String) -> [PropertyKey] {
    guard let property = property(key.name, axisCount: key.axisValues.count, of: className) else {
      return [key]
    }
    var keys = [key]
    var values = key.axisValues
    for index in values.indices.reversed() {
      guard let fallback = definition.axes[property.axes[index]]?.fallback, fallback != values[index] else {
        continue
      }
      values[index] = fallback
      keys.append(PropertyKey(key.name, values))
    }
    return keys
  }

  package func properties(named name: String, of className: String) -> [Kit.Property] {
    properties(of: className).declared.flatMap { $0[name] ?? [] }
  }

  /// Returns the key that a text writes, `name:axis:axis`, in canonical form, with its property.
  package func key(
    _ text: String, of className: String
  ) -> Result<(PropertyKey, Kit.Property), ValueRefusal> {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let name = String(parts[0])
    let values = parts.dropFirst()
    guard let property = property(name, axisCount: values.count, of: className) else {
      return .failure(noProperty(name, values, of: className))
    }
    var canonical: [String] = []
    for (value, axisName) in zip(values, property.axes) {
      guard let axis = definition.axes[axisName] else { continue }
      switch axis.canonical(value, axisName) {
      case .success(let value): canonical.append(value)
      case .failure(let refusal): return .failure(refusal)
      }
    }
    return .success((PropertyKey(name, canonical), property))
  }
}

extension Kit.Axis {
  /// Returns a value in canonical form: joined ones in the axis's own order.
  package func canonical(_ text: some StringProtocol, _ axisName: String) -> Result<String, ValueRefusal> {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map { String($0) }
    for part in parts where !values.contains(part) { return .failure(unknown(part, axisName)) }
    guard parts.count > 1 else { return .success(String(text)) }
    let mistake: Message? =
      if !combines {
        "Values of '\(axisName)' can't be joined with '+'; give one of them."
      } else if let fallback, parts.contains(fallback) {
        "'\(fallback)' is what others fall back to; it can't be joined with them."
      } else {
        Set(parts).count == parts.count ? nil : "\(Quoted.name(text)) names a value twice."
      }
    if let mistake { return .failure(ValueRefusal(code: "bad-axis-value", sentence: mistake)) }
    return .success(values.filter(parts.contains).joined(separator: "+"))
  }

  private func unknown(_ part: String, _ axisName: String) -> ValueRefusal {
    let advice: Message =
      NearestName.of(part, among: values).map { "did you mean \(suggesting: $0)?" }
      ?? "it has \(Quoted.list(values.prefix(16).map { "'\($0)'" }))."
    return ValueRefusal(
      code: "unknown-axis-value", sentence: "The axis '\(axisName)' has no \(Quoted.name(part)); \(advice)")
  }
}

/// The properties that can be set on a class: its own before inherited ones.
package struct ClassProperties: Sendable {
  /// The properties that each class of the chain declares, by name, nearest class first; classes without any are left out.
  let declared: [[String: [Kit.Property]]]

  package func property(_ name: String, axisCount: Int) -> Kit.Property? {
    for properties in declared {
      if let found = properties[name]?.first(where: { $0.axes.count == axisCount }) { return found }
    }
    return nil
  }
}

/// The messages about names that a kit does not have, with the right name if it is known.
extension KitIndex {
  package func noClass(_ name: some StringProtocol) -> Message {
    noClass(name, likely: likelyClass(for: name))
  }

  /// Returns the same with advice on adding a class; without advice if there were many problems before.
  func noClass(_ name: some StringProtocol, after problems: Int) -> Message {
    guard problems < Self.mostAdvised else { return noClass(name, likely: nil) }
    let likely = likelyClass(for: name)
    return noClass(name, likely: likely) + (likely == nil ? ownClass(name) : "")
  }

  private func noClass(_ name: some StringProtocol, likely: String?) -> Message {
    "The kit '\(definition.name)' has no class \(Quoted.name(name))\(NearestName.question(likely))"
  }

  static var mostAdvised: Int { 100 }

  private func likelyClass(for name: some StringProtocol) -> String? {
    let names = definition.classes.keys
    if let prefixed = ["UI", "MK"].map({ $0 + name }).first(where: names.contains) { return prefixed }
    if let whole = ForeignWord.shortened(name, among: names) { return whole }
    return NearestName.of(name, among: names).flatMap { Self.isSlip(name, of: $0) ? $0 : nil }
  }

  /// Returns whether two names are nearly the same also before their common end: `AUViewController` is not meant by
  /// `MyViewController`.
  private static func isSlip(_ name: some StringProtocol, of other: String) -> Bool {
    let shared = zip(name.reversed(), other.reversed()).prefix { $0 == $1 }.count
    let (head, otherHead) = (name.dropLast(shared), other.dropLast(shared))
    return shared < 4 || NearestName.of(head, among: [String(otherHead)]) != nil
  }

  /// Returns advice on adding a class of this name.
  private func ownClass(_ name: some StringProtocol) -> Message {
    guard Name.isWord(name) else { return "" }
    return
      " A class of your own stands in a kit that extends this one: { \"extends\": \"\(definition.name)\", "
      + "\"classes\": { \"\(name)\": { \"superclass\": \"\(likelySuperclass(of: name))\" } } }."
  }

  /// Returns the class with the longest name, without its library's prefix, that this name ends in; else the topmost class
  /// that takes rules and contains others.
  func likelySuperclass(of name: some StringProtocol) -> String {
    let alike = definition.classes.keys.filter { name.hasSuffix(Self.bare($0)) }
    let classes = definition.classes.values.filter { $0.isThemeable && $0.isContainer }.map(\.name)
    let longest = alike.map { Self.bare($0).count }.max()
    let candidates = longest.map { length in alike.filter { Self.bare($0).count == length } } ?? classes
    return candidates.min { (chain(of: $0).count, $0) < (chain(of: $1).count, $1) } ?? ""
  }

  /// Returns a name without the prefix of its library: `ViewController` for `UIViewController`.
  private static func bare(_ name: String) -> Substring {
    let capitals = name.prefix { $0.isUppercase }
    return capitals.count > 1 ? name.dropFirst(capitals.count - 1) : name[...]
  }

  func noProperty(
    _ name: String, _ values: ArraySlice<Substring>, of className: String
  ) -> ValueRefusal {
    let found = properties(named: name, of: className)
    guard !found.isEmpty else {
      let advice = advice(for: name, values, of: className)
      return ValueRefusal(
        code: "unknown-property", sentence: "\(className) has no property \(Quoted.name(name))\(advice)")
    }
    var seen: Set<String> = []
    let examples = found.map { "'\(exampleKey(of: $0))'" }.filter { seen.insert($0).inserted }
    let wanted = found.map(\.axes.count).sorted()
    let counts = Quoted.choice(Array(Set(wanted)).sorted().map { $0 == 0 ? "none" : String($0) })
    let noun = wanted == [1] ? "axis value" : "axis values"
    return ValueRefusal(
      code: "wrong-axis-count",
      sentence:
        "\(className)'s \(name) takes \(counts == "none" ? "no" : counts) \(noun), not \(values.count), as in "
        + "\(Quoted.choice(examples)).")
  }

  /// Returns the end of a message about an unknown property: the key that was probably meant.
  private func advice(for name: String, _ values: ArraySlice<Substring>, of className: String) -> Message {
    let names = Set(properties(of: className).declared.flatMap(\.keys)).sorted()
    guard let meant = ForeignWord.meant(name, among: names) ?? ForeignWord.shortened(name, among: names)
    else { return NearestName.question(name, among: names) }
    let forms = properties(named: meant, of: className)
    let isFitting = forms.contains { $0.axes.count == values.count }
    let shown = isFitting ? values.map(String.init) : (forms.first?.axes ?? []).map(exampleValue)
    return NearestName.question(([meant] + shown).joined(separator: ":"))
  }

  /// Returns a key of the property with the usual value of each axis: `titleColor:normal`.
  package func exampleKey(of property: Kit.Property) -> String {
    ([property.name] + property.axes.map(exampleValue)).joined(separator: ":")
  }

  private func exampleValue(_ axisName: String) -> String {
    definition.axes[axisName].flatMap { $0.fallback ?? $0.values.first } ?? axisName
  }
}

internal import Documents

/// A kit prepared for questions: superclass chains, and the properties that a class has with those it inherits.
package struct KitIndex: Sendable {
  package let definition: Kit
  /// The chain of each class, from the class itself up to the root.
  private let chains: [String: [String]]
  /// The properties that can be set on each class of the kit.
  private let settable: [String: ClassProperties]
  /// The classes that each class never contains, those of its superclasses included; classes that exclude none are left out.
  private let exclusions: [String: Set<String>]
  /// The traits that a client's hint can tell, in ascending order of their names.
  package let hinted: [HintedTrait]
  /// The meanings of words that are values of traits.
  let traitWords: [String: [TraitWord]]

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
    hinted = HintedTrait.all(in: kit)
    traitWords = TraitWord.all(in: kit)
  }

  /// Returns the same kit with more properties; those that it has stay unchanged.
  package func adding(_ added: [String: [Kit.Property]]) -> KitIndex {
    guard !added.isEmpty else { return self }
    var new: [String: [Kit.Property]] = [:]
    for (className, properties) in added {
      new[className] = properties.filter { !has($0, of: className) }
    }
    let definition = self.definition.adding(new)
    return definition == self.definition ? self : KitIndex(definition)
  }

  /// Returns the same kit with the properties and traits that a theme adds.
  package func adding(_ theme: Theme) -> KitIndex { adding(theme.addedProperties).adding(theme.ownTraits) }

  /// Returns the same kit with more traits; those that it has stay unchanged.
  package func adding(_ traits: [String: Kit.Trait]) -> KitIndex {
    let new = traits.filter { definition.traits[$0.key] == nil }
    return new.isEmpty ? self : KitIndex(self, definition.adding(new))
  }

  /// - Parameter definition: the kit's own with other traits.
  private init(_ kit: KitIndex, _ definition: Kit) {
    (self.definition, chains, settable) = (definition, kit.chains, kit.settable)
    exclusions = kit.exclusions
    hinted = HintedTrait.all(in: definition)
    traitWords = TraitWord.all(in: definition)
  }

  package func hasClass(_ name: String) -> Bool { chains.index(forKey: name) != nil }

  /// The class and its superclasses, nearest first; empty for a class that the kit has not.
  package func chain(of className: String) -> [String] { chains[className] ?? [] }

  /// The first class of a path, outermost first, that is never where it stands, with the one outside of it that never
  /// contains it.
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

  /// Returns the properties that can be set on a class, for repeated use; none for a class that the kit has not.
  package func properties(of className: String) -> ClassProperties {
    settable[className] ?? ClassProperties(declared: [])
  }

  /// The property of this name with this number of axes, its own or inherited.
  package func property(_ name: String, axisCount: Int, of className: String) -> Kit.Property? {
    settable[className]?.property(name, axisCount: axisCount)
  }

  /// Returns whether a class has a property of this name with as many axes.
  package func has(_ property: Kit.Property, of className: String) -> Bool {
    self.property(property.name, axisCount: property.axes.count, of: className) != nil
  }

  /// A key, then those that answer for it when nothing sets it, in order: the last axis falls back first, then with
  /// it the one before.
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

  /// All properties of this name, the class's own before inherited ones.
  package func properties(named name: String, of className: String) -> [Kit.Property] {
    properties(of: className).declared.flatMap { $0[name] ?? [] }
  }

  /// The names of everything that can be set on a class.
  package func propertyNames(of className: String) -> Set<String> {
    Set(properties(of: className).declared.flatMap(\.keys))
  }

  /// A key as written, `name:axis:axis`, checked and in canonical form, with its property.
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
  /// A value as written, joined ones in the axis's own order.
  package func canonical(_ text: some StringProtocol, _ axisName: String) -> Result<String, ValueRefusal> {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map { String($0) }
    for part in parts where !values.contains(part) { return .failure(unknown(part, axisName)) }
    guard parts.count > 1 else { return .success(String(text)) }
    guard combines else {
      let sentence: Message = "Values of '\(axisName)' can't be joined with '+'; give one of them."
      return .failure(ValueRefusal(code: "bad-axis-value", sentence: sentence))
    }
    if let fallback, parts.contains(fallback) {
      let sentence: Message = "'\(fallback)' is what others fall back to; it can't be joined with them."
      return .failure(ValueRefusal(code: "bad-axis-value", sentence: sentence))
    }
    guard Set(parts).count == parts.count else {
      let sentence: Message = "\(Quoted.name(text)) names a value twice."
      return .failure(ValueRefusal(code: "bad-axis-value", sentence: sentence))
    }
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

/// Everything that can be set on a class: its own properties before inherited ones.
package struct ClassProperties: Sendable {
  /// The properties that each class of the chain declares itself, by name, nearest first, without classes that declare none.
  let declared: [[String: [Kit.Property]]]

  /// The property of this name with this number of axes.
  package func property(_ name: String, axisCount: Int) -> Kit.Property? {
    for properties in declared {
      if let found = properties[name]?.first(where: { $0.axes.count == axisCount }) { return found }
    }
    return nil
  }
}

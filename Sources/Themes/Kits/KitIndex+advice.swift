package import Documents

/// The sentences about names that a kit has not, with the right name if it is known.
extension KitIndex {
  /// The sentence about a class that the kit has not.
  package func noClass(_ name: some StringProtocol) -> Message {
    noClass(name, likely: likelyClass(for: name))
  }

  /// Returns the same with the way to a class of one's own; without advice if many such sentences came before.
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

  /// Returns whether two names are nearly the same also before the end that they share. Another library's class of the same
  /// sort is not what is meant: `AUViewController` for `MyViewController`.
  private static func isSlip(_ name: some StringProtocol, of other: String) -> Bool {
    let shared = zip(name.reversed(), other.reversed()).prefix { $0 == $1 }.count
    let (head, otherHead) = (name.dropLast(shared), other.dropLast(shared))
    return shared < 4 || NearestName.of(head, among: [String(otherHead)]) != nil
  }

  /// Returns the way to a class of one's own if the name may be one: it looks like no class that is there.
  private func ownClass(_ name: some StringProtocol) -> Message {
    guard Name.isWord(name) else { return "" }
    return
      " A class of your own stands in a kit that extends this one: { \"extends\": \"\(definition.name)\", "
      + "\"classes\": { \"\(name)\": { \"superclass\": \"\(likelySuperclass(of: name))\" } } }."
  }

  /// The class whose name, without its library's letters, the name ends in: the longest such, else the topmost that takes
  /// rules and contains.
  func likelySuperclass(of name: some StringProtocol) -> String {
    let alike = definition.classes.keys.filter { name.hasSuffix(Self.bare($0)) }
    let classes = definition.classes.values.filter { $0.isThemeable && $0.isContainer }.map(\.name)
    let longest = alike.map { Self.bare($0).count }.max()
    let candidates = longest.map { length in alike.filter { Self.bare($0).count == length } } ?? classes
    return candidates.min { (chain(of: $0).count, $0) < (chain(of: $1).count, $1) } ?? ""
  }

  /// Returns a name without the capitals that its library begins names with: `ViewController` for `UIViewController`.
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
    var examples: [String] = []
    for property in found {
      let example = "'\(exampleKey(of: property))'"
      if !examples.contains(example) { examples.append(example) }
    }
    let wanted = found.map(\.axes.count).sorted()
    let counts = Quoted.choice(Array(Set(wanted)).sorted().map { $0 == 0 ? "none" : String($0) })
    let noun = wanted == [1] ? "axis value" : "axis values"
    return ValueRefusal(
      code: "wrong-axis-count",
      sentence:
        "\(className)'s \(name) takes \(counts == "none" ? "no" : counts) \(noun), not \(values.count), as in "
        + "\(Quoted.choice(examples)).")
  }

  /// The end of a sentence about a property that the class has not: the key that was probably meant.
  private func advice(for name: String, _ values: ArraySlice<Substring>, of className: String) -> Message {
    let names = propertyNames(of: className).sorted()
    guard let meant = ForeignWord.meant(name, among: names) ?? ForeignWord.shortened(name, among: names)
    else {
      return NearestName.question(name, among: names)
    }
    let forms = properties(named: meant, of: className)
    let isFitting = forms.contains { $0.axes.count == values.count }
    let shown = isFitting ? values.map(String.init) : (forms.first?.axes ?? []).map(exampleValue)
    return NearestName.question(([meant] + shown).joined(separator: ":"))
  }

  /// A key of the property as a theme writes it, with the usual value of each axis: `titleColor:normal`.
  package func exampleKey(of property: Kit.Property) -> String {
    ([property.name] + property.axes.map(exampleValue)).joined(separator: ":")
  }

  private func exampleValue(_ axisName: String) -> String {
    definition.axes[axisName].flatMap { $0.fallback ?? $0.values.first } ?? axisName
  }
}

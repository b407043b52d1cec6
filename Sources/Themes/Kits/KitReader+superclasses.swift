internal import Documents

/// The superclasses of the classes of a kit.
extension KitReader {
  /// The maximum number of superclasses, since lookups walk along them.
  private static var mostSuperclasses: Int { 100 }

  /// Every superclass is there, none is its own ancestor, and no class has very many.
  mutating func checkSuperclasses() {
    var depths: [String: Int] = [:]
    for name in classes.keys.sorted() {
      var path: [String] = []
      var onPath: Set<String> = []
      var next: String? = name
      while let current = next, depths[current] == nil {
        if !onPath.insert(current).inserted {
          reportCycle(through: path[(path.firstIndex(of: current) ?? 0)...])
          break
        }
        path.append(current)
        next = superclass(of: current)
      }
      var depth = next.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
      for name in path.reversed() {
        if depth > Self.mostSuperclasses {
          reportDepth(of: name)
          depth = 0
        }
        depths[name] = depth
        depth += 1
      }
    }
    for name in brokenNames { classes[name] = classes[name].map { $0.withoutSuperclass } }
  }

  /// A class of one's own is what its superclass is, unless it says otherwise: whether rules can be for it, or in it.
  mutating func inheritUses() {
    guard below != nil else { return }
    for name in uses.keys {
      let isThemeable = inherited(by: name) { $0.isThemeable } ?? classes[name]?.isThemeable
      let isContainer = inherited(by: name) { $0.isContainer } ?? classes[name]?.isContainer
      classes[name] = classes[name]?.used(asTarget: isThemeable ?? true, asContainer: isContainer ?? true)
    }
  }

  private func inherited(by name: String, _ part: (ClassUse) -> Bool?) -> Bool? {
    var next: String? = name
    while let current = next, let found = classes[current] {
      let use = uses[current] ?? ClassUse(isThemeable: found.isThemeable, isContainer: found.isContainer)
      if let said = part(use) { return said }
      next = found.superclass
    }
    return nil
  }

  private mutating func superclass(of name: String) -> String? {
    guard let superclass = classes[name]?.superclass else { return nil }
    guard classes[superclass] != nil else {
      let advice = NearestName.question(superclass, among: classes.keys)
      if let node = superclasses[name] {
        form.findings.error(
          node, "unknown-class", "The kit has no class \(Quoted.name(superclass))\(advice)")
      }
      brokenNames.append(name)
      return nil
    }
    return superclass
  }

  /// The class is left without a superclass, so that what builds on it is told once for each such length.
  private mutating func reportDepth(of name: String) {
    brokenNames.append(name)
    guard let node = superclasses[name] else { return }
    form.findings.error(
      node, "deep-class",
      "\(Quoted.name(name)) has more than \(Self.mostSuperclasses) superclasses, one above the other; let it, or one of "
        + "those, have one that is higher up.")
  }

  private mutating func reportCycle(through cycle: ArraySlice<String>) {
    guard let first = cycle.min(), let node = superclasses[first] else { return }
    brokenNames.append(first)
    guard cycle.count > 1 else {
      let sentence: Message = "\(Quoted.name(first)) can't be its own superclass."
      return form.findings.error(node, "class-cycle", sentence)
    }
    let shown = cycle.prefix(8).map { Quoted.name($0) }.joined(separator: ", ")
    form.findings.error(
      node, "class-cycle", "These classes are each other's superclasses: \(shown). One must come first.")
  }
}

extension Kit.Class {
  fileprivate var withoutSuperclass: Kit.Class {
    Kit.Class(
      name: name, superclass: nil, isThemeable: isThemeable, isContainer: isContainer,
      properties: properties, excludes: excludes, selector: selector)
  }

  fileprivate func used(asTarget isThemeable: Bool, asContainer isContainer: Bool) -> Kit.Class {
    Kit.Class(
      name: name, superclass: superclass, isThemeable: isThemeable, isContainer: isContainer,
      properties: properties, excludes: excludes, selector: selector)
  }
}

extension Theme {
  /// Returns what this theme sets for a class in its place, without a request to the server. The result is
  /// the same as that of `GET /v1/appearance`.
  ///
  /// A key that a rule blocks is absent. Keys with axes are returned as rules set them: `titleColor:normal`
  /// also applies to a highlighted button if nothing sets `titleColor:highlighted`.
  /// - Parameters:
  ///   - target: `UIButton`, or `UIButton.sure.big` with its styles.
  ///   - path: The containers, outermost first, each with its styles.
  ///   - superclass: Returns the superclass of a class; nil for the topmost.
  public func look(
    of target: String, in path: [String] = [], superclass: (String) -> String?
  ) -> [String: ThemeValue] {
    withoutActuallyEscaping(superclass) { superclass in
      var lineages = Lineages(superclass)
      return look(of: StyledClass(parsing: target), in: path.map(StyledClass.init), &lineages)
    }
  }

  /// The same lookup for parsed names, with superclasses that lookups share.
  package func look(
    of target: StyledClass, in path: [StyledClass], _ lineages: inout Lineages
  ) -> [String: ThemeValue] {
    var steps: [StepStanding] = []
    var leaders: [String: (standing: Standing, rank: Int?, value: ThemeValue?)] = [:]
    for (distance, className) in lineages.line(of: target.className).enumerated() {
      for index in rulesOfClass[className] ?? [] {
        let rule = rules[index]
        guard let standing = standing(of: rule, index, at: distance, target, path, &steps, &lineages)
        else { continue }
        for (key, value) in rule.set {
          let rank = rule.rank[key]
          let isBeaten = leaders[key].map { !Self.wins(standing, rank, over: $0.standing, $0.rank, steps) }
          if isBeaten != true { leaders[key] = (standing, rank, value) }
        }
      }
    }
    return leaders.compactMapValues(\.value)
  }

  /// Returns what decides between this rule and others, or nil if it does not match.
  private func standing(
    of rule: ThemeRule, _ index: Int, at distance: Int, _ target: StyledClass, _ path: [StyledClass],
    _ steps: inout [StepStanding], _ lineages: inout Lineages
  ) -> Standing? {
    guard rule.target.styles.allSatisfy(target.styles.contains) else { return nil }
    let first = steps.count
    guard Self.embed(rule.containers, in: path, into: &steps, &lineages) else {
      steps.removeSubrange(first...)
      return nil
    }
    let plain = rule.target.styles.isEmpty ? Precedence.withoutStyle : 0
    return Standing(
      nearness: Int32(distance) + plain, firstStep: Int32(first), endStep: Int32(steps.count),
      traitCount: 0, order: Int32(index))
  }

  /// Adds the earliest embedding of the containers in the path. They match in order; each takes one
  /// position, and gaps are allowed.
  private static func embed(
    _ containers: [StyledClass], in path: [StyledClass], into steps: inout [StepStanding],
    _ lineages: inout Lineages
  ) -> Bool {
    var position = 0
    for container in containers {
      var distance: Int?
      while position < path.count, distance == nil {
        if container.styles.allSatisfy(path[position].styles.contains) {
          distance = lineages.line(of: path[position].className).firstIndex(of: container.className)
        }
        position += 1
      }
      guard let distance else { return false }
      steps.append(
        StepStanding(
          position: Int32(position - 1), distance: Int32(distance), isStyled: !container.styles.isEmpty))
    }
    return true
  }

  /// Compares by the server's precedence. The ranks replace the traits and orders, which a resolved theme no longer has.
  private static func wins(
    _ a: Standing, _ aRank: Int?, over b: Standing, _ bRank: Int?, _ steps: [StepStanding]
  ) -> Bool {
    let (aWins, reason) = Precedence.compare(a, b, steps)
    if reason == .later, let aRank, let bRank { return aRank > bRank }
    return aWins
  }
}

/// The superclasses of the classes that lookups have asked for.
package struct Lineages {
  private let names: (String) -> [String]
  private var lines: [String: [String]] = [:]
  /// More than any class has. This ends a circle of superclasses.
  private static let longest = 256

  package init(_ superclass: @escaping (String) -> String?) {
    self.init(names: { className in
      var line = [className]
      while line.count < Self.longest, let above = superclass(line[line.count - 1]) { line.append(above) }
      return line
    })
  }

  /// - Parameter names: Returns the names by which rules may call a class, from its own to that of the topmost.
  package init(names: @escaping (String) -> [String]) { self.names = names }

  mutating func line(of className: String) -> [String] {
    if let line = lines[className] { return line }
    let line = names(className)
    lines[className] = line
    return line
  }
}

package import Documents

/// A target in its containers, as the numbers of a theme.
package struct Lookup: Sendable {
  let classID: Int32
  /// The styles that the theme has rules for.
  let styles: [Int32]
  let path: [Step]
  /// A bit for each class of the path and for each of their superclasses.
  let reachable: [UInt64]

  struct Step: Sendable {
    let classID: Int32
    let styles: [Int32]
  }
}

extension CompiledTheme {
  /// Returns the numbers of a target and its containers. Throws with the nearest known name if a class is unknown.
  package func lookup(_ target: Target, in path: [Target] = []) throws(LookupError) -> Lookup {
    let step = try step(target)
    var steps: [Lookup.Step] = []
    steps.reserveCapacity(path.count)
    var reachable = [UInt64](repeating: 0, count: kit.wordsPerRow)
    for container in path {
      let step = try self.step(container)
      kit.addKin(of: step.classID, to: &reachable)
      steps.append(step)
    }
    return Lookup(classID: step.classID, styles: step.styles, path: steps, reachable: reachable)
  }

  func step(_ target: Target) throws(LookupError) -> Lookup.Step {
    let id = try kit.id(ofClass: target.className)
    if target.styles.isEmpty { return Lookup.Step(classID: id, styles: []) }
    var ids: [Int32] = []
    for id in target.styles.lazy.compactMap(table.styles.find) where !ids.contains(id) { ids.append(id) }
    return Lookup.Step(classID: id, styles: ids)
  }
}

/// A class with the styles of one element on screen: `UIButton.sure.big`.
package struct Target: Sendable, Hashable, CustomStringConvertible {
  package let className: String
  package let styles: [String]

  package init(_ className: String, styles: [String] = []) {
    (self.className, self.styles) = (className, styles)
  }

  /// Parses `Class` or `Class.style.style`.
  package init(parsing text: String) throws(LookupError) {
    let parts = Self.split(text, at: UInt8(ascii: "."))
    guard parts.count <= Self.mostStyles + 1 else {
      throw LookupError(.malformedTarget, "A target carries at most \(Self.mostStyles) styles.")
    }
    guard let className = parts.first, parts.allSatisfy({ !$0.isEmpty }) else {
      throw LookupError(
        .malformedTarget, "'\(text)' is no target; write Class or Class.style, such as UIButton.sure.")
    }
    self.init(className, styles: Array(parts.dropFirst()))
  }

  /// Parses a container path, outermost first: `UIWindow/UIToolbar`. Empty text is the empty path.
  package static func path(parsing text: String) throws(LookupError) -> [Target] {
    var path: [Target] = []
    if text.isEmpty { return path }
    for step in split(text, at: UInt8(ascii: "/")) { path.append(try Target(parsing: step)) }
    return path
  }

  /// Splits at a separator by bytes, which is much faster than by characters.
  private static func split(_ text: String, at separator: UInt8) -> [String] {
    guard text.utf8.contains(separator) else { return [text] }
    return text.utf8.split(separator: separator, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  package var description: String { ([className] + styles).joined(separator: ".") }

  /// The maximum number of styles: more than any real control has, few enough for a linear search.
  private static let mostStyles = 16
}

/// The reason why a lookup failed, as a code and a message for the client.
package struct LookupError: Error, Sendable, Hashable {
  package enum Code: String, Sendable, Hashable {
    case malformedTarget = "malformed-target"
    case unknownClass = "unknown-class"
    case unknownProperty = "unknown-property"
    case unknownAxisValue = "unknown-axis-value"
    case wrongAxisCount = "wrong-axis-count"
    case unknownTrait = "unknown-trait"
    case traitValue = "trait-value"
    case repeatedTrait = "repeated-trait"
    case unknownColor = "unknown-color"
    case unknownImage = "unknown-image"
    case unknownValue = "unknown-value"
    case overrideValue = "override-value"
  }

  package let code: Code
  package let message: Message

  package init(_ code: Code, _ message: Message) { (self.code, self.message) = (code, message) }
}

/// The rules that match a lookup, each with the data that precedence compares.
struct Matches {
  private(set) var found: [Standing] = []
  private(set) var steps: [StepStanding] = []
  private(set) var visited = 0

  init(_ lookup: Lookup, theme: CompiledTheme, mask: TraitMask) {
    found.reserveCapacity(48)
    steps.reserveCapacity(48)
    var classID = lookup.classID
    for distance in 0...theme.kit.depth(of: lookup.classID) {
      classID = theme.kit.ancestor(of: lookup.classID, above: distance)
      for style in lookup.styles {
        collect(
          theme.index.styledParts(of: classID, style: style), distance, lookup, theme, mask)
      }
      collect(
        theme.index.plainParts(of: classID), distance + Precedence.withoutStyle, lookup, theme, mask)
    }
  }

  @inline(__always)
  private mutating func collect(
    _ parts: Range<Int>, _ nearness: Int32, _ lookup: Lookup, _ theme: CompiledTheme, _ mask: TraitMask
  ) {
    for index in parts {
      let part = theme.index.part(index)
      if part.containerID >= 0 {
        let word = lookup.reachable[Int(part.containerID) >> 6]
        if word & (1 << UInt64(part.containerID & 63)) == 0 { continue }
      }
      visited += Int(part.end - part.first)
      for entry in part.first..<part.end {
        let order = theme.index.rule(entry)
        collect(order, theme.table.rules[Int(order)], nearness, lookup, theme, mask)
      }
    }
  }

  @inline(__always)
  private mutating func collect(
    _ order: Int32, _ rule: CompiledRule, _ nearness: Int32, _ lookup: Lookup, _ theme: CompiledTheme,
    _ mask: TraitMask
  ) {
    guard theme.table.holds(rule, in: mask) else { return }
    let first = Int32(steps.count)
    if rule.outermostID >= 0 {
      guard Containment.embed(rule, of: theme, in: lookup.path, into: &steps) == nil else {
        steps.removeSubrange(Int(first)...)
        return
      }
    }
    found.append(
      Standing(
        nearness: nearness, firstStep: first, endStep: Int32(steps.count), traitCount: rule.traitCount,
        order: order))
  }
}

/// Finds the containers of a rule in the path of a lookup.
enum Containment {
  /// Adds the earliest embedding of the containers to the steps: in order, with gaps, one position for each container.
  ///
  /// Each container takes the first position that fits. This finds an embedding whenever one exists, and no other
  /// embedding has a smaller position for any container.
  /// - Returns: the index of the first container without a position, or nil if all have one.
  static func embed(
    _ rule: CompiledRule, of theme: CompiledTheme, in path: [Lookup.Step],
    into steps: inout [StepStanding]
  ) -> Int? {
    var position = 0
    for index in rule.firstContainer..<rule.endContainer {
      let container = theme.table.containers[Int(index)]
      var distance: Int32?
      while position < path.count, distance == nil {
        distance = fit(container, path[position], theme.kit)
        position += 1
      }
      guard let distance else { return Int(index - rule.firstContainer) }
      steps.append(
        StepStanding(
          position: Int32(position - 1), distance: distance, isStyled: container.styleID >= 0))
    }
    return nil
  }

  @inline(__always)
  private static func fit(
    _ container: CompiledRule.Container, _ step: Lookup.Step, _ kit: CompiledKit
  ) -> Int32? {
    if container.styleID >= 0, !step.styles.contains(container.styleID) { return nil }
    return kit.distance(from: step.classID, to: container.classID)
  }
}

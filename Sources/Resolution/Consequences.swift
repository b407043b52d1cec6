package import Themes

/// The differences that users of a theme see between two versions of it, after precedence.
///
/// A place is a class with at most one style, in containers, under traits. A difference that a place has is listed at the
/// smallest places with the same difference: every other place with it is for the same class or a subclass, in more
/// containers or more derived ones, or under more traits.
package struct Consequences: Sendable {
  package struct Place: Sendable, Hashable {
    /// The class; empty for a name, which is the same everywhere.
    package let target: ClassReference
    package let containers: [ClassReference]
    /// The traits without those that have their default.
    package let traits: [String: String]
  }

  package struct Difference<Subject: Sendable & Hashable, Content: Sendable & Hashable>: Sendable {
    package let subject: Subject
    package let place: Place
    /// The content before; nil if there is none.
    package let before: Content?
    package let after: Content?
  }

  /// A text and its background, as the kit writes them.
  package struct TextPair: Sendable, Hashable {
    package let text: String
    package let background: String
  }

  /// A name that an app can read.
  package struct Name: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case color, image, value
    }

    package let kind: Kind
    package let name: String

    package init(kind: Kind, name: String) { (self.kind, self.name) = (kind, name) }
  }

  package enum NamedContent: Sendable, Hashable {
    case value(ResolvedValue)
    case image(ImageAnswer)
  }

  package typealias LookDifference = Difference<PropertyKey, ResolvedValue>
  package typealias ContrastDifference = Difference<TextPair, Double>
  package typealias NameDifference = Difference<Name, NamedContent>

  package let looks: [LookDifference]
  /// The pairs of text and background with another ratio, which has two decimals.
  package let contrasts: [ContrastDifference]
  package let names: [NameDifference]
  /// Indicates whether these are all differences. Of themes with many rules, styles and traits only some may be found.
  package let isComplete: Bool

  /// The limits that the comparisons of several themes share.
  package struct Budget: Sendable {
    fileprivate var entries = 10_000
    var pairing = ComparisonEffort(3_000_000)
    var looking = ComparisonEffort(150_000)
    var combining = ComparisonEffort(3_000_000)
    fileprivate var covering = ComparisonEffort(6_000_000)

    package init() {}
  }

  /// - Parameters:
  ///   - before: the theme; nil if it is new.
  ///   - after: the changed theme; nil if it is gone.
  package init(from before: CompiledTheme?, to after: CompiledTheme?, within budget: inout Budget) {
    let isChanged = before !== after
    let size = [before, after].reduce(0) { $0 + ($1?.size ?? 0) }
    guard isChanged, let known = after ?? before, budget.looking.spend(size / 32) else {
      (looks, contrasts, names, isComplete) = ([], [], [], !isChanged)
      return
    }
    var comparison = ThemeComparison(before, after, known: known, within: budget)
    comparison.compare()
    let smallest = SmallestPlaces(comparison)
    let all = (
      smallest.of(comparison.looks), smallest.of(comparison.contrasts), smallest.of(comparison.names)
    )
    budget = comparison.budget
    (budget.combining, budget.covering) = (comparison.numbers.traits.effort, smallest.effort)
    looks = Array(all.0.prefix(budget.entries))
    contrasts = Array(all.1.prefix(budget.entries - looks.count))
    names = Array(all.2.prefix(budget.entries - looks.count - contrasts.count))
    isComplete =
      comparison.isComplete && smallest.effort.isLeft
      && all.0.count + all.1.count + all.2.count <= budget.entries
    budget.entries -= looks.count + contrasts.count + names.count
  }
}

/// The differences that were found, each with all places that have it.
struct FoundDifferences<Subject: Sendable & Hashable, Content: Sendable & Hashable> {
  struct Difference: Hashable, Sendable {
    let subject: Subject
    let before: Content?
    let after: Content?
  }

  private var differences = Interner<Difference>()
  private var places: [[NumberedPlace]] = []

  /// The differences in the order in which they were found, with their places.
  var inOrder: Zip2Sequence<[Difference], [[NumberedPlace]]> { zip(differences.names, places) }

  mutating func add(_ subject: Subject, _ before: Content?, _ after: Content?, at place: NumberedPlace) {
    guard before != after else { return }
    let id = Int(differences.id(of: Difference(subject: subject, before: before, after: after)))
    if id == places.count { places.append([]) }
    places[id].append(place)
  }
}

/// Finds the smallest of the places that have a difference: those that no other one covers.
private final class SmallestPlaces {
  private let comparison: ThemeComparison
  var effort: ComparisonEffort

  init(_ comparison: ThemeComparison) {
    (self.comparison, effort) = (comparison, comparison.budget.covering)
  }

  /// Returns the differences at their smallest places, in the order of the bytes of class, style, path, subject and traits.
  func of<Subject: CustomStringConvertible, Content>(
    _ found: FoundDifferences<Subject, Content>
  ) -> [Consequences.Difference<Subject, Content>] {
    var all: [(order: [UInt8], Consequences.Difference<Subject, Content>)] = []
    for (difference, places) in found.inOrder {
      for place in smallest(of: places) {
        let named = comparison.named(place)
        all.append(
          (
            named.order(difference.subject.description),
            Consequences.Difference(
              subject: difference.subject, place: named, before: difference.before, after: difference.after)
          ))
      }
    }
    return all.sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.1)
  }

  private func smallest(of places: [NumberedPlace]) -> [NumberedPlace] {
    // A place that covers another one comes before it.
    let order = places.map { ($0, size: comparison.size(of: $0)) }.sorted { $0.size < $1.size }
    var kept: [NumberedPlace] = []
    for (place, _) in order {
      guard effort.spend(kept.count + 1) else { break }
      if !kept.contains(where: { comparison.covers($0, place) }) { kept.append(place) }
    }
    return kept
  }
}

extension Consequences.Place {
  /// The bytes by which entries are sorted.
  fileprivate func order(_ subject: String) -> [UInt8] {
    let path = containers.map(\.description).joined(separator: "/")
    let pairs = traits.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: ",")
    return Array([target.name, target.style ?? "", path, subject, pairs].joined(separator: "\0").utf8)
  }
}

extension Consequences.TextPair: CustomStringConvertible {
  package var description: String { "\(text) \(background)" }
}

extension Consequences.Name: CustomStringConvertible {
  package var description: String { "\(kind.rawValue) \(name)" }
}

/// The limit of a comparison. It counts steps instead of seconds, so that all servers find the same.
struct ComparisonEffort: Sendable {
  private var left: Int

  init(_ most: Int) { left = most }

  var isLeft: Bool { left >= 0 }

  /// Returns whether this much was left.
  mutating func spend(_ steps: Int) -> Bool {
    left -= steps
    return left >= 0
  }
}

internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Synchronization
internal import Themes

/// The differences that a draft makes to its theme, and to the themes that build on it, each written as JSON.
final class DraftComparison: Sendable {
  struct ComparedTheme: Sendable {
    let name: String
    /// The numbers of looks, contrasts and names that differ.
    let counts: [Int]
  }

  /// The themes in the order of their names.
  let themes: [ComparedTheme]
  /// The looks, the contrasts and the names, each in the order of the themes.
  let entries: [[[UInt8]]]
  let isComplete: Bool
  /// A word that is another one for other entries, at whichever server.
  let digest: String

  /// The size of all entries together, in bytes.
  private static let room = 8 << 20

  /// Throws if the draft has errors.
  /// - Parameters:
  ///   - wanted: the themes to compare; nil for all.
  ///   - origin: the address of this server, for images.
  init(
    _ draft: Draft, among base: ThemeSet, only wanted: Set<String>?, _ origin: String
  ) throws(ThemeSet.LoadError) {
    let next = try base.adding(draft.upload, images: draft.images)
    var (budget, room, isComplete) = (Consequences.Budget(), Self.room, true)
    var (themes, entries, hash) = ([ComparedTheme](), [[[UInt8]]](repeating: [], count: 3), SHA256())
    for name in draft.themes(in: [base, next]) where wanted?.contains(name) ?? true {
      let (before, after) = (base.catalog.themes[name], next.catalog.themes[name])
      guard let kit = (after ?? before)?.kit.definition else { continue }
      let found = Consequences(from: before, to: after, within: &budget)
      var counts: [Int] = []
      for (list, written) in found.json(of: name, kit, origin).enumerated() {
        let kept = written.prefix { entry in
          room -= entry.count
          return room >= 0
        }
        for entry in kept { hash.update(entry) }
        entries[list] += kept
        counts.append(kept.count)
      }
      isComplete = isComplete && found.isComplete && room >= 0
      themes.append(ComparedTheme(name: name, counts: counts))
    }
    (self.themes, self.entries, self.isComplete) = (themes, entries, isComplete)
    digest = SHA256.hex(Array(hash.finalize().prefix(8)))
  }

  var count: Int { entries.reduce(0) { $0 + $1.count } }
}

/// The newest comparisons, so that all pages of one are made of it, and it is made once.
package final class DraftComparisons: Sendable {
  private struct Known {
    let key: String
    weak var base: ThemeSet?
    let comparison: DraftComparison
  }

  private let known = Mutex<[Known]>([])
  private static let limit = 4

  package init() {}

  /// Returns a comparison among these themes if it was made before.
  func known(_ key: String, among base: ThemeSet) -> DraftComparison? {
    known.withLock { $0.first { $0.key == key && $0.base === base }?.comparison }
  }

  /// Returns a comparison among these themes, and makes it unless that was done before.
  func comparison(
    _ key: String, among base: ThemeSet, make: () throws(Refusal) -> DraftComparison
  ) throws(Refusal) -> DraftComparison {
    if let known = known(key, among: base) { return known }
    let comparison = try make()
    // Dropped comparisons are freed after the lock is released.
    let gone = known.withLock { known in
      let before = known.map(\.comparison)
      known.removeAll { $0.key == key || $0.base == nil }
      known = [Known(key: key, base: base, comparison: comparison)] + known.prefix(Self.limit - 1)
      return before
    }
    withExtendedLifetime(gone) {}
    return comparison
  }
}

extension Draft {
  /// Returns its theme with the others of its document, and the themes that build on them, by name.
  fileprivate func themes(in sets: [ThemeSet]) -> [String] {
    var names: Set<String> = [name]
    for library in sets.map(\.library) {
      if let file = library.sources[name]?.name { names.formUnion(library.themes(in: file)) }
    }
    for library in sets.map(\.library) {
      names.formUnion(names.flatMap { library.tree.descendants(of: $0) })
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension Consequences {
  /// Returns the looks, the contrasts and the names as JSON objects.
  fileprivate func json(of theme: String, _ kit: Kit, _ origin: String) -> [[[UInt8]]] {
    [
      looks.map { entry in
        entry.json(of: theme, kit) { json in
          json.member("property", entry.subject.description)
        } content: {
          $0.value($1)
        }
      },
      contrasts.map { entry in
        entry.json(of: theme, kit) { json in
          json.member("text", entry.subject.text)
          json.member("on", entry.subject.background)
          json.member("needs", Contrast.readable)
        } content: {
          $0.number($1)
        }
      },
      names.map { entry in
        entry.json(of: theme, kit) { json in
          json.member("kind", entry.subject.kind.rawValue)
          json.member("name", entry.subject.name)
        } content: { json, content in
          switch content {
          case .value(let value): json.value(value)
          case .image(let image): json.object { $0.image(image, origin) }
          }
        }
      },
    ]
  }
}

extension Consequences.Difference {
  fileprivate func json(
    of theme: String, _ kit: Kit, subject: (inout JSONWriter) -> Void,
    content: (inout JSONWriter, Content) -> Void
  ) -> [UInt8] {
    JSONWriter.object { json in
      json.member("theme", theme)
      if !place.target.name.isEmpty {
        json.member("for", place.target.description)
        json.member("in", place.containers.map(\.description).joined(separator: "/"))
      }
      json.traits(place.traits, of: kit)
      subject(&json)
      if let before { json.member("before") { content(&$0, before) } }
      if let after { json.member("after") { content(&$0, after) } }
    }
  }
}

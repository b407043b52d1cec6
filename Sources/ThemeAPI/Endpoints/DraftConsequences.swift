internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Synchronization
internal import Themes

/// `GET /v1/drafts/{id}/consequences`: the differences that users see once a draft is published.
struct GetConsequences: ReadingEndpoint {
  private static let limit = PageLimit(usual: 500, most: 1000)

  let operation = Operation(
    .get, "/v1/drafts/{id}/consequences", id: "getConsequences", tag: "Drafts",
    summary: "What will look different once a draft is published",
    detail: """
      The differences between what is in force and the same with the draft published, after precedence, for its theme and \
      each that builds on it. A difference is listed at the smallest places that have it: every other place with it is for \
      a subclass, in more containers, or under more traits. `contrasts` are texts with their backgrounds, `names` what apps \
      read by name. `before` or `after` is left out where there is nothing. At most 10000 entries are found, by a bounded \
      amount of work; `complete` is false if there may be more. `after` takes the `next` of the page before.
      """,
    access: .watch,
    parameters: [
      .draftID,
      .init(.query, "theme", "Only this theme.", schema: .named("Name")),
      .init(.query, "channel", "Only themes that this channel shows or plans.", schema: .named("Name")),
      limit.parameter("The number of entries, \(limit.usual) if none is given, at most \(limit.most)."),
      .init(.query, "after", "The `next` of the page before."),
    ],
    answers: [.json(200, "A page of the differences.", "Consequences"), .unchanged],
    refuses: [404, 409, 410])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    try call.requireJSON()
    let (snapshot, author, services) = (call.snapshot, call.principal, call.services)
    let draft = try call.draft()
    let page = try Page(limit: Self.limit.read(call["limit"]), after: call["after"])
    let wanted = try wantedThemes(call, draft)
    let (base, known) = (snapshot.themeSet, services.comparisons)
    let order = wanted.map { $0.sorted().map(\.keyed).joined() } ?? "*"
    let key = "\(draft.name) \(draft.upload.file.keyed) \(draft.digest) \(order)"
    let scope = "\(author.grants.scope(of: .read).text) \(author.grants.scope(of: .watch).text)"
    var representation = Representation(
      key:
        "consequences \(draft.id) \(key) \(page.limit) \(call["after"] ?? "") \(author.name.keyed) \(scope) \(snapshot.cursor)",
      type: .json, vary: ["Accept"], channel: Snapshot.everyDraft, audience: .watchers(of: nil)
    ) { () throws(Refusal) in
      let comparison = try known.comparison(key, among: base) { () throws(Refusal) in
        do throws(ThemeSet.LoadError) {
          return try DraftComparison(draft, among: base, only: wanted, services.publicURL)
        } catch { throw .broken(draft, error.problems, for: author) }
      }
      return try page.json(of: comparison, draft, for: author, in: snapshot)
    }
    representation.isPersonal = true
    representation.isSlow = known.known(key, among: base) == nil
    return representation
  }

  /// Returns the themes that the client asks for, of those that it may see; nil for all.
  private func wantedThemes(_ call: Call, _ draft: Draft) throws(Refusal) -> Set<String>? {
    let (snapshot, author) = (call.snapshot, call.principal)
    var wanted = author.knownThemes(in: snapshot)?.union([draft.name])
    if let theme = call["theme"] {
      if theme != draft.name {
        try author.check(theme: theme, in: snapshot)
        _ = try snapshot.theme(theme)
      }
      wanted = wanted?.intersection([theme]) ?? [theme]
    }
    if let channel = call["channel"] {
      try author.check(.read, in: channel)
      let active = try snapshot.existing(channel)
      let planned = snapshot.state.schedules.values.filter { $0.channel == channel }.map(\.theme)
      let themes = Set(planned + [active.theme, active.base])
      wanted = wanted?.intersection(themes) ?? themes
    }
    return wanted
  }
}

/// A part of a comparison that one response has.
private struct Page {
  let limit: Int
  /// The index of its first entry.
  private let start: Int
  /// The digest of the comparison; nil for the first page of any.
  private let digest: String?

  init(limit: Int, after text: String?) throws(Refusal) {
    let parts = text?.split(separator: "-", omittingEmptySubsequences: false) ?? ["0"]
    guard text == nil || parts.count == 2 && parts[1].utf8.count == 16, let start = Int(parts[0]), start >= 0
    else { throw .badParameter("after", "is the 'next' of the page before, not '\((text ?? "").shown)'.") }
    (self.limit, self.start, digest) = (limit, start, text.map { _ in String(parts[1]) })
  }

  func json(
    of comparison: DraftComparison, _ draft: Draft, for author: Principal, in snapshot: Snapshot
  ) throws(Refusal) -> [UInt8] {
    guard [nil, comparison.digest].contains(digest) else {
      throw Refusal(
        .conflict, "The differences are others than those of the page before; begin again without 'after'.")
    }
    guard start <= comparison.count else {
      throw .badParameter("after", "is past the last of \(comparison.count) entries; begin again without it.")
    }
    let end = min(start + limit, comparison.count)
    return JSONWriter.object { json in
      json.member("draft", draft.id)
      json.member("tag", draft.tag.description)
      json.member("cursor", snapshot.cursor.description)
      json.member("complete", comparison.isComplete)
      json.member("count", comparison.count)
      json.member("next", optional: end < comparison.count ? "\(end)-\(comparison.digest)" : nil)
      json.objects("themes", for: comparison.themes) { $0.compared($1, for: author, in: snapshot) }
      var first = 0
      for (name, list) in zip(["looks", "contrasts", "names"], comparison.entries) {
        let own = list.prefix(max(end - first, 0)).dropFirst(max(start - first, 0))
        json.array(name) { json in for entry in own { json.raw(entry) } }
        first += list.count
      }
    }
  }
}

extension JSONWriter {
  /// Writes a compared theme with the channels that show it, and the schedules that will.
  fileprivate mutating func compared(
    _ theme: DraftComparison.ComparedTheme, for author: Principal, in snapshot: Snapshot
  ) {
    let channels = (snapshot.showings[theme.name] ?? []).filter { author.has(.read, in: $0) }
    let schedules = snapshot.state.schedules.values.filter {
      $0.theme == theme.name && author.has(.watch, in: $0.channel)
    }
    member("theme", theme.name)
    strings("channels", channels.sorted())
    objects("schedules", for: schedules.sorted { ($0.from, $0.revision) < ($1.from, $1.revision) }) {
      $0.member("id", $1.id.description)
      $0.member("channel", $1.channel)
      $0.member("from", $1.from.description)
      $0.member("until", optional: $1.until?.description)
    }
    for (name, count) in zip(["looks", "contrasts", "names"], theme.counts) { member(name, count) }
  }
}

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

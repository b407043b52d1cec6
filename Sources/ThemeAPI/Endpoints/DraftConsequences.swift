internal import Changes
internal import Documents
internal import Renderings
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
    let page = Page(limit: try Self.limit.read(call["limit"]), after: try PagePosition(call["after"]))
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

/// The beginning of a page: an entry of a comparison.
private struct PagePosition {
  let index: Int
  /// The digest of the comparison; nil for the first page of any.
  let digest: String?

  init(_ text: String?) throws(Refusal) {
    guard let text else {
      (index, digest) = (0, nil)
      return
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), index >= 0, parts[1].utf8.count == 16 else {
      throw .badParameter("after", "is the 'next' of the page before, not '\(text.shown)'.")
    }
    (self.index, digest) = (index, String(parts[1]))
  }
}

/// A part of a comparison that one response has.
private struct Page {
  let limit: Int
  let after: PagePosition

  func json(
    of comparison: DraftComparison, _ draft: Draft, for author: Principal, in snapshot: Snapshot
  ) throws(Refusal) -> [UInt8] {
    guard [nil, comparison.digest].contains(after.digest) else {
      throw Refusal(
        .conflict, "The differences are others than those of the page before; begin again without 'after'.")
    }
    guard after.index <= comparison.count else {
      throw .badParameter("after", "is past the last of \(comparison.count) entries; begin again without it.")
    }
    let end = min(after.index + limit, comparison.count)
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
        let own = list.prefix(max(end - first, 0)).dropFirst(max(after.index - first, 0))
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

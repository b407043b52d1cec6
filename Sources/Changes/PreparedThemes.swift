internal import Resolution
internal import Themes

/// A set of themes that is ready to be served in place of another, with all that can be told of it beforehand.
struct PreparedThemes: Sendable {
  let themeSet: ThemeSet
  /// The themes that are there in another form, that have come, or gone.
  let changed: [String]
  /// The changed ones that are not there any more.
  let gone: [String]
  /// Of the changed ones that are there.
  let summaries: [String: ThemeSummary]
  /// The themes that say something else than before, or were not there.
  let updates: [Draft.Update]
  /// The themes whose documents are not the same any more, byte for byte.
  let rewritten: [String]
  /// Of those documents, the ones that are there: to go through megabytes is no work for a turn.
  let documents: [String: Fingerprint]

  init(_ next: ThemeSet, from before: ThemeSet, _ configuration: PublisherConfiguration) {
    themeSet = next
    changed = next.changes(from: before)
    gone = changed.filter { next.library.themes[$0] == nil }
    var summaries: [String: ThemeSummary] = [:]
    var updates: [Draft.Update] = []
    let files = next.catalog.images.bases(differingFrom: before.catalog.images)
    for theme in changed where next.library.themes[theme] != nil {
      let summary = ThemeSummary(of: theme, in: next, configuration)
      summaries[theme] = summary
      let earlier = before.library.themes[theme] == nil ? nil : before.library
      let isSame = earlier?.digest(ofTheme: theme) == summary.digest
      if isSame, configuration.etag(before, theme) == summary.etag { continue }
      let images = next.catalog.themes[theme]?.imageNames(shownFrom: files) ?? []
      let differences = Differences.ofTheme(
        theme, in: next.library, from: earlier, isSame: isSame, images: images)
      updates.append(Draft.Update(theme: summary, differences: differences))
    }
    (self.summaries, self.updates) = (summaries, updates)
    let sources = next.library.sources
    rewritten = sources.changedKeys(since: before.library.sources, where: ==).sorted()
    documents = Fingerprint.documents(of: rewritten, in: sources)
  }
}

/// A theme on its way into a channel whose clients know another kit. One that builds on theirs has all that they ask for.
package struct KitChange: Sendable, Hashable {
  package let channel: String
  /// What the channel shows now, and the kit of that.
  package let shown: String
  package let kit: String
  package let theme: String
  /// The kit of the theme that would show.
  package let nextKit: String
  /// Schedules of the channel that wait with a theme that is not of the next kit either.
  package let schedules: [ScheduleID]
  /// Whether the next kit builds on the present one.
  package let isExtension: Bool

  /// What stands against it even where it is forced: a schedule would take it back unasked. Nil where nothing does.
  package var obstacle: String? {
    guard let first = schedules.first else { return nil }
    let others = schedules.count == 1 ? "" : " and \(schedules.count - 1) more"
    return
      "'\(channel)' would show the kit '\(nextKit)' now and another later, by the schedule \(first)\(others)"
  }
}

extension Snapshot {
  /// What it would mean for a channel's clients to show a theme there; nil where they know its kit and keep it.
  package func kitChange(showing theme: String, in channel: String) -> KitChange? {
    let (themes, kits) = (themeSet.library.themes, themeSet.library.kits)
    guard let shown = activation(of: channel)?.theme, let kit = themes[shown]?.kit,
      let nextKit = themes[theme]?.kit, nextKit != kit
    else { return nil }
    let waiting = state.schedules.values.filter {
      guard $0.channel == channel, $0.phase == .waiting, let kit = themes[$0.theme]?.kit else { return false }
      return !(kits[kit]?.builds(on: nextKit) ?? false)
    }
    let isExtension = kits[nextKit]?.builds(on: kit) ?? false
    if isExtension, waiting.isEmpty { return nil }
    return KitChange(
      channel: channel, shown: shown, kit: kit, theme: theme, nextKit: nextKit,
      schedules: waiting.map(\.id).sorted(), isExtension: isExtension)
  }

  /// A theme that shows in a channel, or is to, and would be of another kit in other documents, which were prepared from
  /// the present ones: in words.
  func kitBreak(with prepared: PreparedThemes) -> String? {
    let next = prepared.themeSet
    let changed = prepared.changed.filter { name in
      guard let before = themeSet.library.themes[name], let after = next.library.themes[name] else {
        return false
      }
      return !(next.library.kits[after.kit]?.builds(on: before.kit) ?? false)
    }
    guard !changed.isEmpty else { return nil }
    let names = Set(changed)
    let shown = state.activations.values.first { names.contains($0.theme) || names.contains($0.base) }
    let planned = state.schedules.values.first { names.contains($0.theme) }
    guard let channel = shown?.channel ?? planned?.channel else { return nil }
    let theme = shown.map { names.contains($0.theme) ? $0.theme : $0.base } ?? planned?.theme ?? ""
    return "theme '\(theme)' would be of the kit '\(next.library.themes[theme]?.kit ?? "")' instead of "
      + "'\(themeSet.library.themes[theme]?.kit ?? "")', which the clients of channel '\(channel)' do not know; "
      + "\(shown == nil ? "delete the schedule" : "switch the channel") first, or give the document another name"
  }
}

internal import Documents
internal import Resolution
internal import Themes

/// A set of themes that is ready to replace another, with the facts that changes carry about it.
struct PreparedThemes: Sendable {
  let themeSet: ThemeSet
  /// The themes that are new, different, or gone.
  let changed: [String]
  /// The changed themes that are gone.
  let gone: [String]
  /// The summaries of the other changed themes.
  let summaries: [String: ThemeSummary]
  /// The themes whose content changed, and the new ones.
  let updates: [ChangeRequest.Update]
  /// The themes whose documents changed, byte for byte.
  let rewritten: [String]
  /// The fingerprints of those documents that exist. They are computed here, outside the transaction, because reading
  /// megabytes would delay other writers.
  let documents: [String: Fingerprint]

  init(_ next: ThemeSet, from before: ThemeSet, _ configuration: PublisherConfiguration) {
    themeSet = next
    changed = next.changes(from: before)
    gone = changed.filter { next.library.themes[$0] == nil }
    var summaries: [String: ThemeSummary] = [:]
    var updates: [ChangeRequest.Update] = []
    let fonts = next.catalog.images.fonts(differingFrom: before.catalog.images)
    let files = next.catalog.images.bases(differingFrom: before.catalog.images)
    for theme in changed where next.library.themes[theme] != nil {
      let summary = ThemeSummary(of: theme, in: next, configuration)
      summaries[theme] = summary
      let earlier = before.library.themes[theme] == nil ? nil : before.library
      let isSame = earlier?.digest(ofTheme: theme) == summary.digest
      if isSame, configuration.etag(before, theme) == summary.etag { continue }
      let images = next.catalog.themes[theme]?.imageNames(shownFrom: files) ?? []
      let differences = Differences.ofTheme(
        theme, in: next.library, from: earlier, isSame: isSame, images: images,
        fonts: next.catalog.themes[theme]?.families(with: fonts) ?? [])
      updates.append(ChangeRequest.Update(theme: summary, differences: differences))
    }
    (self.summaries, self.updates) = (summaries, updates)
    let sources = next.library.sources
    rewritten = sources.changedKeys(since: before.library.sources, where: ==).sorted()
    documents = Fingerprint.documents(of: rewritten, in: sources)
  }
}

/// A theme that would show in a channel whose clients know another kit. A kit that builds on theirs has everything that
/// they request.
package struct KitChange: Sendable, Hashable {
  package let channel: String
  /// The theme that the channel shows now, and its kit.
  package let shown: String
  package let kit: String
  package let theme: String
  /// The kit of the theme that would show.
  package let nextKit: String
  /// The waiting schedules of the channel whose themes are not of the next kit either.
  package let schedules: [ScheduleID]
  /// Indicates whether the next kit builds on the present one.
  package let isExtension: Bool
  /// Indicates whether the channel shows its first theme by the settings, so that nobody has chosen the present kit.
  package let isFirst: Bool

  /// The reason why the change is refused even if it is forced: a schedule would undo it. Nil for none.
  package var obstacle: String? {
    guard let first = schedules.first else { return nil }
    let others = schedules.count == 1 ? "" : " and \(schedules.count - 1) more"
    return
      "'\(channel)' would show the kit '\(nextKit)' now and another later, by the schedule \(first)\(others)"
  }
}

extension Snapshot {
  /// Returns the change of kit if a channel showed a theme; nil if its clients know the theme's kit.
  package func kitChange(showing theme: String, in channel: String) -> KitChange? {
    let (themes, kits) = (themeSet.library.themes, themeSet.library.kits)
    guard let shown = activation(of: channel)?.theme, let kit = themes[shown]?.kit,
      let nextKit = themes[theme]?.kit, nextKit != kit
    else { return nil }
    let waiting = state.schedules.values.filter {
      guard $0.channel == channel, $0.phase == .waiting || $0.series != nil, let kit = themes[$0.theme]?.kit
      else { return false }
      return !(kits[kit]?.builds(on: nextKit) ?? false)
    }
    let isExtension = kits[nextKit]?.builds(on: kit) ?? false
    if isExtension, waiting.isEmpty { return nil }
    return KitChange(
      channel: channel, shown: shown, kit: kit, theme: theme, nextKit: nextKit,
      schedules: waiting.map(\.id).sorted(), isExtension: isExtension,
      isFirst: activation(of: channel)?.isDefault ?? false)
  }

  /// Returns why prepared themes must not be served: a theme that a channel shows, or will show, would be of another
  /// kit.
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

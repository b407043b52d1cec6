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
      let fingerprints = ThemeFingerprints(of: theme, in: next.library)
      let summary = ThemeSummary(of: theme, in: next, digest: fingerprints.digest, configuration)
      summaries[theme] = summary
      let isKnown = before.library.themes[theme] != nil
      let earlier = isKnown ? ThemeFingerprints(of: theme, in: before.library) : .empty
      let isSame =
        isKnown && earlier.digest == fingerprints.digest && configuration.etag(before, theme) == summary.etag
      guard !isSame else { continue }
      let images = next.catalog.themes[theme]?.imageNames(shownFrom: files) ?? []
      let differences = fingerprints.differences(from: earlier, images: images)
      updates.append(Draft.Update(theme: summary, differences: differences.isEmpty ? .unknown : differences))
    }
    (self.summaries, self.updates) = (summaries, updates)
    let sources = next.library.sources
    rewritten = sources.changedKeys(since: before.library.sources, where: ==).sorted()
    documents = Fingerprint.documents(of: rewritten, in: sources)
  }
}

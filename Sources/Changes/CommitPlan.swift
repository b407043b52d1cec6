internal import Themes

/// What a turn has decided so far: rows to keep, and the state that is served once they are durable.
struct CommitPlan: Sendable {
  private let before: Snapshot
  private let themeSet: ThemeSet
  /// Of the themes that it brings.
  private let summaries: [String: ThemeSummary]
  private var state: LogState
  private var log: ChangeLog
  private(set) var commit = LogCommit()
  private(set) var changes: [Change] = []

  /// - Parameters:
  ///   - themeSet: what is served from here on.
  ///   - summaries: of the themes in it that have changed, so far as they are known.
  init(from before: Snapshot, themeSet: ThemeSet? = nil, summaries: [String: ThemeSummary] = [:]) {
    self.summaries = summaries
    self.before = before
    self.themeSet = themeSet ?? before.themeSet
    state = before.state
    log = before.log
  }

  /// The state that the next draft builds on.
  var snapshot: Snapshot {
    guard !commit.rows.isEmpty || themeSet !== before.themeSet else { return before }
    return Snapshot(
      themeSet: themeSet, state: state, log: log,
      etags: etags,
      trouble: commit.isEmpty ? before.trouble : nil)
  }

  /// The tags that are known: of all themes, or of those that are the same in another set of themes.
  private var etags: [String: String] {
    guard themeSet !== before.themeSet else { return before.etags }
    var etags = before.etags.filter { themeSet.shares($0.key, with: before.themeSet) }
    for (theme, summary) in summaries { etags[theme] = summary.etag }
    return etags
  }

  mutating func add(_ draft: Draft) throws(DraftError) -> Publication {
    let applied = try state.apply(draft)
    log.append(applied.changes)
    commit.rows += applied.rows
    changes += applied.changes
    return Publication(
      changes: applied.changes, head: state.cursor,
      activation: draft.action.channel.flatMap { state.activations[$0] }, before: before.themeSet,
      after: themeSet)
  }

  /// Keeps all documents that are not as the log has them.
  mutating func keepDocuments() {
    let sources = themeSet.library.sources
    let themes = Set(state.documents.keys).union(sources.keys).sorted()
    keepDocuments(of: themes, Fingerprint.documents(of: themes, in: sources))
  }

  /// Keeps the documents of these themes that are not as the log has them.
  /// - Parameter fingerprints: of those that are there.
  mutating func keepDocuments(of themes: [String], _ fingerprints: [String: Fingerprint]) {
    for theme in themes where fingerprints[theme] != state.documents[theme] {
      let row = LogState.Row.document(
        DocumentVersion(
          theme: theme, since: state.head, source: themeSet.library.sources[theme],
          fingerprint: fingerprints[theme]))
      state.absorb(row)
      commit.rows.append(row)
    }
  }

  /// Notes which files the log has been told of.
  mutating func note(files: Fingerprint) {
    guard !state.wasTold(of: files) else { return }
    let row = LogState.Row.digest(theme: LogState.filesMark, files.word)
    state.absorb(row)
    commit.rows.append(row)
  }

  mutating func add(_ record: IdempotencyRecord) { commit.records.append(record) }

  /// Notes keys that were taken for new without their having been asked for: those that are not among the known.
  mutating func assumeNew(_ keys: [String], besides known: [String]) {
    // Most often all were asked for, in the same order.
    if keys != known { commit.newKeys = Set(keys).subtracting(known).sorted() }
  }

  /// Takes in what others have written and made durable.
  mutating func absorb(_ rows: [LogState.Row]) {
    state.absorb(rows)
    let update = rows.compactMap { row in if case .change(let change, _) = row { change } else { nil } }
    log.append(update)
    changes += update
    commit.rows += rows
  }
}

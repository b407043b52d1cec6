internal import Documents
internal import Themes

/// The decisions of a transaction so far: the rows to store, and the state that is served once they are durable.
struct CommitPlan: Sendable {
  private let before: Snapshot
  private let themeSet: ThemeSet
  /// The summaries of themes that the plan brings.
  private let summaries: [String: ThemeSummary]
  private var state: LogState
  private var log: ChangeLog
  private(set) var commit = LogCommit()
  private(set) var changes: [Change] = []
  /// The traces of HTTP requests, by the revisions of the changes that they cause.
  private(set) var traces: [UInt64: TraceContext] = [:]

  /// - Parameters:
  ///   - themeSet: the themes that are served after the commit.
  ///   - summaries: of the changed themes, as far as they are known.
  init(from before: Snapshot, themeSet: ThemeSet? = nil, summaries: [String: ThemeSummary] = [:]) {
    self.summaries = summaries
    self.before = before
    self.themeSet = themeSet ?? before.themeSet
    state = before.state
    log = before.log
  }

  /// The state that the next request builds on.
  var snapshot: Snapshot {
    guard !commit.rows.isEmpty || themeSet !== before.themeSet else { return before }
    return Snapshot(
      themeSet: themeSet, state: state, log: log, etags: etags,
      trouble: commit.isEmpty ? before.trouble : nil)
  }

  /// The known entity tags: of all themes, or of the themes that are the same in another set of themes, and of changed ones
  /// that have been shown.
  private var etags: PersistentMap<String, String> {
    var etags = before.etags
    guard themeSet !== before.themeSet else { return etags }
    for theme in themeSet.changes(from: before.themeSet) {
      etags[theme] = state.digests[theme] == nil ? nil : summaries[theme]?.etag
    }
    return etags
  }

  mutating func add(_ request: ChangeRequest) throws(ChangeError) -> Publication {
    let applied = try state.apply(request.notBefore(log.newest?.at))
    log.append(applied.changes)
    commit.rows += applied.rows
    changes += applied.changes
    if let trace = request.trace { for change in applied.changes { traces[change.revision] = trace } }
    var schedule: Schedule?
    if case .schedule(let one, _, _) = request.action { schedule = state.schedules[one.id] }
    return Publication(
      changes: applied.changes, head: state.cursor,
      activation: request.action.channel.flatMap { state.activations[$0] }, before: before.themeSet,
      after: themeSet, schedule: schedule)
  }

  /// Adds rows of drafts, which are no change.
  mutating func keep(_ rows: [LogState.Row], of draft: Draft?, leadingTo after: ThemeSet) -> Publication {
    absorb(rows)
    return Publication(
      changes: [], head: state.cursor, activation: nil, before: before.themeSet, after: after, draft: draft)
  }

  /// Stores all documents that differ from those in the log.
  mutating func keepDocuments() {
    let sources = themeSet.library.sources
    let themes = Set(state.documents.keys).union(sources.keys).sorted()
    keepDocuments(of: themes, Fingerprint.documents(of: themes, in: sources))
  }

  /// Stores the documents of these themes that differ from those in the log.
  /// - Parameter fingerprints: of the documents that exist.
  mutating func keepDocuments(of themes: [String], _ fingerprints: [String: Fingerprint]) {
    let changed = themes.filter { fingerprints[$0] != state.documents[$0] }
    absorb(
      changed.map { theme in
        .document(
          DocumentVersion(
            theme: theme, since: state.head, source: themeSet.library.sources[theme],
            fingerprint: fingerprints[theme]))
      })
  }

  /// Records the files whose changes were published.
  mutating func note(files: Fingerprint) {
    if state.files != files { absorb([.files(files)]) }
  }

  mutating func add(_ record: IdempotencyRecord) { commit.records.append(record) }

  /// Adds rows that were decided already.
  mutating func absorb(_ rows: [LogState.Row]) {
    state.absorb(rows)
    let update = rows.compactMap { row in if case .change(let change, _) = row { change } else { nil } }
    log.append(update)
    changes += update
    commit.rows += rows
  }
}

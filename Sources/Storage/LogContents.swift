internal import Bindings
internal import Changes
internal import Documents
internal import Themes

/// The whole content of a log, for a transfer to another store.
struct LogContents: Sendable {
  let state: LogState
  let floor: LogFloor
  /// The stored changes, in order.
  let changes: [WrittenChange]
  let documents: [DocumentVersion]
  let records: [IdempotencyRecord]

  /// Returns the commit that writes the content into an empty log.
  /// - Parameter keepsEpoch: whether the log continues under the same epoch.
  func commit(keepsEpoch: Bool) -> LogCommit {
    var rows = changes.map { LogState.Row.change($0.change, $0.fingerprint) }
    rows += state.rows + state.largeRows
    if let files = state.files { rows.append(.files(files)) }
    rows += documents.map { .document($0) }
    return LogCommit(rows: rows, records: records, floor: floor, epoch: keepsEpoch ? state.epoch : nil)
  }

  /// Throws if the changes are not the chain that leads from the floor to the head.
  init(
    state: LogState, floor: LogFloor, changes: [WrittenChange], documents: [DocumentVersion],
    records: [IdempotencyRecord]
  ) throws(StoreError) {
    let kept = changes.filter { $0.change.revision > floor.revision }
    let chain = try kept.chain(after: floor.revision, floor: floor, limit: kept.count)
    guard (chain.last?.revision ?? floor.revision) == state.head else {
      throw .corrupt("the log does not reach its head, \(state.head)")
    }
    (self.state, self.floor, self.changes) = (state, floor, kept)
    (self.documents, self.records) = (documents, records)
  }
}

extension LogState {
  /// The rows of the state, except for images, drafts, the fingerprint of the files, and documents.
  var rows: [Row] {
    activations.values.map { .activation($0) } + schedules.values.map { .schedule($0) }
      + uploads.values.map { .upload($0) } + digests.map { .digest(theme: $0.key, $0.value) }
  }
}

/// A store that a log can be transferred from, and to while it is empty.
protocol PortableStore: ChangeStore {
  /// Reads the whole log in one consistent reading.
  func contents() throws(StoreError) -> LogContents

  /// Marks the log as moved to another store. Only renewing the log makes it writable again.
  func seal() throws(StoreError)

  /// Returns the fingerprint of the log at a revision; nil if the log does not reach it.
  func fingerprint(at revision: UInt64) throws(StoreError) -> Fingerprint?
}

/// A change with the fingerprint that is stored with it.
struct WrittenChange: Sendable {
  let change: Change
  let fingerprint: Fingerprint

  /// The floor of a log from which all changes up to this one were deleted.
  var floor: LogFloor { LogFloor(revision: change.revision, fingerprint: fingerprint) }
}

extension [WrittenChange] {
  /// Returns the changes after a revision. Throws if one is missing, or if a fingerprint does not follow from the one
  /// before.
  /// - Parameter revision: the revision of the first of these changes, unless it is the floor.
  func chain(after revision: UInt64, floor: LogFloor, limit: Int) throws(StoreError) -> [Change] {
    var last = (revision: revision, fingerprint: floor.fingerprint)
    var rest = self[...]
    if revision > floor.revision {
      guard let first = rest.popFirst(), first.change.revision == revision else {
        throw .corrupt("change \(revision) is missing")
      }
      last.fingerprint = first.fingerprint
    }
    for written in rest {
      guard written.change.revision == last.revision + 1 else {
        throw .corrupt("change \(last.revision + 1) is missing")
      }
      last = (written.change.revision, last.fingerprint.extended(by: written.change))
      guard last.fingerprint == written.fingerprint else {
        throw .corrupt("change \(written.change.revision) is not as it was written")
      }
    }
    return rest.prefix(limit).map(\.change)
  }
}

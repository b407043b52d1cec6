internal import Bindings
internal import Changes
internal import Documents
internal import Themes

/// All that a log holds, for carrying it into a store of another kind.
struct LogContents: Sendable {
  let state: LogState
  let floor: LogFloor
  /// All that are kept, in order.
  let changes: [WrittenChange]
  let documents: [DocumentVersion]
  let records: [IdempotencyRecord]

  /// What makes an empty log hold the same.
  /// - Parameter keepsEpoch: whether it goes on under the same epoch.
  func commit(keepsEpoch: Bool) -> LogCommit {
    var rows = changes.map { LogState.Row.change($0.change, $0.fingerprint) }
    rows += state.activations.values.map { .activation($0) }
    rows += state.schedules.values.map { .schedule($0) }
    rows += state.uploads.values.map { .upload($0) }
    rows += state.images.values.map { .image($0) }
    rows += state.digests.map { theme, digest in .digest(theme: theme, digest) }
    if let files = state.files { rows.append(.files(files)) }
    rows += documents.map { .document($0) }
    return LogCommit(rows: rows, records: records, floor: floor, epoch: keepsEpoch ? state.epoch : nil)
  }

  /// Throws where the changes are not the chain that leads from the floor to the head.
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

/// A store whose log can be carried elsewhere, and that can take one in while it is empty.
protocol PortableStore: ChangeStore {
  /// Everything, of one moment.
  func contents() throws(StoreError) -> LogContents

  /// Has nobody write any more but who renews it: the log goes on elsewhere.
  func seal() throws(StoreError)

  /// The fingerprint of the log at a revision; nil where it does not reach there.
  func fingerprint(at revision: UInt64) throws(StoreError) -> Fingerprint?
}

/// A change with the fingerprint that was written beside it.
struct WrittenChange: Sendable {
  let change: Change
  let fingerprint: Fingerprint
}

extension [WrittenChange] {
  /// Changes in order without a gap, each fingerprint following from the one before; throws where that is not so.
  /// - Parameter revision: the one that the chain begins after. It is the first among these unless it is the floor.
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

package import Changes
internal import Documents
internal import Synchronization
internal import Themes

/// A store whose log ends with the process, for trials and tests. Several stores may share a log.
package final class MemoryStore: ChangeStore {
  private let log: MemoryLog
  /// The index of the store among those of its log.
  private let id: Int
  package let isShared: Bool

  /// Creates a store with a log of its own.
  package convenience init(epoch: Epoch = .random()) {
    self.init(MemoryLog(epoch: epoch), isShared: false)
  }

  package convenience init(sharing log: MemoryLog) { self.init(log, isShared: true) }

  private init(_ log: MemoryLog, isShared: Bool) {
    (self.log, self.isShared) = (log, isShared)
    id = log.observers.withLock { observers in
      observers.append(nil)
      return observers.count - 1
    }
  }

  deinit { log.update { [id] in $0.serve(files: nil, by: id) } }

  package func open(knowing position: LogPosition?, tail: Int) throws(StoreError) -> OpenedLog {
    log.update { state in
      OpenedLog(
        state: state.logState, tail: Array(state.changes.suffix(tail)), position: state.position,
        origin: state.origin(knowing: position))
    }
  }

  package func transaction(
    from position: LogPosition, keys: [String], waited: Duration, decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition {
    let (isNew, position) = log.transactions.withLock { _ in
      let commit = decide(log.update { $0.begin(from: position, keys: keys) })
      return log.update { state in
        if !commit.isEmpty { state.write(commit) }
        return (!commit.isEmpty, state.position)
      }
    }
    if isNew {
      for (store, notify) in log.observers.withLock({ $0 }).enumerated() where store != id { notify?() }
    }
    return position
  }

  package func update(since position: LogPosition) throws(StoreError) -> LogUpdate {
    log.update { $0.update(since: position) }
  }

  package func onUpdate(_ notify: @escaping @Sendable () -> Void) {
    log.observers.withLock { $0[id] = notify }
  }

  package func read(after revision: UInt64, limit: Int) throws(StoreError) -> [Change]? {
    log.update { state in
      guard revision >= state.logState.floor else { return nil }
      return Array(state.changes.lazy.drop { $0.revision <= revision }.prefix(limit))
    }
  }

  package func history(
    of channel: String, before revision: UInt64, limit: Int
  ) throws(StoreError) -> [Change] {
    log.update { state in
      let own = state.changes.reversed().lazy.filter {
        $0.revision < revision && (channel == Snapshot.everyChannel || $0.channels.contains(channel))
      }
      return Array(own.prefix(limit))
    }
  }

  package func document(of theme: String, at revision: UInt64) throws(StoreError) -> DocumentVersion? {
    log.update { $0.documents[theme]?.last { $0.since <= revision } }
  }

  package func serve(files: Fingerprint) throws(StoreError) {
    log.update { $0.serve(files: files, by: id) }
  }

  package func hasNewest(_ files: Fingerprint?) -> Bool {
    !isShared || log.update { $0.hasNewest(files, served: id) }
  }

  package func tryWriting() throws(StoreError) {}

  package func prune(keeping retention: Retention, now: Timestamp, limit: Int) throws(StoreError) -> UInt64 {
    log.update { $0.prune(keeping: retention, now: now, limit: limit) }
  }
}

/// A log in memory, for all stores that share it.
package final class MemoryLog: Sendable {
  /// Locked for a whole transaction, so that readers, which only lock the state, wait for none.
  fileprivate let transactions = Mutex(())
  private let state: Mutex<MemoryState>
  /// The closure of each store that is called after a commit of another store.
  fileprivate let observers = Mutex<[(@Sendable () -> Void)?]>([])

  /// - Parameter documentRoom: the limit for earlier documents, in bytes.
  package init(epoch: Epoch = .random(), documentRoom: Int = DocumentVersion.room) {
    state = Mutex(MemoryState(epoch: epoch, documentRoom: documentRoom))
  }

  fileprivate func update<Value: Sendable>(_ body: (inout MemoryState) -> Value) -> Value {
    state.withLock { body(&$0) }
  }
}

/// The content of a log in memory.
struct MemoryState: Sendable {
  private(set) var logState: LogState
  private(set) var position: LogPosition
  private(set) var changes: [Change] = []
  private(set) var records: [String: IdempotencyRecord] = [:]
  /// The documents of each theme, in order.
  private(set) var documents: [String: [DocumentVersion]] = [:]
  /// The files that were ever served, in order of arrival, and the files that each store serves.
  private var files: [Fingerprint] = []
  private var served: [Int: Fingerprint] = [:]
  /// The keys of the records, in order of arrival.
  private var keys: [String] = []
  /// The bytes of all records.
  private var recordBytes = 0
  /// The rows of the newest commits; the last commit has the version of the position.
  private var commits: [[LogState.Row]] = []
  /// The number of commits that are kept at least. A store that is further behind opens the log again.
  private static let commitLimit = 1000
  private let documentRoom: Int
  /// A lower bound of the room that is left.
  private var documentRoomLeft: Int

  init(epoch: Epoch, documentRoom: Int) {
    self.documentRoom = documentRoom
    documentRoomLeft = documentRoom
    logState = LogState(epoch: epoch)
    position = LogPosition(epoch: epoch, version: 0, head: 0, fingerprint: logState.fingerprint)
  }

  func origin(knowing known: LogPosition?) -> LogOrigin {
    guard let known else { return position.version == 0 ? .created : .resumed }
    return known.epoch == position.epoch ? .resumed : .renewed(reason: "it is another log")
  }

  func update(since known: LogPosition) -> LogUpdate {
    if known == position { return .nothing }
    guard known.epoch == position.epoch, known.version < position.version,
      position.version - known.version <= UInt64(commits.count)
    else { return .reopen }
    return .rows(commits.suffix(Int(position.version - known.version)).flatMap { $0 }, position)
  }

  func begin(from position: LogPosition, keys: [String]) -> StoreTransaction {
    let known = keys.compactMap { key in records[key].map { (key, $0) } }
    return StoreTransaction(update: update(since: position), records: Dictionary(known) { $1 })
  }

  mutating func serve(files new: Fingerprint?, by store: Int) {
    served[store] = new
    if let new, !files.contains(new) { files.append(new) }
  }

  func hasNewest(_ newest: Fingerprint?, served store: Int) -> Bool {
    served[store] == newest && newest == files.last { file in served.values.contains(file) }
  }

  mutating func write(_ commit: LogCommit) {
    position = position.advanced(by: commit)
    logState.absorb(commit.rows)
    for case .change(let change, _) in commit.rows { changes.append(change) }
    for case .document(let document) in commit.rows { keep(document) }
    makeRoomForDocuments()
    for record in commit.records { keep(record) }
    // No image or draft is kept in memory because an old commit brought it.
    let names = Set(commit.rows.compactMap(\.nameOfLarge))
    let last =
      names.isEmpty ? nil : commits.lastIndex { $0.contains { $0.large.map(names.contains) ?? false } }
    if let last { commits.removeFirst(last + 1) }
    commits.append(commit.rows)
    if commits.count >= 2 * Self.commitLimit { commits.removeFirst(Self.commitLimit) }
  }

  private mutating func keep(_ document: DocumentVersion) {
    documentRoomLeft -= documents[document.theme]?.last?.source?.bytes.count ?? 0
    documents[document.theme, default: []].removeAll { $0.since == document.since }
    documents[document.theme, default: []].append(document)
  }

  /// Deletes the oldest documents until an eighth of the room is free. Equal documents count once, for the newest.
  private mutating func makeRoomForDocuments() {
    guard documentRoomLeft < 0 else { return }
    var seen: Set<Fingerprint> = []
    var (total, kept) = (0, 0)
    for document in documents.values.flatMap({ $0.dropLast() }).sorted(by: { $0.since > $1.since }) {
      if let fingerprint = document.fingerprint, seen.insert(fingerprint).inserted {
        total += document.source?.bytes.count ?? 0
      }
      if total > documentRoom - documentRoom / 8 {
        documents[document.theme]?.removeAll { $0.since == document.since }
      } else {
        kept = total
      }
    }
    documentRoomLeft = documentRoom - kept
  }

  private mutating func keep(_ record: IdempotencyRecord) {
    let earlier = records.updateValue(record, forKey: record.key.text)
    if earlier == nil { keys.append(record.key.text) }
    recordBytes += record.size - (earlier?.size ?? 0)
    while keys.count > IdempotencyRecord.limit || recordBytes > IdempotencyRecord.room {
      recordBytes -= records.removeValue(forKey: keys.removeFirst())?.size ?? 0
    }
  }

  mutating func prune(keeping retention: Retention, now: Timestamp, limit: Int) -> UInt64 {
    let oldest = now.advanced(bySeconds: -retention.seconds)
    let spare = max(0, changes.count - Int(clamping: retention.changes))
    let forgotten = changes.prefix(min(spare, limit)).prefix { $0.at < oldest }
    guard let floor = forgotten.last?.revision else { return logState.floor }
    changes.removeFirst(forgotten.count)
    logState.forget(below: floor)
    documents = documents.compactMapValues { kept in
      let first = kept.lastIndex { $0.since <= floor } ?? kept.startIndex
      let needed = Array(kept[first...])
      // The absence of a theme is forgotten once no cursor can precede it.
      guard needed.count == 1, needed[0].fingerprint == nil, needed[0].since <= floor else { return needed }
      return nil
    }
    return floor
  }
}

extension LogState.Row {
  /// The name of the image or the draft in the row.
  fileprivate var large: String? {
    switch self {
    case .image(let image): "image \(image.file)"
    case .draft(let draft): "draft \(draft.id)"
    default: nil
    }
  }

  /// The name of the image or the draft that the row writes or deletes.
  fileprivate var nameOfLarge: String? {
    switch self {
    case .noImage(let file): "image \(file)"
    case .noDraft(let id): "draft \(id)"
    default: large
    }
  }
}

package import Changes
internal import Documents
internal import Synchronization
internal import Themes

/// One log in memory, for all stores that share it.
package final class MemoryLog: Sendable {
  /// Held for a whole turn; the state only while it is looked at, so reading waits for no turn.
  private let turns = Mutex(())
  private let state: Mutex<MemoryState>
  private let listeners = Mutex<[(@Sendable () -> Void)?]>([])

  /// - Parameter documentRoom: what earlier documents may take, in bytes.
  package init(epoch: Epoch = .random(), documentRoom: Int = DocumentVersion.room) {
    state = Mutex(MemoryState(epoch: epoch, documentRoom: documentRoom))
  }

  /// The number under which a store is known.
  func join() -> Int {
    listeners.withLock { listeners in
      listeners.append(nil)
      return listeners.count - 1
    }
  }

  func onUpdate(_ store: Int, _ tell: @escaping @Sendable () -> Void) {
    listeners.withLock { $0[store] = tell }
  }

  func read<Value: Sendable>(_ body: (MemoryState) -> Value) -> Value { state.withLock { body($0) } }

  func transaction(
    of store: Int, from position: LogPosition, keys: [String], decide: (StoreTransaction) -> LogCommit
  ) -> LogPosition {
    // The position is taken within the turn: after it, it may be that of somebody else's.
    let (isNew, position) = turns.withLock { _ in
      let commit = decide(state.withLock { $0.begin(from: position, keys: keys) })
      return state.withLock { state in
        if !commit.isEmpty { state.write(commit) }
        return (!commit.isEmpty, state.position)
      }
    }
    if isNew { tellOthers(than: store) }
    return position
  }

  func serve(files: Fingerprint, by store: Int) { state.withLock { $0.serve(files: files, by: store) } }

  /// A store is gone.
  func leave(_ store: Int) { state.withLock { $0.serve(files: nil, by: store) } }

  func prune(keeping retention: Retention, now: Timestamp, limit: Int) -> UInt64 {
    state.withLock { $0.prune(keeping: retention, now: now, limit: limit) }
  }

  private func tellOthers(than store: Int) {
    let others = listeners.withLock { $0.enumerated().filter { $0.offset != store }.compactMap(\.element) }
    for tell in others { tell() }
  }
}

/// What a log in memory holds.
struct MemoryState: Sendable {
  private(set) var logState: LogState
  private(set) var position: LogPosition
  private(set) var changes: [Change] = []
  private(set) var records: [String: IdempotencyRecord] = [:]
  /// Of each theme in order.
  private(set) var documents: [String: [DocumentVersion]] = [:]
  /// Files that were ever served, in the order in which they came, and who serves which.
  private var files: [Fingerprint] = []
  private var served: [Int: Fingerprint] = [:]
  /// Keys in the order in which they came.
  private var keys: [String] = []
  /// The bytes of all records.
  private var recordBytes = 0
  /// What the newest commits wrote; the last of them made the version that the position says.
  private var commits: [[LogState.Row]] = []
  /// Who is further back than so many commits reads everything anew.
  private static let commitLimit = 1000
  private let documentRoom: Int
  /// How much of that is left at least.
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

  /// What a turn begins with.
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
    // Nothing is held for the sake of images that are gone: who is further back than that reads everything anew.
    let files = Set(commit.rows.compactMap(\.imageFile))
    let last =
      files.isEmpty ? nil : commits.lastIndex { $0.contains { $0.image.map(files.contains) ?? false } }
    if let last { commits.removeFirst(last + 1) }
    commits.append(commit.rows)
    if commits.count >= 2 * Self.commitLimit { commits.removeFirst(Self.commitLimit) }
  }

  private mutating func keep(_ document: DocumentVersion) {
    documentRoomLeft -= documents[document.theme]?.last?.source?.bytes.count ?? 0
    documents[document.theme, default: []].removeAll { $0.since == document.since }
    documents[document.theme, default: []].append(document)
  }

  /// The oldest go, so many that there is room for some more. What several hold counts for the newest of them.
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
    if let last = forgotten.last { forget(below: last.revision) }
    changes.removeFirst(forgotten.count)
    return logState.floor
  }

  private mutating func forget(below floor: UInt64) {
    logState.forget(below: floor)
    documents = documents.compactMapValues { kept in
      let first = kept.lastIndex { $0.since <= floor } ?? kept.startIndex
      let needed = Array(kept[first...])
      // That a theme is gone need not be known where nobody can ask for a time when it was there.
      guard needed.count == 1, needed[0].fingerprint == nil, needed[0].since <= floor else { return needed }
      return nil
    }
  }
}

extension LogState.Row {
  /// The file of an image that it brings.
  fileprivate var image: String? { if case .image(let image) = self { image.file } else { nil } }

  /// The file of an image that it brings or takes out.
  fileprivate var imageFile: String? { if case .noImage(let file) = self { file } else { image } }
}

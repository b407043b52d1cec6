internal import Documents
internal import Synchronization
internal import Themes

/// The reason why a draft was not kept, changed or found.
package enum DraftError: Error, Sendable {
  case unknown(String)
  case gone(DraftEnd)
  /// The limit for the number or the bytes of drafts is reached.
  case full(count: Int, bytes: Int, nextEnd: Timestamp)
  /// The theme's document is another than the one that the draft builds on: both by their SHA-256, nil for none.
  case stale(base: String?, present: String?)
  /// The draft has no plan.
  case unplanned(String)
}

/// Drafts are kept in transactions of the log, but are no changes: no revision belongs to them, and only clients that
/// wait for drafts are woken.
extension Publisher {
  /// Keeps a draft whose document could be uploaded now.
  /// - Parameters:
  ///   - named: returns the themes that problems may suggest in place of wrong names; nil for all.
  ///   - make: makes the draft, with the themes that its publication would lead to.
  package func keep(
    _ upload: Upload, images: [UploadedImage], as write: DocumentWrite,
    naming named: @escaping (Snapshot) -> Set<String>?, condition: DocumentCheck?,
    approve: DocumentApproval?, draft make: @escaping (Snapshot, ThemeSet) -> Draft
  ) throws(DocumentError) -> WriteResult<Never> {
    var replacement = Self.replacement(upload, images, naming: named, condition, approve)
    replacement.keep = make
    return try change(to: replacement, as: write)
  }

  /// Publishes a draft: one change puts its document and its images in force, and ends it.
  /// - Parameter upload: the document, by its publisher.
  package func publish(
    _ draft: Draft, as upload: Upload, note: String?, _ write: DocumentWrite,
    naming named: @escaping (Snapshot) -> Set<String>?, condition: @escaping DocumentCheck,
    approve: @escaping DocumentApproval
  ) throws(DocumentError) -> WriteResult<Never> {
    let images = draft.images.map { $0.stamped(at: upload.at, by: upload.by) }
    var replacement = Self.replacement(upload, images, naming: named, condition, approve)
    (replacement.draft, replacement.note) = (draft, note)
    return try change(to: replacement, as: write)
  }

  /// Changes a draft without reading its document.
  /// - Parameter decide: returns the rows, and the draft unless they end it.
  package func edit(
    as write: DocumentWrite,
    _ decide: (Snapshot) throws(DocumentError) -> (rows: [LogState.Row], draft: Draft?)
  ) throws(DocumentError) -> WriteResult<Never> {
    let result = try Self.committed { () throws(StoreError) in
      try transaction(keys: [write.key?.text].compactMap { $0 }, since: timeLimitBegins(write)) {
        before, transaction, _ -> (CommitPlan, Result<WriteResult<Never>, DocumentError>) in
        let nothing = CommitPlan(from: before)
        if let key = write.key, let earlier: WriteResult<Never> = earlier(key, transaction.records) {
          return (nothing, .success(earlier))
        }
        do throws(DocumentError) {
          let (rows, draft) = try decide(before)
          guard write.permit.use() else { throw .interrupted }
          return keeping(rows, of: draft, leadingTo: before.themeSet, before, write)
        } catch { return (nothing, .failure(error)) }
      }
    }
    return try result.get()
  }

  /// Returns the plan that writes rows of drafts.
  func keeping(
    _ rows: [LogState.Row], of draft: Draft?, leadingTo after: ThemeSet, _ before: Snapshot,
    _ write: DocumentWrite
  ) -> (CommitPlan, Result<WriteResult<Never>, DocumentError>) {
    var plan = CommitPlan(from: before)
    let publication = plan.keep(rows, of: draft, leadingTo: after)
    if let key = write.key {
      plan.add(IdempotencyRecord(key: key, answer: write.record(publication), at: now()))
    }
    return (plan, .success(.published(publication)))
  }

  /// Ends the drafts whose time is over, and forgets old ends; call it about once a second.
  package func endOverdueDrafts() throws(StoreError) {
    let snapshot = current.now
    guard snapshot.trouble?.error.isAbsence != true, !snapshot.state.overdueDraftRows(at: now()).isEmpty
    else {
      return
    }
    _ = try publish({ _, _ in [] }) { plan in
      plan.absorb(plan.snapshot.state.overdueDraftRows(at: now()))
    }
  }
}

/// The checks of writes against the drafts that there are.
extension Snapshot {
  /// Returns a draft that has not ended.
  package func present(draft id: String, at now: Timestamp) throws(Publisher.DocumentError) -> Draft {
    switch state.draft(id, at: now) {
    case .present(let draft): return draft
    case .ended(let end): throw .draft(.gone(end))
    case nil: throw .draft(.unknown(id))
    }
  }

  /// Throws if there would be too many drafts, or too many bytes in all of them.
  /// - Parameter id: the draft that these bytes replace; nil for a new one.
  package func checkLimits(
    ofDraft id: String?, bytes: Int, at now: Timestamp
  ) throws(Publisher.DocumentError) {
    let drafts = state.drafts(at: now)
    let others = drafts.filter { $0.id != id }
    let total = others.reduce(0) { $0 + $1.bytes }
    guard others.count >= Draft.limit || total + bytes > Draft.room else { return }
    throw .draft(
      .full(
        count: drafts.count, bytes: drafts.reduce(0) { $0 + $1.bytes },
        nextEnd: drafts.map(\.expires).min() ?? now))
  }
}

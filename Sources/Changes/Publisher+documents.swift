internal import Documents
internal import Resolution
internal import Synchronization
internal import Themes

/// The options of a write that changes documents.
package struct DocumentWrite {
  let key: IdempotencyKey?
  let permit: CommitPermit
  let trace: TraceContext?
  let record: (Publication) -> RecordedAnswer

  /// - Parameter record: makes the response that is stored with the key.
  package init(
    key: IdempotencyKey? = nil, permit: CommitPermit = CommitPermit(), trace: TraceContext? = nil,
    record: @escaping (Publication) -> RecordedAnswer = { _ in RecordedAnswer(status: 200, body: []) }
  ) {
    (self.key, self.permit, self.trace, self.record) = (key, permit, trace, record)
  }
}

extension Publisher {
  /// The reason why documents were not changed.
  package enum DocumentError: Error, Sendable {
    case store(StoreError)
    case refused(ChangeError)
    case documents(ThemeSet.LoadError)
    /// The writer must not do this: why, in words.
    case forbidden(String)
    /// Another person has to have a part in it, where these channels show what it changes: why, in words.
    case needsAnother(String, authors: [String], channels: [String])
    /// It has to name the version that was seen.
    case unconditional
    /// The theme is in use: by what, in words.
    case inUse(String)
    case unknown(String, among: [String])
    /// There is no uploaded image of this name.
    case unknownImage(String, among: [String])
    /// The limit for the number or bytes of uploaded images is reached.
    case imagesFull(count: Int, bytes: Int)
    /// The limit for the number of uploads is reached.
    case tooMany(limit: Int)
    /// The limit for the bytes of uploads is reached.
    case tooLarge(limit: Int)
    /// A file of the config folder has the theme or the image, and uploads may not hide files.
    case hasFile(String)
    /// The documents are not as the write expects them: in words.
    case precondition(String)
    case draft(DraftError)
    /// The server is stopping, and the write was not committed.
    case interrupted
  }

  /// Refuses a change, before it is prepared and in its transaction.
  package typealias DocumentCheck = (Snapshot) throws(DocumentError) -> Void
  /// Refuses a change in its transaction because of the themes that it leads to.
  package typealias DocumentApproval = (Snapshot, ThemeSet) throws(DocumentError) -> Void

  /// Serves other files from now on. Nothing changes if they are wrong.
  @discardableResult
  package func reload(
    _ files: ThemeFiles, by: String, permit: CommitPermit = CommitPermit()
  ) throws(DocumentError) -> [Change] {
    let fingerprint = store.fingerprint(of: files, configuration)
    let replacement = Replacement(files: fingerprint, by: by) { snapshot throws(ThemeSet.LoadError) in
      try ThemeSet(
        files: files, uploads: snapshot.state.uploads.values, images: snapshot.state.imageDigests,
        reusing: snapshot.themeSet)
    } approve: { snapshot, prepared throws(DocumentError) in
      if let lost = Self.lost(prepared.themeSet, snapshot.state).first {
        throw .inUse("theme '\(lost.theme)' is gone, but channel '\(lost.channel)' shows it")
      }
      if let words = snapshot.kitBreak(with: prepared) { throw .inUse(words) }
    }
    let before = current.now.themeSet.files
    let result: WriteResult<Never>
    do throws(DocumentError) {
      if let error = store.announce(fingerprint) { throw .store(error) }
      result = try change(to: replacement, as: DocumentWrite(permit: permit))
    } catch {
      _ = store.announce(store.fingerprint(of: before, configuration))
      throw error
    }
    switch result {
    case .published(let publication): return publication.changes
    case .replayed: return []
    case .refused(let error): throw .refused(error)
    }
  }

  /// Stores a theme document, with or without images.
  /// - Parameter named: returns the themes that problems may suggest in place of wrong names; nil for all.
  package func upload(
    _ upload: Upload, images: [UploadedImage] = [], as write: DocumentWrite = DocumentWrite(),
    naming named: @escaping (Snapshot) -> Set<String>? = { _ in nil },
    condition: DocumentCheck? = nil, approve: DocumentApproval? = nil
  ) throws(DocumentError) -> WriteResult<Never> {
    let replacement = Self.replacement(upload, images, naming: named, condition, approve)
    return try change(to: replacement, as: write)
  }

  /// Returns the change that a document, perhaps with images, leads to.
  static func replacement(
    _ upload: Upload, _ images: [UploadedImage], naming named: @escaping (Snapshot) -> Set<String>?,
    _ condition: DocumentCheck?, _ approve: DocumentApproval?
  ) -> Replacement {
    let rows = [LogState.Row.upload(upload)] + images.map { .image($0) }
    return Replacement(rows: rows, by: upload.by, condition: condition) {
      snapshot throws(ThemeSet.LoadError) in
      try snapshot.themeSet.adding(upload, images: images, naming: named(snapshot))
    } approve: { snapshot, prepared throws(DocumentError) in
      try approve?(snapshot, prepared.themeSet)
      try checkThemes(prepared, snapshot)
    }
  }

  /// Removes an uploaded theme.
  package func remove(
    _ theme: String, by: String, as write: DocumentWrite = DocumentWrite(),
    condition: DocumentCheck? = nil, approve: DocumentApproval? = nil
  ) throws(DocumentError) -> WriteResult<Never> {
    let replacement = Replacement(rows: [.noUpload(theme)], by: by) { snapshot throws(DocumentError) in
      try condition?(snapshot)
      try Self.checkRemoval(of: theme, snapshot)
    } read: { snapshot throws(ThemeSet.LoadError) in
      try snapshot.themeSet.removing(upload: theme)
    } approve: { snapshot, prepared throws(DocumentError) in
      try approve?(snapshot, prepared.themeSet)
      try Self.checkThemes(prepared, snapshot)
    }
    return try change(to: replacement, as: write)
  }

  /// Stores an image.
  package func upload(
    _ image: UploadedImage, as write: DocumentWrite = DocumentWrite(),
    condition: DocumentCheck? = nil
  ) throws(DocumentError) -> WriteResult<Never> {
    let replacement = Replacement(rows: [.image(image)], by: image.by, condition: condition) {
      snapshot throws(ThemeSet.LoadError) in
      try snapshot.themeSet.adding(nil, images: [image])
    }
    return try change(to: replacement, as: write)
  }

  /// Removes an uploaded image; the file of its name shows again if there is one.
  package func remove(
    image file: String, by: String, as write: DocumentWrite = DocumentWrite(),
    condition: DocumentCheck? = nil
  ) throws(DocumentError) -> WriteResult<Never> {
    let replacement = Replacement(rows: [.noImage(file)], by: by) { snapshot throws(DocumentError) in
      try condition?(snapshot)
      guard snapshot.state.images[file] == nil else { return }
      guard snapshot.themeSet.files.images.file(named: file) == nil else {
        throw .inUse("The file '\(file)' comes from the config folder; remove its file there.")
      }
      throw .unknownImage(file, among: Array(snapshot.state.images.keys))
    } read: { snapshot throws(ThemeSet.LoadError) in
      try snapshot.themeSet.removing(image: file)
    }
    return try change(to: replacement, as: write)
  }

  /// A change to another set of themes.
  struct Replacement {
    /// The fingerprint of the new files; nil if the files stay, or if the log is not shared.
    var files: Fingerprint?
    /// The rows of uploads that are written or deleted.
    var rows: [LogState.Row] = []
    let by: String
    var note: String?
    /// The draft that is published.
    var draft: Draft?
    var condition: DocumentCheck?
    /// Reads and compiles the themes.
    let read: (Snapshot) throws(ThemeSet.LoadError) -> ThemeSet
    /// Refuses the change in its transaction because of its result.
    var approve: ((Snapshot, PreparedThemes) throws(DocumentError) -> Void)?
    /// Returns the draft that is kept instead of the change.
    var keep: ((Snapshot, ThemeSet) -> Draft)?
  }

  /// Changes to another set of themes. It is prepared before the transaction, so that other writers need not wait for
  /// it. If the themes have changed in between, it is prepared again, the third time within the transaction.
  func change(
    to replacement: Replacement, as write: DocumentWrite
  ) throws(DocumentError) -> WriteResult<Never> {
    var waited = Duration.zero
    for attempt in 1...3 {
      let base = current.now
      let prepared = attempt < 3 ? prepare(replacement, from: base) : nil
      let begun = ContinuousClock.now
      defer { waited += begun.duration(to: .now) }
      let result = try Self.committed { () throws(StoreError) in
        try transaction(
          keys: [write.key?.text].compactMap { $0 }, since: timeLimitBegins(write, after: waited)
        ) {
          (result: Result<WriteResult<Never>, DocumentError>?) in
          if case .success? = result, let files = replacement.files { shownFiles.withLock { $0 = files } }
        } decide: { before, transaction, cache in
          let nothing = CommitPlan(from: before)
          if let key = write.key, let earlier: WriteResult<Never> = earlier(key, transaction.records) {
            return (nothing, .success(earlier))
          }
          guard prepared == nil || Self.isGood(prepared, made: base, for: before) else {
            return (nothing, nil)
          }
          let prepared = prepared ?? prepare(replacement, from: before)
          let decided = decide(prepared, replacement, before, write, &cache)
          return write.permit.use() ? decided : (nothing, .failure(.interrupted))
        }
      }
      if let result {
        store.tidyUp()
        return try result.get()
      }
    }
    throw .store(.failed("the log was replaced again and again"))
  }

  /// Returns the time from which a write is held for a limited time: its arrival while the log can't be written. At other times
  /// it may have waited for the documents of others to be read, which the store does not delay.
  /// - Parameter waited: the time for which earlier attempts waited for the store.
  func timeLimitBegins(
    _ write: DocumentWrite, after waited: Duration = .zero
  ) -> ContinuousClock.Instant {
    current.now.trouble == nil ? .now - waited : write.permit.issuedAt
  }

  /// Returns whether the preparation from one snapshot is valid in another. An error need not be.
  private static func isGood(
    _ prepared: Result<PreparedThemes, DocumentError>?, made base: Snapshot, for present: Snapshot
  ) -> Bool {
    guard case .success = prepared else { return base === present }
    return base.themeSet === present.themeSet
  }

  private func decide(
    _ prepared: Result<PreparedThemes, DocumentError>, _ replacement: Replacement, _ before: Snapshot,
    _ write: DocumentWrite, _ cache: inout WriterCache
  ) -> (CommitPlan, Result<WriteResult<Never>, DocumentError>?) {
    do throws(DocumentError) {
      let prepared = try prepared.get()
      let themeSet = prepared.themeSet
      try replacement.condition?(before)
      try replacement.approve?(before, prepared)
      try Self.checkTimes(of: replacement.rows, before)
      if let draft = replacement.keep?(before, themeSet) {
        return keeping([.draft(draft)], of: draft, leadingTo: themeSet, before, write)
      }
      let action =
        isKnown(replacement.files, before)
        ? ChangeRequest.Action.documents(updates: [])
        : .documents(replacement.rows, updates: prepared.updates, gone: prepared.gone)
      var request = ChangeRequest(
        action, at: now(), by: replacement.by, note: replacement.note, trace: write.trace)
      request.origin = replacement.draft.map { DraftOrigin(draft: $0.id, authors: $0.authors) }
      var plan = CommitPlan(from: before, themeSet: themeSet, summaries: prepared.summaries)
      let publication = try Self.accepted { () throws(ChangeError) in try plan.add(request) }
      if let draft = replacement.draft {
        let end = DraftEnd(of: draft, .published, cursor: publication.head, at: request.at)
        plan.absorb(before.state.rows(ending: draft, as: end))
      }
      if store.hasNewest(replacement.files ?? shownFiles.withLock { $0 }) {
        plan.keepDocuments(of: prepared.rewritten, prepared.documents)
        if let files = replacement.files { plan.note(files: files) }
      }
      if let key = write.key {
        plan.add(IdempotencyRecord(key: key, answer: write.record(publication), at: now()))
      }
      cache = cache.with(prepared.summaries, for: prepared.changed)
      return (plan, .success(.published(publication)))
    } catch { return (CommitPlan(from: before), .failure(error)) }
  }

  /// Throws if an image would seem to have come with a document of several persons, which is known by the time and the author
  /// that both have.
  private static func checkTimes(of rows: [LogState.Row], _ snapshot: Snapshot) throws(DocumentError) {
    let (uploads, images) = (snapshot.state.uploads.values, snapshot.state.images.values)
    let new = rows.compactMap { if case .image(let image) = $0 { image } else { nil } }
    // A package may have a thousand images, and there may be thousands of uploads.
    let times = Set(new.map(\.at))
    let isTaken =
      !new.isEmpty
      && uploads.contains { upload in
        upload.authors.count > 1 && times.contains(upload.at)
          && new.contains { ($0.at, $0.by) == (upload.at, upload.by) }
      }
      || rows.contains { row in
        guard case .upload(let new) = row, new.authors.count > 1 else { return false }
        return images.contains { ($0.at, $0.by) == (new.at, new.by) }
      }
    if isTaken { throw .precondition("another upload of yours has the same time; send this one again") }
  }

  /// Returns whether a change of files is not published, because another server of the log has published it or serves
  /// newer files.
  private func isKnown(_ files: Fingerprint?, _ snapshot: Snapshot) -> Bool {
    guard let files else { return false }
    return !store.hasNewest(files) || snapshot.state.files == files
  }

  /// Reads and compiles the themes, and computes the updates. It is slow, and valid as long as the themes that it
  /// builds on are served.
  private func prepare(
    _ replacement: Replacement, from base: Snapshot
  ) -> Result<PreparedThemes, DocumentError> {
    do throws(DocumentError) {
      try replacement.condition?(base)
      let themeSet: ThemeSet
      do { themeSet = try replacement.read(base) } catch { throw .documents(error) }
      return .success(PreparedThemes(themeSet, from: base.themeSet, configuration))
    } catch { return .failure(error) }
  }

  private static func checkRemoval(of theme: String, _ snapshot: Snapshot) throws(DocumentError) {
    let themeSet = snapshot.themeSet
    guard let source = themeSet.library.sources[theme] else {
      throw .unknown(theme, among: themeSet.library.themes.keys)
    }
    guard snapshot.state.uploads[theme] != nil else {
      if let upload = snapshot.state.uploads.values.first(where: { $0.source.name == source.name }) {
        throw .inUse("Theme '\(theme)' came in one document with '\(upload.name)'; remove that.")
      }
      throw .inUse("Theme '\(theme)' comes from the config folder; remove its file there.")
    }
    guard themeSet.library.fileNames[theme] == nil else { return }
    try checkUse(of: theme, snapshot)
    if let child = themeSet.descendants(of: theme).first(where: { themeSet.library.sources[$0] != source }) {
      throw .inUse("Theme '\(child)' builds on '\(theme)'; remove that first.")
    }
  }

  /// Throws if a theme that a channel shows, or will show, would be gone or of another kit.
  private static func checkThemes(_ next: PreparedThemes, _ snapshot: Snapshot) throws(DocumentError) {
    if let words = snapshot.kitBreak(with: next) { throw .inUse("Nothing was done: \(words).") }
    for theme in next.gone { try checkUse(of: theme, snapshot) }
  }

  /// Throws if a channel shows a theme, or will show it.
  private static func checkUse(of theme: String, _ snapshot: Snapshot) throws(DocumentError) {
    if let channel = snapshot.state.channels(showing: theme).first {
      throw .inUse("Theme '\(theme)' is active in channel '\(channel)'; switch that first.")
    }
    if let base = snapshot.state.activations.values.first(where: { $0.base == theme }) {
      throw .inUse(
        "Channel '\(base.channel)' goes back to theme '\(theme)' after its schedule; switch that first."
      )
    }
    if let schedule = snapshot.state.schedules.values.first(where: { $0.theme == theme }) {
      throw .inUse("Theme '\(theme)' is scheduled (\(schedule.id)); delete the schedule first.")
    }
  }

  static func committed<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(DocumentError) -> Value {
    do { return try body() } catch { throw .store(error) }
  }

  private static func accepted<Value>(_ body: () throws(ChangeError) -> Value) throws(DocumentError)
    -> Value
  {
    do { return try body() } catch { throw .refused(error) }
  }
}

extension ChangeStore {
  /// Returns the fingerprint of files; nil if the log is not shared. It reads all of them, so call it outside
  /// transactions.
  func fingerprint(of files: ThemeFiles, _ configuration: PublisherConfiguration) -> Fingerprint? {
    isShared ? files.fingerprint(defaultTheme: configuration.defaultTheme) : nil
  }

  /// Announces the files that this server serves, if the log is shared. Returns the reason for a failure.
  func announce(_ files: Fingerprint?) -> StoreError? {
    guard let files else { return nil }
    do {
      try serve(files: files)
      return nil
    } catch { return error }
  }
}

internal import Documents
internal import Resolution
internal import Synchronization
internal import Themes

/// Changing the documents that are served.
extension Publisher {
  /// The reason why documents were not changed.
  package enum DocumentError: Error, Sendable {
    case store(StoreError)
    case refused(DraftError)
    case documents(ThemeSet.LoadError)
    /// The writer must not do this: why, in words.
    case forbidden(String)
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
    /// The documents are not as the write expects them: in words.
    case precondition(String)
    /// The server is stopping, and the write was not committed.
    case interrupted
  }

  /// Serves other files from now on. Nothing changes if they are wrong.
  @discardableResult
  package func reload(
    _ files: ThemeFiles, by: String, permit: CommitPermit = CommitPermit()
  ) throws(DocumentError) -> [Change] {
    let fingerprint = fingerprint(of: files)
    let replacement = Replacement(files: fingerprint) { (snapshot: Snapshot) throws(DocumentError) in
      try Self.checked { () throws(ThemeSet.LoadError) in
        try ThemeSet(
          files: files, uploads: snapshot.state.uploads.values, images: snapshot.state.imageFingerprints,
          reusing: snapshot.themeSet)
      }
    } draft: { (snapshot: Snapshot, prepared: PreparedThemes) throws(DocumentError) in
      if let lost = Self.lost(prepared.themeSet, snapshot.state).first {
        throw .inUse("theme '\(lost.theme)' is gone, but channel '\(lost.channel)' shows it")
      }
      if let words = snapshot.kitBreak(with: prepared) { throw .inUse(words) }
      return Draft(.refresh(prepared.updates, gone: prepared.gone), at: self.now(), by: by)
    }
    let before = current.now.themeSet.files
    let result: WriteResult<Never>
    do throws(DocumentError) {
      try announce(fingerprint)
      result = try change(to: replacement, permit: permit)
    } catch {
      try? announce(self.fingerprint(of: before))
      throw error
    }
    switch result {
    case .published(let publication): return publication.changes
    case .replayed: return []
    case .refused(let error): throw .refused(error)
    }
  }

  /// Announces the files that are served here to the other servers of a shared log.
  private func announce(_ files: Fingerprint?) throws(DocumentError) {
    guard let files else { return }
    try Self.committed { () throws(StoreError) in try store.serve(files: files) }
  }

  /// Stores a theme document, with or without images.
  /// - Parameters:
  ///   - named: returns the themes that problems may suggest in place of wrong names; nil for all.
  ///   - record: makes the response that is stored with the key.
  ///   - approve: refuses the change because of its result.
  package func upload(
    _ upload: Upload, images: [UploadedImage] = [], key: IdempotencyKey? = nil,
    permit: CommitPermit = CommitPermit(), naming named: @escaping (Snapshot) -> Set<String>? = { _ in nil },
    record: (Publication) -> RecordedAnswer = { _ in RecordedAnswer(status: 200, body: []) },
    condition: @escaping (Snapshot) throws(DocumentError) -> Void = { _ throws(DocumentError) in },
    approve: @escaping (Snapshot, ThemeSet) throws(DocumentError) -> Void = { _, _ throws(DocumentError) in }
  ) throws(DocumentError) -> WriteResult<Never> {
    let replacement = Replacement { (snapshot: Snapshot) throws(DocumentError) in
      try condition(snapshot)
      return try Self.checked { () throws(ThemeSet.LoadError) in
        try snapshot.themeSet.adding(upload, images: images, naming: named(snapshot))
      }
    } draft: { (snapshot: Snapshot, prepared: PreparedThemes) throws(DocumentError) in
      try condition(snapshot)
      try approve(snapshot, prepared.themeSet)
      try Self.checkKits(snapshot, prepared)
      for theme in prepared.gone { try Self.checkUse(of: theme, snapshot) }
      return Draft(
        .upload(upload, images: images, updates: prepared.updates, gone: prepared.gone), at: self.now(),
        by: upload.by)
    }
    return try change(to: replacement, key: key, permit: permit, record: record)
  }

  /// Removes an uploaded theme.
  package func remove(
    _ theme: String, by: String, key: IdempotencyKey? = nil, permit: CommitPermit = CommitPermit(),
    record: (Publication) -> RecordedAnswer = { _ in RecordedAnswer(status: 200, body: []) },
    condition: @escaping (Snapshot) throws(DocumentError) -> Void = { _ throws(DocumentError) in },
    approve: @escaping (Snapshot, ThemeSet) throws(DocumentError) -> Void = { _, _ throws(DocumentError) in }
  ) throws(DocumentError) -> WriteResult<Never> {
    let replacement = Replacement { (snapshot: Snapshot) throws(DocumentError) in
      try condition(snapshot)
      try Self.checkRemoval(of: theme, snapshot)
      return try Self.checked { () throws(ThemeSet.LoadError) in
        try snapshot.themeSet.removing(upload: theme)
      }
    } draft: { (snapshot: Snapshot, prepared: PreparedThemes) throws(DocumentError) in
      try condition(snapshot)
      try Self.checkRemoval(of: theme, snapshot)
      try approve(snapshot, prepared.themeSet)
      try Self.checkKits(snapshot, prepared)
      for theme in prepared.gone { try Self.checkUse(of: theme, snapshot) }
      return Draft(
        .remove(theme: theme, gone: prepared.gone, updates: prepared.updates), at: self.now(), by: by)
    }
    return try change(to: replacement, key: key, permit: permit, record: record)
  }

  /// A change to another set of themes.
  struct Replacement {
    /// The fingerprint of the new files; nil if the files stay, or if the log is not shared.
    var files: Fingerprint?
    /// Reads and compiles the themes.
    let read: (Snapshot) throws(DocumentError) -> ThemeSet
    /// Makes the draft with the updates, or throws what speaks against it at the time of the transaction.
    let draft: (Snapshot, PreparedThemes) throws(DocumentError) -> Draft
  }

  /// Changes to another set of themes. It is prepared before the transaction, so that other writers need not wait for
  /// it. If the themes have changed in between, it is prepared again, the third time within the transaction.
  func change(
    to replacement: Replacement, key: IdempotencyKey? = nil, permit: CommitPermit,
    record: (Publication) -> RecordedAnswer = { _ in .init(status: 200, body: []) }
  ) throws(DocumentError) -> WriteResult<Never> {
    for attempt in 1...3 {
      let base = current.now
      let prepared = attempt < 3 ? prepare(replacement, from: base) : nil
      let result = try writeLock.withLock { writer throws(DocumentError) in
        let result = try Self.committed { () throws(StoreError) in
          try transaction(&writer, keys: [key?.text].compactMap { $0 }) { before, transaction, cache in
            if let key, let earlier: WriteResult<Never> = earlier(key, transaction.records) {
              return (
                CommitPlan(from: before), .success(earlier) as Result<WriteResult<Never>, DocumentError>?
              )
            }
            guard prepared == nil || Self.isGood(prepared, made: base, for: before) else {
              return (CommitPlan(from: before), nil)
            }
            let prepared = prepared ?? prepare(replacement, from: before)
            let decided = decide(prepared, replacement, before, key, record, &cache)
            return permit.use() ? decided : (CommitPlan(from: before), .failure(.interrupted))
          }
        }
        if case .success? = result, let files = replacement.files { shownFiles.withLock { $0 = files } }
        return result
      }
      if let result {
        store.tidyUp()
        return try result.get()
      }
    }
    throw .store(.failed("the log was replaced again and again"))
  }

  /// Returns whether what was prepared from one snapshot is valid in another. What spoke against it there need not
  /// here.
  private static func isGood(
    _ prepared: Result<PreparedThemes, DocumentError>?, made base: Snapshot, for present: Snapshot
  ) -> Bool {
    guard case .success = prepared else { return base === present }
    return base.themeSet === present.themeSet
  }

  private func decide(
    _ prepared: Result<PreparedThemes, DocumentError>, _ replacement: Replacement, _ before: Snapshot,
    _ key: IdempotencyKey?, _ record: (Publication) -> RecordedAnswer, _ cache: inout WriterCache
  ) -> (CommitPlan, Result<WriteResult<Never>, DocumentError>?) {
    do throws(DocumentError) {
      let prepared = try prepared.get()
      let themeSet = prepared.themeSet
      var draft = try replacement.draft(before, prepared)
      if isTold(replacement.files, before) {
        draft = Draft(.refresh([], gone: []), at: draft.at, by: draft.by)
      }
      var fresh = cache.with(prepared.summaries, for: prepared.changed)
      var plan = CommitPlan(from: before, themeSet: themeSet, summaries: prepared.summaries)
      let publication = try Self.accepted { () throws(DraftError) in try plan.add(draft) }
      if store.hasNewest(replacement.files ?? shownFiles.withLock { $0 }) {
        for draft in defaults(themeSet, before, &fresh) {
          _ = try Self.accepted { () throws(DraftError) in try plan.add(draft) }
        }
        plan.keepDocuments(of: prepared.rewritten, prepared.documents)
        if let files = replacement.files { plan.note(files: files) }
      }
      if let key { plan.add(IdempotencyRecord(key: key, answer: record(publication), at: now())) }
      cache = fresh
      return (plan, .success(.published(publication)))
    } catch { return (CommitPlan(from: before), .failure(error)) }
  }

  /// Returns whether a change of files is not announced, because another server of the log has announced it or serves
  /// newer files.
  private func isTold(_ files: Fingerprint?, _ snapshot: Snapshot) -> Bool {
    guard let files else { return false }
    return !store.hasNewest(files) || snapshot.state.files == files
  }

  /// Reads and compiles the themes, and computes the updates. It is slow, and valid as long as the themes that it
  /// builds on are served.
  private func prepare(
    _ replacement: Replacement, from base: Snapshot
  ) -> Result<PreparedThemes, DocumentError> {
    Self.result { () throws(DocumentError) in
      PreparedThemes(try replacement.read(base), from: base.themeSet, configuration)
    }
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

  /// A theme that a channel shows, or will show, keeps its kit.
  private static func checkKits(_ snapshot: Snapshot, _ next: PreparedThemes) throws(DocumentError) {
    guard let words = snapshot.kitBreak(with: next) else { return }
    throw .inUse("Nothing was done: \(words).")
  }

  /// A theme can only be removed if no channel shows it, or will show it.
  private static func checkUse(of theme: String, _ snapshot: Snapshot) throws(DocumentError) {
    if let channel = snapshot.state.channels(showing: theme).first {
      throw .inUse("Theme '\(theme)' is active in channel '\(channel)'; switch that first.")
    }
    if let base = snapshot.state.activations.values.first(where: { $0.base == theme }) {
      throw .inUse(
        "Channel '\(base.channel)' goes back to theme '\(theme)' after its schedule; switch that first.")
    }
    if let schedule = snapshot.state.schedules.values.first(where: { $0.theme == theme }) {
      throw .inUse("Theme '\(theme)' is scheduled (\(schedule.id)); delete the schedule first.")
    }
  }

  static func checked(_ body: () throws(ThemeSet.LoadError) -> ThemeSet) throws(DocumentError)
    -> ThemeSet
  {
    do { return try body() } catch { throw .documents(error) }
  }

  private static func committed<Value>(_ body: () throws(StoreError) -> Value) throws(DocumentError) -> Value
  {
    do { return try body() } catch { throw .store(error) }
  }

  private static func accepted<Value>(_ body: () throws(DraftError) -> Value) throws(DocumentError) -> Value {
    do { return try body() } catch { throw .refused(error) }
  }

  private static func result<Value>(
    _ body: () throws(DocumentError) -> Value
  ) -> Result<Value, DocumentError> {
    do { return .success(try body()) } catch { return .failure(error) }
  }
}

extension Publisher {
  /// Stores an image.
  package func upload(
    _ image: UploadedImage, key: IdempotencyKey? = nil, permit: CommitPermit = CommitPermit(),
    record: (Publication) -> RecordedAnswer = { _ in RecordedAnswer(status: 200, body: []) },
    condition: @escaping (Snapshot) throws(DocumentError) -> Void = { _ throws(DocumentError) in }
  ) throws(DocumentError) -> WriteResult<Never> {
    let replacement = Replacement { (snapshot: Snapshot) throws(DocumentError) in
      try condition(snapshot)
      return try Self.checked { () throws(ThemeSet.LoadError) in
        try snapshot.themeSet.adding(nil, images: [image])
      }
    } draft: { (snapshot: Snapshot, prepared: PreparedThemes) throws(DocumentError) in
      try condition(snapshot)
      return Draft(
        .upload(nil, images: [image], updates: prepared.updates), at: self.now(), by: image.by)
    }
    return try change(to: replacement, key: key, permit: permit, record: record)
  }

  /// Removes an uploaded image; the file of its name shows again if there is one.
  package func remove(
    image file: String, by: String, key: IdempotencyKey? = nil, permit: CommitPermit = CommitPermit(),
    record: (Publication) -> RecordedAnswer = { _ in RecordedAnswer(status: 200, body: []) }
  ) throws(DocumentError) -> WriteResult<Never> {
    let replacement = Replacement { (snapshot: Snapshot) throws(DocumentError) in
      try Self.checkPresence(of: file, snapshot)
      return try Self.checked { () throws(ThemeSet.LoadError) in try snapshot.themeSet.removing(image: file) }
    } draft: { (snapshot: Snapshot, prepared: PreparedThemes) throws(DocumentError) in
      try Self.checkPresence(of: file, snapshot)
      return Draft(.removeImage(file, updates: prepared.updates), at: self.now(), by: by)
    }
    return try change(to: replacement, key: key, permit: permit, record: record)
  }

  private static func checkPresence(of file: String, _ snapshot: Snapshot) throws(DocumentError) {
    guard snapshot.state.images[file] == nil else { return }
    guard snapshot.themeSet.files.images.file(named: file) == nil else {
      throw .inUse("The image '\(file)' comes from the config folder; remove its file there.")
    }
    throw .unknownImage(file, among: Array(snapshot.state.images.keys))
  }
}

internal import Synchronization
internal import Themes

/// Changing the documents that are served.
extension Journal {
  /// What an attempt to change documents can run into.
  package enum Rejection: Error, Sendable {
    case store(StoreError)
    case refused(Refused)
    case documents(ThemeSet.Rejected)
    /// The theme is in use: what uses it, in words.
    case inUse(String)
    case unknown(String, among: [String])
    /// The documents are not as the write expects them: in words.
    case precondition(String)
  }

  /// Serves other files from now on; nothing changes when they are wrong.
  @discardableResult
  package func reload(_ files: ThemeFiles, by: String) throws(Rejection) -> [Change] {
    try change { (snapshot: Snapshot, desk: inout Desk) throws(Rejection) in
      let next = try Self.checked { () throws(ThemeSet.Rejected) in
        try ThemeSet(files: files, uploads: snapshot.ledger.uploads.values, reusing: snapshot.themeSet)
      }
      if let lost = Self.lost(next, snapshot.ledger) {
        throw .inUse("theme '\(lost.theme)' is gone, but channel '\(lost.channel)' shows it")
      }
      let gone = Self.gone(from: snapshot, to: next)
      return (next, { Draft(.refresh($0, gone: gone), at: self.now(), by: by) })
    }.changes
  }

  /// Takes a theme document in.
  package func upload(
    _ upload: Upload, note: String? = nil, receipt: IdempotencyKey? = nil,
    condition: (Snapshot) throws(Rejection) -> Void = { _ throws(Rejection) in }
  ) throws(Rejection) -> Publication {
    try change { (snapshot: Snapshot, desk: inout Desk) throws(Rejection) in
      try condition(snapshot)
      let next = try Self.checked { () throws(ThemeSet.Rejected) in try snapshot.themeSet.adding(upload) }
      let gone = Self.gone(from: snapshot, to: next)
      for theme in gone { try Self.checkUse(of: theme, snapshot) }
      return (
        next,
        {
          Draft(
            .upload(upload, updates: $0, gone: gone), at: upload.at, by: upload.by, note: note,
            receipt: receipt)
        }
      )
    }
  }

  /// Takes an uploaded theme out again.
  package func remove(
    _ theme: String, by: String, note: String? = nil, receipt: IdempotencyKey? = nil,
    condition: (Snapshot) throws(Rejection) -> Void
  ) throws(Rejection) -> Publication {
    try change { (snapshot: Snapshot, desk: inout Desk) throws(Rejection) in
      try condition(snapshot)
      try Self.checkRemoval(of: theme, snapshot)
      let next = try Self.checked { () throws(ThemeSet.Rejected) in
        try snapshot.themeSet.removing(upload: theme)
      }
      let gone = Self.gone(from: snapshot, to: next)
      for theme in gone { try Self.checkUse(of: theme, snapshot) }
      return (
        next,
        {
          Draft(
            .remove(theme: theme, gone: gone, updates: $0), at: self.now(), by: by, note: note,
            receipt: receipt)
        }
      )
    }
  }

  /// Goes over to another set of themes, with one draft that tells the updates it brings.
  private func change(
    _ make: (Snapshot, inout Desk) throws(Rejection) -> (ThemeSet, ([Draft.Update]) -> Draft)
  ) throws(Rejection) -> Publication {
    try turn.withLock { desk throws(Rejection) in
      let snapshot = current.now
      let (next, draft) = try make(snapshot, &desk)
      var fresh = Desk()
      let updates = updates(to: next, from: snapshot, &desk, &fresh)
      let assumed = assumption(next, snapshot, &fresh)
      let results = try Self.committed { () throws(StoreError) in
        try commit([draft(updates)] + assumed, themeSet: next)
      }
      guard case .success(let publication)? = results.first else {
        if case .failure(let refused)? = results.first { throw .refused(refused) }
        return Publication(changes: [], head: snapshot.cursor, activation: nil)
      }
      if publication.replay == nil { desk = fresh }
      return publication
    }
  }

  /// The themes that say something else than before, or were not there.
  private func updates(
    to next: ThemeSet, from snapshot: Snapshot, _ old: inout Desk, _ new: inout Desk
  ) -> [Draft.Update] {
    next.library.themes.keys.sorted().compactMap { theme in
      let isKnown = snapshot.themeSet.library.themes[theme] != nil
      let facts = facts(of: theme, in: next, &new)
      let before = isKnown ? self.facts(of: theme, in: snapshot.themeSet, &old) : nil
      guard facts.digest != before?.digest || facts.etag != before?.etag else { return nil }
      let differences = outline(of: theme, in: next, &new)
        .differences(from: isKnown ? outline(of: theme, in: snapshot.themeSet, &old) : .empty)
      return Draft.Update(theme: facts, differences: differences.isEmpty ? .unknown : differences)
    }
  }

  /// The themes that another set of themes does not have any more.
  private static func gone(from snapshot: Snapshot, to next: ThemeSet) -> [String] {
    snapshot.themeSet.library.themes.keys.filter { next.library.themes[$0] == nil }.sorted()
  }

  private static func checkRemoval(of theme: String, _ snapshot: Snapshot) throws(Rejection) {
    let themeSet = snapshot.themeSet
    guard let source = themeSet.library.sources[theme] else {
      throw .unknown(theme, among: Array(themeSet.library.themes.keys))
    }
    guard snapshot.ledger.uploads[theme] != nil else {
      if let upload = snapshot.ledger.uploads.values.first(where: { $0.source.name == source.name }) {
        throw .inUse("Theme '\(theme)' came in one document with '\(upload.name)'; remove that.")
      }
      throw .inUse("Theme '\(theme)' comes from the configuration folder; remove its file there.")
    }
    guard themeSet.base.themes[theme] == nil else { return }
    try checkUse(of: theme, snapshot)
    if let child = themeSet.descendants(of: theme).first(where: { themeSet.library.sources[$0] != source }) {
      throw .inUse("Theme '\(child)' builds on '\(theme)'; remove that first.")
    }
  }

  /// A theme can only go when nothing shows it, or will.
  private static func checkUse(of theme: String, _ snapshot: Snapshot) throws(Rejection) {
    if let channel = snapshot.ledger.channels(showing: theme).first {
      throw .inUse("Theme '\(theme)' is active in channel '\(channel)'; switch that first.")
    }
    if let base = snapshot.ledger.activations.values.first(where: { $0.base == theme }) {
      throw .inUse(
        "Channel '\(base.channel)' goes back to theme '\(theme)' after its schedule; switch that first.")
    }
    if let schedule = snapshot.ledger.schedules.values.first(where: { $0.theme == theme }) {
      throw .inUse("Theme '\(theme)' is scheduled (\(schedule.id)); delete the schedule first.")
    }
  }

  private static func checked(_ body: () throws(ThemeSet.Rejected) -> ThemeSet) throws(Rejection) -> ThemeSet
  {
    do { return try body() } catch { throw .documents(error) }
  }

  private static func committed<Value>(_ body: () throws(StoreError) -> Value) throws(Rejection) -> Value {
    do { return try body() } catch { throw .store(error) }
  }
}

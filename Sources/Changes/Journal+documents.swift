internal import Synchronization
internal import Themes

/// Changing the documents that are served.
extension Journal {
  /// What an attempt to change documents can run into.
  package enum Rejection: Error, Sendable {
    case store(StoreError)
    case refused(Refused)
    case documents(Edition.Rejected)
    /// The theme is in use: what uses it, in words.
    case inUse(String)
  }

  /// Serves other files from now on; nothing changes when they are wrong.
  @discardableResult
  package func reload(_ files: ThemeFiles, by: String) throws(Rejection) -> [Change] {
    try change { (moment: Moment, desk: inout Desk) throws(Rejection) in
      let next = try Self.checked { () throws(Edition.Rejected) in
        try Edition(files: files, uploads: moment.ledger.uploads.values, reusing: moment.edition)
      }
      if let lost = Self.lost(next, moment.ledger) {
        throw .inUse("theme '\(lost.theme)' is gone, but channel '\(lost.channel)' shows it")
      }
      let gone = moment.edition.library.themes.keys.filter { next.library.themes[$0] == nil }.sorted()
      return (next, { Draft(.refresh($0, gone: gone), at: self.now(), by: by) })
    }.flatMap(\.changes)
  }

  /// Takes a theme document in.
  package func upload(
    _ upload: Upload, note: String? = nil, receipt: Receipt.Order? = nil,
    condition: (Moment) throws(Rejection) -> Void = { _ throws(Rejection) in }
  ) throws(Rejection) -> Publication? {
    try change { (moment: Moment, desk: inout Desk) throws(Rejection) in
      try condition(moment)
      let next = try Self.checked { () throws(Edition.Rejected) in try moment.edition.adding(upload) }
      return (
        next,
        { Draft(.upload(upload, updates: $0), at: upload.at, by: upload.by, note: note, receipt: receipt) }
      )
    }.first
  }

  /// Takes an uploaded theme out again.
  package func remove(
    _ theme: String, by: String, note: String? = nil, receipt: Receipt.Order? = nil,
    condition: (Moment) throws(Rejection) -> Void
  ) throws(Rejection) -> Publication? {
    try change { (moment: Moment, desk: inout Desk) throws(Rejection) in
      try condition(moment)
      let next = try Self.checked { () throws(Edition.Rejected) in try moment.edition.removing(upload: theme)
      }
      let isGone = next.library.themes[theme] == nil
      return (
        next,
        {
          Draft(
            .remove(theme: theme, isGone: isGone, updates: $0), at: self.now(), by: by, note: note,
            receipt: receipt)
        }
      )
    }.first
  }

  /// Goes over to another edition, with one draft that tells the updates it brings.
  private func change(
    _ make: (Moment, inout Desk) throws(Rejection) -> (Edition, ([Draft.Update]) -> Draft)
  ) throws(Rejection) -> [Publication] {
    try turn.withLock { desk throws(Rejection) in
      let moment = current.now
      let (next, draft) = try make(moment, &desk)
      var fresh = Desk()
      let updates = updates(to: next, from: moment, &desk, &fresh)
      let assumed = assumption(next, moment, &fresh)
      let results = try Self.committed { () throws(StoreError) in
        try commit([draft(updates)] + assumed, edition: next)
      }
      desk = fresh
      return try results.map { result throws(Rejection) in try Self.accepted(result) }
    }
  }

  /// The themes that say something else than before, or were not there.
  private func updates(
    to next: Edition, from moment: Moment, _ old: inout Desk, _ new: inout Desk
  ) -> [Draft.Update] {
    next.library.themes.keys.sorted().compactMap { theme in
      let isKnown = moment.edition.library.themes[theme] != nil
      let facts = facts(of: theme, in: next, &new)
      let before = isKnown ? self.facts(of: theme, in: moment.edition, &old) : nil
      guard facts.digest != before?.digest || facts.etag != before?.etag else { return nil }
      let differences = outline(of: theme, in: next, &new)
        .differences(from: isKnown ? outline(of: theme, in: moment.edition, &old) : .empty)
      return Draft.Update(theme: facts, differences: differences.isEmpty ? .unknown : differences)
    }
  }

  private static func accepted(_ result: Result<Publication, Refused>) throws(Rejection) -> Publication {
    switch result {
    case .success(let publication): publication
    case .failure(let refused): throw .refused(refused)
    }
  }

  private static func checked(_ body: () throws(Edition.Rejected) -> Edition) throws(Rejection) -> Edition {
    do { return try body() } catch { throw .documents(error) }
  }

  private static func committed<Value>(_ body: () throws(StoreError) -> Value) throws(Rejection) -> Value {
    do { return try body() } catch { throw .store(error) }
  }
}

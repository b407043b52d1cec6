internal import Synchronization
internal import Themes

/// Taking in what others write into the same log.
extension Journal {
  /// Catches up with the store; call it when the store has told that there may be something.
  package func follow() throws(StoreError) {
    try writeLock.withLock { writer throws(StoreError) in
      let news = try store.news(since: writer.standing)
      if !take(news, &writer) { try reopen(&writer) }
    }
  }

  /// Shows news as if they had been decided here; false where the log must be opened again.
  func take(_ news: LogNews, _ writer: inout WriterState) -> Bool {
    switch news {
    case .nothing: return true
    case .reopen: return false
    case .rows(let rows, let standing):
      let before = current.now
      guard before.ledger.leads(to: rows) else { return false }
      writer.standing = standing
      var ledger = before.ledger
      ledger.absorb(rows)
      let (themeSet, trouble) = themes(for: ledger, before)
      if themeSet !== before.themeSet { writer.cache = WriterCache() }
      var plan = TurnPlan(from: before, themeSet: themeSet)
      plan.absorb(rows)
      show(plan.snapshot.with(trouble ?? before.trouble), announcing: plan.changes)
      return true
    }
  }

  /// Reads everything anew: the log is another one, or too much has happened.
  func reopen(_ writer: inout WriterState) throws(StoreError) {
    let opened = try store.open(knowing: writer.standing, tail: Self.tail)
    let (themeSet, trouble) = themes(for: opened.ledger, current.now)
    writer = WriterState(standing: opened.standing)
    show(reopened: Snapshot(themeSet: themeSet, opened: opened).with(trouble))
  }

  /// What is served with the uploads that there are now. Where they do not hold together with the files here, what
  /// was served goes on, and that is told as trouble.
  private func themes(for ledger: Ledger, _ before: Snapshot) -> (ThemeSet, Snapshot.Trouble?) {
    guard ledger.uploads != before.ledger.uploads else { return (before.themeSet, nil) }
    do throws(ThemeSet.LoadError) {
      let themeSet = try ThemeSet(
        files: before.themeSet.files, uploads: ledger.uploads.values, reusing: before.themeSet)
      return (themeSet, nil)
    } catch {
      let first = error.problems.first?.message ?? "they have problems"
      let why = "themes that another server took in do not hold together with the files here: \(first)"
      return (before.themeSet, Snapshot.Trouble(since: now(), error: .unusable(why)))
    }
  }
}

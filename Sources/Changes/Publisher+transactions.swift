internal import Documents
internal import Synchronization
internal import Themes

extension Publisher {
  /// Publishes submissions in their order, with one commit.
  /// - Parameter joining: called when the transaction begins; returns the submissions that have come since. They must not
  ///   have idempotency keys, whose records were not read. With a shared log, most of a write's time is the wait for other
  ///   servers. With 8 writers at three servers 2.67 changes share a commit this way instead of 1.7. If this throws, the
  ///   submissions that joined have failed too.
  package func publish<Failure>(
    _ submissions: [Submission<Failure>], joining: () -> [Submission<Failure>] = { [] }
  ) throws(StoreError) -> [WriteResult<Failure>] {
    guard !submissions.isEmpty else { return [] }
    var submissions = submissions
    let first = submissions.map(\.arrivedAt).min() ?? .now
    return try transaction(keys: submissions.compactMap { $0.key?.text }, since: first) {
      before, transaction, cache -> (CommitPlan, [WriteResult<Failure>]) in
      submissions += joining()
      var plan = CommitPlan(from: before)
      var records = transaction.records
      var results: [WriteResult<Failure>] = []
      for submission in submissions { results.append(decide(submission, &plan, &records, &cache)) }
      return (plan, results)
    }
  }

  /// Publishes the server's own requests, which are never refused.
  /// - Parameter complete: adds to the commit.
  func publish(
    _ make: (Snapshot, inout WriterCache) -> [ChangeRequest],
    completing complete: (inout CommitPlan) -> Void = { _ in }
  ) throws(StoreError) -> [Change] {
    let result = try transaction { before, _, cache -> (CommitPlan, Result<[Change], ChangeError>) in
      var plan = CommitPlan(from: before)
      do throws(ChangeError) {
        for request in make(before, &cache) { _ = try plan.add(request) }
        complete(&plan)
        return (plan, .success(plan.changes))
      } catch { return (CommitPlan(from: before), .failure(error)) }
    }
    store.tidyUp()
    do { return try result.get() } catch {
      throw .failed("a request of the publisher's own was refused: \(error)")
    }
  }

  private func decide<Failure>(
    _ submission: Submission<Failure>, _ plan: inout CommitPlan,
    _ records: inout [String: IdempotencyRecord], _ cache: inout WriterCache
  ) -> WriteResult<Failure> {
    if let key = submission.key, let earlier: WriteResult<Failure> = earlier(key, records) { return earlier }
    let request: ChangeRequest
    do throws(Failure) {
      let snapshot = plan.snapshot
      request = try submission.prepare(snapshot) {
        cache.summary(of: $0, in: snapshot.themeSet, configuration)
      }
    } catch { return .failed(error) }
    do throws(ChangeError) {
      let publication = try plan.add(request)
      if let key = submission.key {
        let record = IdempotencyRecord(key: key, answer: submission.record(publication), at: request.at)
        records[key.text] = record
        plan.add(record)
      }
      return .published(publication)
    } catch { return .refused(error) }
  }

  /// Returns the result for a key that was used before; nil if it was not, or too long ago.
  func earlier<Failure>(
    _ key: IdempotencyKey, _ records: [String: IdempotencyRecord]
  ) -> WriteResult<Failure>? {
    guard let record = records[key.text], record.isGood(at: now()) else { return nil }
    return record.key.fingerprint == key.fingerprint ? .replayed(record) : .refused(.keyReused)
  }

  /// The number of attempts that end without a decision, to compile documents of other servers. After that they are compiled
  /// within the transaction, so that a flood of uploads does not stop all other writes.
  private static var compilationAttempts: Int { 2 }
  /// The number of attempts while the log is replaced.
  private static var attemptLimit: Int { 5 }

  /// Runs `body` while no other thread writes.
  /// - Parameter waited: the time for which the request has waited; nil if there is no limit.
  /// - Returns: nil if the request can't be done in its time.
  func write<Value: Sendable>(
    waited: Duration? = nil, _ body: (inout sending WriterState) throws(StoreError) -> sending Value
  ) throws(StoreError) -> Value? {
    guard store.beginTurn(waited: waited) else { return nil }
    defer { store.endTurn() }
    return try writeLock.withLock(body)
  }

  /// Applies the writes of other servers, commits the plan that `decide` returns, and shows it.
  ///
  /// Documents of other servers are compiled outside the transaction, while it does not hold the lock of the log.
  /// - Parameters:
  ///   - start: the arrival of the request that came first: while a database does not answer, it is held for a limited time.
  ///   - shown: called when the plan is shown, before another thread writes.
  ///   - decide: called in the transaction, and again if the transaction was not committed.
  func transaction<Value: Sendable>(
    keys: [String] = [], since start: ContinuousClock.Instant = .now, shown: (Value) -> Void = { _ in },
    decide: (Snapshot, StoreTransaction, inout WriterCache) -> (CommitPlan, Value)
  ) throws(StoreError) -> Value {
    let value = try write(waited: start.duration(to: .now)) { writer throws(StoreError) in
      let value = try transaction(&writer, keys, since: start, decide)
      shown(value)
      return value
    }
    guard let value else { throw .away("the writes before it took too long") }
    return value
  }

  private func transaction<Value>(
    _ writer: inout WriterState, _ keys: [String], since start: ContinuousClock.Instant,
    _ decide: (Snapshot, StoreTransaction, inout WriterCache) -> (CommitPlan, Value)
  ) throws(StoreError) -> Value {
    do throws(StoreError) {
      for number in 0..<Self.attemptLimit {
        var decided: (plan: CommitPlan, value: Value)?
        var (cache, postponed) = (WriterCache(), LogUpdate.reopen)
        let position = try store.transaction(
          from: writer.position, keys: keys, waited: start.duration(to: .now)
        ) { transaction in
          decided = nil
          if number < Self.compilationAttempts, transaction.update.touchesDocuments {
            postponed = transaction.update
            return LogCommit()
          }
          guard take(transaction.update, &writer) else { return LogCommit() }
          cache = writer.cache
          let made = decide(current.now, transaction, &cache)
          decided = made
          return made.0.commit
        }
        if let decided {
          writer = WriterState(position: position, cache: cache)
          show(decided.plan.snapshot, announcing: decided.plan.changes, in: decided.plan.traces)
          return decided.value
        }
        if !take(postponed, &writer) { try reopen(&writer) }
      }
      throw .failed("the log was replaced again and again")
    } catch {
      fail(error)
      throw error
    }
  }
}

extension LogUpdate {
  /// Indicates whether theme documents or images changed.
  fileprivate var touchesDocuments: Bool {
    guard case .rows(let rows, _) = self else { return false }
    return rows.contains { row in
      switch row {
      case .upload, .noUpload, .image, .noImage: true
      default: false
      }
    }
  }
}

/// The state of the publisher between transactions.
struct WriterState: Sendable {
  /// The position up to which the log is known.
  var position: LogPosition
  var cache = WriterCache()
}

/// The summaries of themes; only valid for the set of themes that they were made for.
struct WriterCache: Sendable {
  private var summaries: PersistentMap<String, ThemeSummary> = [:]

  mutating func summary(
    of theme: String, in themeSet: ThemeSet, _ configuration: PublisherConfiguration
  ) -> ThemeSummary {
    if let known = summaries[theme] { return known }
    let summary = ThemeSummary(of: theme, in: themeSet, configuration)
    summaries[theme] = summary
    return summary
  }

  /// Returns the cache for a set of themes in which these have changed.
  func with(_ changed: [String: ThemeSummary], for themes: [String]) -> WriterCache {
    var rest = self
    for theme in themes { rest.summaries[theme] = changed[theme] }
    return rest
  }
}

extension ThemeSummary {
  init(of theme: String, in themeSet: ThemeSet, _ configuration: PublisherConfiguration) {
    let library = themeSet.library
    let transition = library.lineage(of: theme).first { $0.transition != nil }?.transition
    self.init(
      name: theme, digest: library.digest(ofTheme: theme), transition: transition?.duration,
      etag: configuration.etag(themeSet, theme))
  }
}

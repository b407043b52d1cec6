/// A write that waits for its turn.
package struct Submission<Failure: Error>: Sendable {
  let key: IdempotencyKey?
  let prepare: @Sendable (Snapshot, (String) -> ThemeSummary) throws(Failure) -> Draft
  let record: @Sendable (Publication) -> RecordedAnswer

  /// - Parameters:
  ///   - prepare: makes the draft once the turn has come, from the state that it will build on; not called where
  ///     the same write was made before.
  ///   - record: makes the answer that is kept with the key; not called where there is none.
  package init(
    key: IdempotencyKey?,
    prepare: @escaping @Sendable (Snapshot, (String) -> ThemeSummary) throws(Failure) -> Draft,
    record: @escaping @Sendable (Publication) -> RecordedAnswer
  ) {
    self.key = key
    self.prepare = prepare
    self.record = record
  }
}

internal import Changes

/// What every write repeats: the author, the idempotency key, the way to the journal, the answer.
extension Call {
  /// A change that is decided when its turn has come, and shares its commit with others that have gathered.
  /// - Parameters:
  ///   - decide: says what shall happen, by the state that it builds on, or why it can't.
  ///   - answer: called once the change is durable.
  func write(
    to journal: Journal, note: String? = nil, buildsOn: Cursor? = nil,
    decide: @escaping @Sendable (Snapshot, (String) -> Draft.Facts) throws(Refusal) -> Draft.Action,
    answer: @escaping @Sendable (Publication) -> Reply
  ) throws(Refusal) -> Outcome {
    let key = try IdempotencyKey(request, by: author, answer: answer)
    let shared = SharedWrite(to: journal) { [author] snapshot, facts in
      if let key, let kept = journal.kept(key) { return .reply(kept) }
      do throws(Refusal) {
        return .draft(
          Draft(
            try decide(snapshot, facts), at: journal.now(), by: author.name, note: note, buildsOn: buildsOn,
            receipt: key))
      } catch { return .reply(error.reply) }
    } answer: {
      answer($0)
    }
    return .offload(.init(shared))
  }

  /// A change of documents, which has its commit to itself.
  /// - Parameters:
  ///   - key: what the request asks to be kept under, where it does.
  ///   - perform: makes the change durable and answers it.
  func write(
    to journal: Journal, under key: IdempotencyKey?,
    perform: @escaping @Sendable () throws(Refusal) -> Reply
  ) -> Outcome {
    .offload(
      .init(on: .writing) {
        if let key, let kept = journal.kept(key) { return kept }
        do throws(Refusal) { return try perform() } catch { return error.reply }
      })
  }
}

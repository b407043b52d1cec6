internal import Changes

/// What every write repeats: the author, the idempotency key, the way to the publisher, the answer.
extension Call {
  /// A change that is decided when its turn has come, and shares its commit with others that have gathered.
  /// - Parameters:
  ///   - decide: says what shall happen, by the state that it builds on, or why it can't.
  ///   - answer: says what came of it.
  func write(
    to publisher: Publisher, note: String? = nil, buildsOn: Cursor? = nil,
    decide: @escaping @Sendable (Snapshot, (String) -> ThemeSummary) throws(Refusal) -> Draft.Action,
    answer: @escaping @Sendable (Publication) -> Reply
  ) throws(Refusal) -> Outcome {
    let key = try IdempotencyKey(request, by: principal)
    let shared = SharedWrite(to: publisher, key: key) { [principal] snapshot, summary throws(Refusal) in
      Draft(
        try decide(snapshot, summary), at: publisher.now(), by: principal.name, note: note, buildsOn: buildsOn
      )
    } answer: {
      answer($0)
    }
    return .offload(.init(shared))
  }

  /// A change of documents, which has its commit to itself.
  /// - Parameters:
  ///   - perform: makes the change, under the key where there is one and with the permit; its last parameter is
  ///     what is kept there.
  ///   - answer: says what came of it.
  func writeDocuments(
    to publisher: Publisher,
    perform:
      @escaping @Sendable (IdempotencyKey?, CommitPermit, (Publication) -> RecordedAnswer)
      throws(Publisher.DocumentError) -> WriteResult<Never>,
    answer: @escaping @Sendable (Publication) -> Reply
  ) throws(Refusal) -> Outcome {
    try writeDocuments(to: publisher) { () throws(Refusal) in
    } perform: { _, key, permit, record throws(Publisher.DocumentError) in
      try perform(key, permit, record)
    } answer: {
      answer($1)
    }
  }

  /// The same for what has to be read first, on the same thread beside the workers.
  /// - Parameter read: what is handed to the others.
  func writeDocuments<Value: Sendable>(
    to publisher: Publisher, reading read: @escaping @Sendable () throws(Refusal) -> Value,
    perform:
      @escaping @Sendable (Value, IdempotencyKey?, CommitPermit, (Publication) -> RecordedAnswer)
      throws(Publisher.DocumentError) -> WriteResult<Never>,
    answer: @escaping @Sendable (Value, Publication) -> Reply
  ) throws(Refusal) -> Outcome {
    let key = try IdempotencyKey(request, by: principal)
    return .offload(
      .init(
        on: .checking,
        committing: { permit in
          let value: Value
          do throws(Refusal) { value = try read() } catch { return error.reply }
          do throws(Publisher.DocumentError) {
            let result = try perform(value, key, permit) { answer(value, $0).recorded }
            return result.reply(
              in: publisher.current.now, refusal: { (_: Never) -> Refusal in }, answer: { answer(value, $0) })
          } catch { return Refusal(error).reply }
        }))
  }
}

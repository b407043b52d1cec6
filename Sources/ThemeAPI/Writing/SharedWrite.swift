package import Changes

/// One write on its way to the publisher, together with whatever writes have gathered beside it.
package struct SharedWrite: Sendable {
  private let publisher: Publisher
  private let submission: Submission<Refusal>
  private let answer: @Sendable (Publication) -> Reply

  /// - Parameters:
  ///   - prepare: called when its turn has come, with the state that the draft will build on.
  ///   - answer: says what came of it; its answer is kept where there is a key.
  package init(
    to publisher: Publisher, key: IdempotencyKey?,
    prepare: @escaping @Sendable (Snapshot, (String) -> ThemeSummary) throws(Refusal) -> Draft,
    answer: @escaping @Sendable (Publication) -> Reply
  ) {
    self.publisher = publisher
    self.answer = answer
    submission = Submission(key: key, prepare: prepare, record: { answer($0).recorded })
  }

  /// Whether it may join a turn that has begun.
  var mayJoin: Bool { submission.key == nil }

  /// Performs all writes with one commit.
  /// - Parameter joining: returns the writes that join them, called when the turn begins.
  static func perform(_ writes: [SharedWrite], joining: () -> [SharedWrite] = { [] }) -> [Reply] {
    guard let publisher = writes.first?.publisher else { return [] }
    var writes = writes
    do throws(StoreError) {
      let results = try publisher.publish(writes.map(\.submission)) {
        let joined = joining()
        writes += joined
        return joined.map(\.submission)
      }
      let snapshot = publisher.current.now
      return zip(writes, results).map { $1.reply(in: snapshot, refusal: { $0 }, answer: $0.answer) }
    } catch {
      let refusal = Refusal(error).reply
      return writes.map { _ in refusal }
    }
  }
}

extension WriteResult {
  /// - Parameter snapshot: the state after it.
  func reply(
    in snapshot: Snapshot, refusal: (Failure) -> Refusal, answer: (Publication) -> Reply
  ) -> Reply {
    switch self {
    case .published(let publication): answer(publication)
    case .replayed(let record): Reply(replaying: record)
    case .refused(let error): Refusal(error, in: snapshot).reply
    case .failed(let failure): refusal(failure).reply
    }
  }
}

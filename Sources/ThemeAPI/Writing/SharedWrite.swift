package import Changes

/// One draft on its way to the journal, together with whatever drafts have gathered beside it.
package struct SharedWrite: Sendable {
  /// What preparing leads to: something to publish, or an answer already.
  package enum Prepared: Sendable {
    case draft(Draft)
    case reply(Reply)
  }

  private let journal: Journal
  private let prepare: @Sendable (Snapshot, (String) -> Draft.Facts) -> Prepared
  private let answer: @Sendable (Publication) -> Reply

  /// - Parameters:
  ///   - prepare: called when its turn has come, with the state that the draft will build on.
  ///   - answer: called once the draft is durable.
  package init(
    to journal: Journal, prepare: @escaping @Sendable (Snapshot, (String) -> Draft.Facts) -> Prepared,
    answer: @escaping @Sendable (Publication) -> Reply
  ) {
    self.journal = journal
    self.prepare = prepare
    self.answer = answer
  }

  /// All of them with one commit.
  static func perform(_ writes: [SharedWrite]) -> [Reply] {
    guard let journal = writes.first?.journal else { return [] }
    var prepared: [Prepared] = []
    let results: [Result<Publication, Refused>]
    do throws(StoreError) {
      results = try journal.publish { snapshot, facts in
        prepared = writes.map { $0.prepare(snapshot, facts) }
        return prepared.compactMap { if case .draft(let draft) = $0 { draft } else { nil } }
      }
    } catch {
      let refusal = Refusal(error).reply
      return prepared.map { if case .reply(let reply) = $0 { reply } else { refusal } }
    }
    var rest = results[...]
    return zip(writes, prepared).map { write, prepared in
      switch prepared {
      case .reply(let reply): reply
      case .draft: rest.popFirst().map(write.answer) ?? Refusal(.internalError, "The write was lost.").reply
      }
    }
  }

  private func answer(_ result: Result<Publication, Refused>) -> Reply {
    switch result {
    case .success(let publication): publication.replay.map(StoredReply.read) ?? answer(publication)
    case .failure(let refused): Refusal(refused, in: journal.current.now).reply
    }
  }
}

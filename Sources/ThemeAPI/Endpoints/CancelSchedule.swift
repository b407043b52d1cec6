internal import Changes
internal import Themes

/// `DELETE /v1/schedule/{id}`: takes a schedule back.
package struct CancelSchedule: Endpoint {
  let journal: Journal
  let gate: Gate

  package var operation: Operation {
    Operation(
      .delete, "/v1/schedule/{id}", id: "cancelSchedule", tag: "Schedules",
      summary: "Takes a schedule back; where it runs, the channel shows what it would show without it.",
      access: .write, parameters: [.init(.path, "id", "The schedule's id."), .idempotencyKey],
      answers: [
        Operation.Answer(200, "The schedule is gone.", media: [.init(.json, .named("Unscheduled"))])
      ] + .refusals(400, 401, 403, 404, 422, 503, 507))
  }

  package func answer(_ call: Call) throws(Refusal) -> Outcome {
    let author = try gate.author(of: call.request)
    let id = call.name
    let answer = { @Sendable (publication: Publication) in
      JSONReply.make(headers: [.init("Livery-Cursor", publication.head.description)]) { json in
        json.member("id", id)
        json.member("cursor", publication.head.description)
      }
    }
    let receipt = try IdempotencyKey(call.request, by: author, answer: answer)
    return .offload(
      .init(
        SharedWrite(to: journal) { snapshot, facts in
          prepare(id, author, receipt, snapshot, facts)
        } answer: {
          answer($0)
        }))
  }

  private func prepare(
    _ id: String, _ author: Author, _ receipt: IdempotencyKey?, _ snapshot: Snapshot,
    _ facts: (String) -> Draft.Facts
  ) -> SharedWrite.Prepared {
    do throws(Refusal) {
      if let receipt, let kept = journal.kept(receipt) { return .reply(kept) }
      guard let schedule = snapshot.ledger.schedules[id] else {
        throw .unknown(.unknownSchedule, "schedule", id, among: snapshot.ledger.schedules.keys)
      }
      try author.check(channel: schedule.channel)
      let rest = snapshot.ledger.running(in: schedule.channel).filter { $0.id != id }
      let theme = Turn.winner(among: rest)?.theme ?? snapshot.activation(of: schedule.channel)?.base
      return .draft(
        Draft(
          .unschedule(id, theme: theme.map(facts)), at: journal.now(), by: author.name, receipt: receipt))
    } catch { return .reply(error.reply) }
  }
}

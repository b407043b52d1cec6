internal import Changes

/// `POST /v1/rollback`: back to what a channel showed before.
package struct RollBack: Endpoint {
  let journal: Journal
  let gate: Gate

  package var operation: Operation {
    Operation(
      .post, "/v1/rollback", id: "rollBack", tag: "Switching",
      summary: "Back to what the channel showed before, or at an entry of its history.",
      access: .write, parameters: [.idempotencyKey],
      body: .fields("RollbackOrder", example: #"{"channel":"main"}"#, isRequired: false),
      answers: [
        Operation.Answer(200, "What is active now.", media: [.init(.json, .named("Switched"))])
      ] + .refusals(400, 401, 403, 404, 409, 410, 415, 422, 503, 507))
  }

  package func answer(_ call: Call) throws(Refusal) -> Outcome {
    let author = try gate.author(of: call.request)
    let fields = try Fields(call.request, allowed: ["channel", "to", "note", "if"])
    let order = Order(
      channel: try fields.channel(), to: try fields.cursor("to"), note: try fields.note(),
      buildsOn: try fields.cursor("if"), by: author.name)
    try author.check(channel: order.channel)
    let answer = { @Sendable (publication: Publication) in
      Switched(publication, order.channel, publication.activation?.theme ?? "").reply
    }
    let receipt = try IdempotencyKey(call.request, by: author, answer: answer)
    return .offload(
      .init(
        SharedWrite(to: journal) { snapshot, facts in
          prepare(order, receipt, snapshot, facts)
        } answer: {
          answer($0)
        }))
  }

  private struct Order: Sendable {
    let channel: String
    let to: Cursor?
    let note: String?
    let buildsOn: Cursor?
    let by: String
  }

  private func prepare(
    _ order: Order, _ receipt: IdempotencyKey?, _ snapshot: Snapshot, _ facts: (String) -> Draft.Facts
  ) -> SharedWrite.Prepared {
    do throws(Refusal) {
      if let receipt, let kept = journal.kept(receipt) { return .reply(kept) }
      let theme = try target(order, snapshot)
      if let refusal = snapshot.unknownTheme(theme) { throw refusal }
      return .draft(
        Draft(
          .activate(channel: order.channel, theme: facts(theme)), at: journal.now(), by: order.by,
          note: order.note, buildsOn: order.buildsOn, receipt: receipt))
    } catch { return .reply(error.reply) }
  }

  private func target(_ order: Order, _ snapshot: Snapshot) throws(Refusal) -> String {
    let present = try snapshot.existing(order.channel)
    guard let to = order.to else {
      guard let previous = present.previous else {
        throw Refusal(.conflict, "Nothing was active in '\(order.channel)' before '\(present.theme)'.")
      }
      return previous
    }
    guard to.epoch == snapshot.cursor.epoch else {
      throw Refusal(
        .gone, "'to' is from another log; see /v1/history for the entries there are.",
        members: Refusal.present(present, snapshot.cursor, snapshot))
    }
    do throws(StoreError) {
      var before = to.revision + 1
      while true {
        let page = try journal.store.history(of: order.channel, before: before, limit: 100)
        if let entry = page.first(where: { $0.kind == .activated }) { return entry.theme }
        guard let last = page.last else { break }
        before = last.revision
      }
    } catch { throw Refusal(error) }
    throw Refusal(.unknownChange, "The history of '\(order.channel)' has no switch at or before \(to).")
  }
}

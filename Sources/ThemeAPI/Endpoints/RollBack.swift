internal import Changes
internal import Renderings

/// `POST /v1/rollback`: back to what a channel showed before.
struct RollBack: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .post, "/v1/rollback", id: "rollBack", tag: "Switching",
    summary: "Back to what the channel showed before, or at an entry of its history.",
    detail: "Where that was a theme of another kit it gets 409, unless `force` is true.",
    access: .operate, parameters: [.idempotencyKey],
    body: .fields("RollbackOrder", example: #"{"channel":"main"}"#, isRequired: false),
    answers: [
      Operation.PossibleAnswer(200, "What is active now.", media: [.init(.json, .named("SwitchResult"))])
    ] + .refusals(400, 401, 403, 404, 409, 410, 415, 422, 503, 507))

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let fields = try Fields(call.request, allowed: ["channel", "to", "note", "if", "force"])
    let (channel, to, isForced) = (try fields.channel(), try fields.cursor("to"), try fields.flag("force"))
    try call.operate(in: channel)
    return try call.write(to: publisher, note: try fields.note(), buildsOn: try fields.cursor("if")) {
      snapshot, summary throws(Refusal) in
      let theme = try target(to, channel, snapshot)
      try snapshot.check(theme: theme)
      try snapshot.check(kitOf: theme, in: channel, isForced: isForced)
      return .activate(channel: channel, theme: summary(theme))
    } answer: {
      SwitchResult($0, channel, $0.activation?.theme ?? "").reply
    }
  }

  private func target(_ to: Cursor?, _ channel: String, _ snapshot: Snapshot) throws(Refusal) -> String {
    let present = try snapshot.existing(channel)
    guard let to else {
      guard let previous = present.previous else {
        throw Refusal(
          .conflict,
          "There is nothing to go back to: nothing was active in '\(channel)' before '\(present.theme)'.")
      }
      return previous
    }
    guard to.epoch == snapshot.cursor.epoch else {
      throw Refusal(
        .gone, "'to' is from another log; take a cursor from /v1/history.",
        members: Refusal.present(present, snapshot.cursor, snapshot))
    }
    do throws(StoreError) {
      var before = to.revision + 1
      while true {
        let page = try publisher.store.history(of: channel, before: before, limit: 100)
        if let entry = page.first(where: { $0.kind == .activated }) { return entry.theme }
        guard let last = page.last else { break }
        before = last.revision
      }
    } catch { throw Refusal(error) }
    throw Refusal(.unknownChange, "The history of '\(channel)' has no switch at or before \(to).")
  }
}

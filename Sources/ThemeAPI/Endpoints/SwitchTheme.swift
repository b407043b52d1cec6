internal import Changes
internal import Themes

/// `POST /v1/active`: makes a theme active in a channel.
package struct SwitchTheme: Endpoint {
  let journal: Journal
  let gate: Gate

  package var operation: Operation {
    Operation(
      .post, "/v1/active", id: "switchTheme", tag: "Switching", summary: "Makes a theme active in a channel.",
      detail: """
        Answers when the change is on disk; every client that waits for the channel is answered then. Switching to \
        what is active already changes nothing: `changed` is false.
        """,
      access: .write, parameters: [.idempotencyKey],
      body: .fields("SwitchOrder", example: #"{"theme":"new-year","note":"until Sunday"}"#),
      answers: [
        Operation.Answer(200, "What is active now.", media: [.init(.json, .named("Switched"))])
      ] + .refusals(400, 401, 403, 404, 409, 415, 422, 503, 507))
  }

  package func answer(_ call: Call) throws(Refusal) -> Outcome {
    let author = try gate.author(of: call.request)
    let fields = try Fields(call.request, allowed: ["theme", "channel", "note", "if"])
    let theme = try fields.required("theme", "the name of the theme to show")
    let channel = try fields.channel()
    try author.check(channel: channel)
    let (note, buildsOn) = (try fields.note(), try fields.cursor("if"))
    let answer = { @Sendable (publication: Publication) in Switched(publication, channel, theme).reply }
    let receipt = try IdempotencyKey(call.request, by: author, answer: answer)
    return .offload(
      .init(
        SharedWrite(to: journal) { snapshot, facts in
          if let receipt, let kept = journal.kept(receipt) { return .reply(kept) }
          if let refusal = snapshot.unknownTheme(theme) ?? snapshot.noRoom(forChannel: channel) {
            return .reply(refusal.reply)
          }
          return .draft(
            Draft(
              .activate(channel: channel, theme: facts(theme)), at: journal.now(), by: author.name,
              note: note,
              buildsOn: buildsOn, receipt: receipt))
        } answer: {
          answer($0)
        }))
  }
}

/// What a switch led to.
struct Switched {
  private let publication: Publication
  private let channel: String
  private let theme: String

  init(_ publication: Publication, _ channel: String, _ theme: String) {
    self.publication = publication
    self.channel = channel
    self.theme = theme
  }

  var reply: Reply {
    let change = publication.changes.last { $0.kind == .activated }
    let present = publication.activation
    let cursor = Cursor(
      epoch: publication.head.epoch, revision: change?.revision ?? publication.head.revision)
    return JSONReply.make(headers: [.init("Livery-Cursor", cursor.description)]) { json in
      json.member("channel", channel)
      json.member("theme", theme)
      json.member("previous", optional: change == nil ? present?.previous : change?.previous)
      json.member("cursor", cursor.description)
      json.member("at", (change?.at ?? present?.at)?.description ?? "")
      json.member("by", change?.by ?? present?.by ?? "")
      if let note = change == nil ? present?.note : change?.note { json.member("note", note) }
      json.member("changed", change != nil)
    }
  }
}

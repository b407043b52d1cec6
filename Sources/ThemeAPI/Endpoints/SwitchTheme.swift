internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `POST /v1/active`: makes a theme active in a channel.
struct SwitchTheme: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .post, "/v1/active", id: "switchTheme", tag: "Switching", summary: "Makes a theme active in a channel.",
    detail: """
      Answers when the change is on disk; every client that waits for the channel is answered then. Switching to \
      what is active already changes nothing: `changed` is false. A channel keeps its kit: a theme of another gets \
      409 unless `force` is true.
      """,
    access: .operate, parameters: [.idempotencyKey],
    body: .fields("SwitchOrder", example: #"{"theme":"new-year","note":"until Sunday"}"#),
    answers: [
      Operation.PossibleAnswer(200, "What is active now.", media: [.init(.json, .named("SwitchResult"))])
    ] + .refusals(400, 401, 403, 404, 409, 415, 422, 503, 507))

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let fields = try Fields(call.request, allowed: ["theme", "channel", "note", "if", "force"])
    let theme = try fields.required("theme", "the name of the theme to show")
    let (channel, isForced) = (try fields.channel(), try fields.flag("force"))
    try call.operate(in: channel, showing: theme)
    return try call.write(to: publisher, note: try fields.note(), buildsOn: try fields.cursor("if")) {
      snapshot, summary throws(Refusal) in
      try snapshot.check(theme: theme)
      try snapshot.checkLimit(ofChannels: channel)
      try snapshot.check(kitOf: theme, in: channel, isForced: isForced)
      return .activate(channel: channel, theme: summary(theme))
    } answer: {
      SwitchResult($0, channel, theme).reply
    }
  }
}

/// What a switch led to.
struct SwitchResult {
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

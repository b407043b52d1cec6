internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `GET /v1/channels`: the channels with what they show, a page at a time.
struct ListChannels: ReadingEndpoint {
  private static let fields = [
    "channel", "theme", "title", "previous", "since", "by", "note", "cursor", "etag",
  ]

  let operation = Operation(
    .get, "/v1/channels", id: "listChannels", tag: "Switching",
    summary: "The channels with what they show, by name.",
    detail: "A page has 100 at most; `Link` with `rel=\"next\"` leads to the next.",
    parameters: ListPage.parameters(fields),
    answers: [
      Operation.PossibleAnswer(
        200, "The channels by name.", media: [.init(.json, .named("ChannelList"))], headers: ["Link"]),
      Operation.PossibleAnswer(304, "Not modified."),
    ] + .refusals(400))

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let snapshot = call.snapshot
    let author = call.principal
    let readable = snapshot.state.activations.keys.filter { author.has(.read, in: $0) }
    let page = try ListPage(call, of: readable, fields: Self.fields)
    let isWhole = Audience.operatorsEverywhere.admits(author)
    let (read, operate) = (author.grants.scope(of: .read).text, author.grants.scope(of: .operate).text)
    let state = "\(snapshot.cursor) \(isWhole ? "" : "\(read) \(operate)")"
    var list = try Representation.list("channels", page, at: state, call) { json in
      for name in page.names {
        guard let activation = snapshot.activation(of: name) else { continue }
        json.object(only: page.fields) {
          $0.activation(activation, in: snapshot, isWhole: author.has(.operate, in: name))
        }
      }
    }
    (list.audience, list.isPersonal) = isWhole ? (.operatorsEverywhere, false) : (.readers, true)
    return list
  }
}

internal import Changes
internal import Themes

/// `DELETE /v1/themes/{name}`: takes an uploaded theme out again.
package struct RemoveTheme: Endpoint {
  let journal: Journal
  let gate: Gate

  package var operation: Operation {
    Operation(
      .delete, "/v1/themes/{name}", id: "removeTheme", tag: "Themes",
      summary:
        "Takes an uploaded theme out; not one from `Config/`, nor one that shows, is scheduled or built on.",
      access: .write,
      parameters: [
        .init(.path, "name", "The theme's name.", schema: .named("Name")), .ifMatch, .idempotencyKey,
      ],
      answers: [
        Operation.Answer(200, "It is gone.", media: [.init(.json, .named("Removed"))])
      ] + .refusals(400, 401, 403, 404, 409, 412, 422, 503, 507))
  }

  package func answer(_ call: Call) throws(Refusal) -> Outcome {
    let author = try gate.author(of: call.request)
    try author.checkAll("removing a theme")
    let (name, request) = (call.name, call.request)
    let receipt = try IdempotencyKey(request, by: author) { reply(name, $0) }
    return .offload(.init(on: .writing) { perform(name, request, author, receipt) })
  }

  private func perform(
    _ name: String, _ request: Request, _ author: Author, _ receipt: IdempotencyKey?
  ) -> Reply {
    do throws(Refusal) {
      if let receipt, let kept = journal.kept(receipt) { return kept }
      let publication = try Refusal.of { () throws(Journal.Rejection) in
        try journal.remove(name, by: author.name, receipt: receipt) { snapshot throws(Journal.Rejection) in
          try DocumentCondition.check(request, name, snapshot)
        }
      }
      return reply(name, publication)
    } catch { return error.reply }
  }

  private func reply(_ name: String, _ publication: Publication) -> Reply {
    JSONReply.make(headers: [.init("Livery-Cursor", publication.head.description)]) { json in
      json.member("name", name)
      json.member("cursor", publication.head.description)
    }
  }
}

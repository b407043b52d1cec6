internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `DELETE /v1/themes/{name}`: deletes an uploaded theme.
struct DeleteTheme: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .delete, "/v1/themes/{name}", id: "deleteTheme", tag: "Themes",
    summary:
      "Deletes an uploaded theme; not one from `Config/`, nor one that is active, scheduled or extended.",
    access: .author,
    parameters: [
      .init(.path, "name", "The theme's name.", schema: .named("Name")), .ifMatch, .idempotencyKey,
    ],
    answers: [
      Operation.PossibleAnswer(200, "It is gone.", media: [.init(.json, .named("ThemeDeletion"))])
    ] + .refusals(400, 401, 403, 404, 409, 412, 422, 503, 507))

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let author = call.principal
    try author.checkDocuments("deleting one")
    let (name, request) = (call.name, call.request)
    return try call.writeDocuments(to: publisher) { key, permit, record throws(Publisher.DocumentError) in
      do throws(Publisher.DocumentError) {
        return try publisher.remove(name, by: author.name, key: key, permit: permit, record: record) {
          snapshot throws(Publisher.DocumentError) in
          try DocumentCondition.check(request, name, snapshot)
        } approve: { snapshot, next throws(Publisher.DocumentError) in
          guard let file = snapshot.state.uploads[name]?.source.name else { return }
          try author.check(document: file, snapshot, next)
        }
      } catch { throw author.veiled(error, in: publisher.current.now) }
    } answer: {
      reply(name, $0)
    }
  }

  private func reply(_ name: String, _ publication: Publication) -> Reply {
    JSONReply.make(headers: [.init("Livery-Cursor", publication.head.description)]) { json in
      json.member("name", name)
      json.member("cursor", publication.head.description)
    }
  }
}

internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `POST /v1/drafts/{id}/publish`: puts a draft in force, now or later.
struct PublishDraft: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .post, "/v1/drafts/{id}/publish", id: "publishDraft", tag: "Drafts",
    summary: "Puts a draft in force, now or at a given time.",
    detail: """
      It is one change, told like an upload, and ends the draft. The theme's document must still be the one that the draft \
      builds on; `if` says which one the publisher has seen. With `at` the draft is published at that time, on the same \
      conditions; if they no longer hold, the plan ends, and the draft stays. Of equal requests at one time one is done, and \
      the others get 410. Where a channel needs another person (`approval`), the authors of the draft get 403 \
      (`needs-another`), and `If-Match` is required.
      """,
    access: .author, parameters: [.draftID, .ifMatch, .idempotencyKey],
    body: .fields("PublicationOrder", example: #"{"note":"for the fair"}"#),
    requiresBody: false,
    answers: [
      .json(200, "It replaced the theme's document.", "PublicationResult", headers: ["ETag"]),
      .json(201, "The theme is new.", "PublicationResult", headers: ["ETag", "Location"]),
      .json(202, "The draft with its plan.", "Draft", headers: ["ETag"]),
    ], refuses: [404, 409, 410, 412, 415, 422, 428, 507])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let fields = try Fields(call.request, allowed: ["if", "at", "note"], nullable: ["if"])
    try call.principal.checkDocuments("publishing a draft")
    let (note, base, now) = (try fields.note(), fields.text("if"), publisher.now())
    let moment = try fields.timestamp("at")
    if let moment, !(now...now.advanced(bySeconds: DraftPlan.longest)).contains(moment) {
      throw fields.bad("at", "is in the past, or more than 30 days ahead", "give another time, or none")
    }
    guard case .present(let draft)? = call.snapshot.state.draft(call.name, at: now) else {
      return try call.refuseWrite(toDraft: call.name, in: publisher)
    }
    let publication = DraftPublication(
      of: draft, by: call.principal, behind: call.services.gate, note: note, seen: base,
      condition: call.request.header("If-Match"), call.services.uploads, in: publisher)
    let (author, services) = (call.principal, call.services)
    return try call.writeDocuments(to: publisher, reading: {}) { _, write throws(Publisher.DocumentError) in
      guard let moment else { return try publication.publish(as: write) }
      return try publication.plan(DraftPlan(at: moment, by: author.name, note: note), as: write)
    } answer: { _, published in
      guard let planned = published.draft else { return publication.reply(published) }
      return DraftView(planned, published, for: author, services).reply(published, status: 202)
    }
  }
}

/// `DELETE /v1/drafts/{id}/publish`: ends the plan of a draft.
struct UnplanDraft: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .delete, "/v1/drafts/{id}/publish", id: "unplanDraft", tag: "Drafts",
    summary: "Ends the plan of a draft, which stays.", access: .author,
    parameters: [.draftID, .ifMatch, .idempotencyKey],
    answers: [.json(200, "The draft without its plan.", "Draft", headers: ["ETag"])],
    refuses: [404, 409, 410, 412, 422, 507])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let (id, author, request, services) = (call.name, call.principal, call.request, call.services)
    try author.checkDocuments("changing a draft")
    let snapshot = call.snapshot
    return try call.writeDocuments(to: publisher) {
      // Found here, before the transaction, for the answer.
      _ = snapshot.state.drafts[id].map { snapshot.themeSet.findings(of: $0) }
    } perform: { _, write throws(Publisher.DocumentError) in
      try publisher.edit(as: write) { snapshot throws(Publisher.DocumentError) in
        let draft = try snapshot.present(draft: id, at: publisher.now())
        try author.check(mayWrite: draft, snapshot)
        try draft.check(condition: request.header("If-Match"))
        guard draft.plan != nil else { throw .draft(.unplanned(id)) }
        let freed = draft.planned(nil, until: draft.expires)
        return ([.draft(freed)], freed)
      }
    } answer: { _, publication in
      guard let draft = publication.draft else { return Reply(status: 500) }
      return DraftView(draft, for: author, in: publisher.current.now, services).reply(publication)
    }
  }
}

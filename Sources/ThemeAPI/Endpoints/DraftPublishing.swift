package import Changes
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
      It is one change, announced like an upload, and ends the draft. The theme's document must still be the one that the draft \
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

/// The publication of a draft by a principal, now or planned.
struct DraftPublication: Sendable {
  private let draft: Draft
  private let author: Principal
  private let note: String?
  /// The tag of the document that the publisher has seen in force, if it was given.
  private let seen: String?
  /// The tags of the draft that the publisher has seen, if they were given, as in `If-Match`.
  private let condition: String?
  private let publisher: Publisher
  private let upload: Upload
  private let checks: UploadChecks
  private let approval: ApprovalCheck

  init(
    of draft: Draft, by author: Principal, behind gate: Gate, note: String?, seen: String? = nil,
    condition: String?, _ limits: Services.UploadLimits, in publisher: Publisher
  ) {
    (self.draft, self.author, self.note) = (draft, author, note ?? draft.note)
    (self.seen, self.condition, self.publisher) = (seen, condition, publisher)
    upload = Upload(
      name: draft.name, file: draft.upload.file, bytes: draft.upload.bytes, at: publisher.now(),
      by: author.name, authors: [author.person]
    ).following(draft.upload.authors)
    approval = ApprovalCheck(by: author, behind: gate)
    checks = UploadChecks(
      UploadedPackage(theme: upload, images: draft.images), by: author, limits, in: publisher)
  }

  func publish(as write: DocumentWrite) throws(Publisher.DocumentError) -> WriteResult<Never> {
    try checks.perform { () throws(Publisher.DocumentError) in
      try publisher.publish(
        draft, as: upload, note: note, write, naming: checks.naming, condition: check, approve: check)
    }
  }

  /// Keeps the plan to publish it, if it could be published now.
  func plan(_ plan: DraftPlan, as write: DocumentWrite) throws(Publisher.DocumentError) -> WriteResult<Never>
  {
    try checks.perform { () throws(Publisher.DocumentError) in
      try publisher.keep(
        upload, images: draft.images, as: write, naming: checks.naming, condition: check, approve: check
      ) { _, _ in draft.planned(plan, until: plan.at) }
    }
  }

  /// Throws unless the draft is as it was read, and builds on the document in force.
  private func check(_ snapshot: Snapshot) throws(Publisher.DocumentError) {
    let now = try snapshot.present(draft: draft.id, at: publisher.now())
    try now.check(condition: condition)
    guard now == draft else { throw .precondition("the draft '\(draft.id)' has changed just now") }
    let present = snapshot.themeSet.digest(ofDocument: draft.name)
    guard present == draft.base, seen.map({ EntityTag.isOf(draft.base, $0) }) ?? true else {
      throw .draft(.stale(base: draft.base, present: present))
    }
    try checks.check(snapshot)
  }

  /// Throws if the publisher must not put it in force.
  /// - Parameter next: the themes that the publication leads to.
  private func check(_ snapshot: Snapshot, leadingTo next: ThemeSet) throws(Publisher.DocumentError) {
    try checks.check(snapshot, leadingTo: next)
    try approval.check(publishing: draft, ifMatch: condition, snapshot, leadingTo: next)
  }

  func reply(_ publication: Publication) -> Reply {
    let isNew = publication.before.library.sources[upload.name] == nil
    var headers = [Request.Field("ETag", EntityTag(of: upload.bytes).description)]
    if isNew { headers.append(.init("Location", "/v1/themes/\(upload.name)")) }
    var reply = publication.reply("name", upload.name, status: isNew ? 201 : 200, headers: headers) { json in
      json.member("changed", !publication.changes.isEmpty)
      json.problems("problems", publication.after.library.problems(in: upload.source.name))
      json.member("draft", draft.id)
    }
    reply.note = WriteNote(name: draft.id)
    return reply
  }
}

/// The plans to publish drafts. Every server of a log tries them at their time, and one of them does each.
package struct DraftPlans: Sendable {
  private let publisher: Publisher
  private let gate: Gate
  private let limits: Services.UploadLimits

  package init(of publisher: Publisher, behind gate: Gate, _ limits: Services.UploadLimits) {
    (self.publisher, self.gate, self.limits) = (publisher, gate, limits)
  }

  /// A plan whose time has come, with the reason why it was not carried out, if it was not.
  package struct DuePlan: Sendable {
    package let draft: Draft
    package let plan: DraftPlan
    package let refusal: String?
  }

  /// A draft whose plan has failed stays for at least so many seconds.
  private static let respite: Int64 = 86_400

  /// Publishes the drafts that are due; call it about once a second, and after the clock was set.
  package func publishDue() throws(StoreError) -> [DuePlan] {
    let now = publisher.now()
    let snapshot = publisher.current.now
    // While the log is away, nothing is tried.
    guard snapshot.trouble?.error.isAbsence != true else { return [] }
    let due = snapshot.state.drafts.values.compactMap { draft in
      draft.plan.flatMap { $0.at <= now ? (draft, $0) : nil }
    }
    guard !due.isEmpty, publisher.hasNewestFiles else { return [] }
    var done: [DuePlan] = []
    for (draft, plan) in due.sorted(by: { ($0.1.at, $0.0.id) < ($1.1.at, $1.0.id) }) {
      if let one = try publish(draft, plan) { done.append(one) }
    }
    return done
  }

  /// Publishes a draft, or ends its plan. Returns nil if another server did so.
  private func publish(_ draft: Draft, _ plan: DraftPlan) throws(StoreError) -> DuePlan? {
    let refusal: Refusal
    do throws(Publisher.DocumentError) {
      guard let author = gate.principal(named: plan.by), author.has(.author) else {
        throw .forbidden("there is no token '\(plan.by)' any longer that may author")
      }
      let publication = DraftPublication(
        of: draft, by: author, behind: gate, note: plan.note, condition: draft.tag.description, limits,
        in: publisher)
      _ = try publication.publish(as: DocumentWrite())
      return DuePlan(draft: draft, plan: plan, refusal: nil)
    } catch {
      switch error {
      case .store(let error): throw error
      case .draft(.gone), .draft(.unknown), .interrupted: return nil
      default: refusal = Refusal(error)
      }
    }
    return try end(plan, of: draft) ? DuePlan(draft: draft, plan: plan, refusal: refusal.detail) : nil
  }

  /// Returns false if the plan has ended already.
  private func end(_ plan: DraftPlan, of draft: Draft) throws(StoreError) -> Bool {
    do throws(Publisher.DocumentError) {
      _ = try publisher.edit(as: DocumentWrite()) { snapshot throws(Publisher.DocumentError) in
        let now = publisher.now()
        let present = try snapshot.present(draft: draft.id, at: now)
        guard present.plan == plan else { throw .draft(.unplanned(draft.id)) }
        let freed = present.planned(nil, until: now.advanced(bySeconds: Self.respite))
        return ([.draft(freed)], freed)
      }
      return true
    } catch {
      if case .store(let error) = error { throw error }
      return false
    }
  }
}

internal import Changes
internal import Documents
internal import Themes

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
    try perform { () throws(Publisher.DocumentError) in
      try publisher.publish(
        draft, as: upload, note: note, write, naming: checks.naming, condition: check, approve: check)
    }
  }

  /// Keeps the plan to publish it, if it could be published now.
  func plan(_ plan: DraftPlan, as write: DocumentWrite) throws(Publisher.DocumentError) -> WriteResult<Never>
  {
    try perform { () throws(Publisher.DocumentError) in
      try publisher.keep(
        upload, images: draft.images, as: write, naming: checks.naming, condition: check, approve: check
      ) { _, _ in draft.planned(plan, until: plan.at) }
    }
  }

  private func perform(
    _ body: () throws(Publisher.DocumentError) -> WriteResult<Never>
  ) throws(Publisher.DocumentError) -> WriteResult<Never> {
    do throws(Publisher.DocumentError) { return try body() } catch { throw checks.shown(error) }
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

internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `GET /v1/drafts`: the drafts, the newest first.
struct ListDrafts: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/drafts", id: "listDrafts", tag: "Drafts", summary: "The drafts, the newest first",
    detail: """
      Documents that are stored but not in force. `base` is the tag of the theme's document that the draft builds on, and \
      `tag` that of its own. `state` is `open`, `stale` if the theme has another document by now, `broken` if one of the \
      `problems` is an error, or `planned`. Authors of a draft, and clients that may operate, also get its `key` and a \
      `link` to look at it. A page has 100 at most; `Link` with `rel="next"` leads to the next.
      """,
    access: .watch,
    parameters: [.init(.query, "name", "Only those of this theme.", schema: .named("Name"))]
      + ListPage.parameters(DraftView.members),
    answers: [.json(200, "The drafts.", "DraftList", headers: ["Link"]), .unchanged])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let (snapshot, author, services) = (call.snapshot, call.principal, call.services)
    let (known, prefix, name) = (author.knownThemes(in: snapshot), call["prefix"] ?? "", call["name"])
    let drafts = snapshot.state.drafts(at: services.clock()).filter {
      $0.name.hasPrefix(prefix) && name ?? $0.name == $0.name && author.sees($0, knowing: known)
    }
    let page = try ListPage(call, inOrder: drafts.map(\.id), fields: DraftView.members)
    let shown = drafts.filter { page.names.contains($0.id) }
    // The problems follow from the themes. What the author may see of them follows from the activations too.
    let state = shown.map { "\($0.id) \(Fingerprint(of: $0).word.hex16)" }.joined(separator: " ")
    let scope = "\(author.name) \(author.has(.operate)) \(known == nil ? "" : snapshot.cursor.description)"
    var list = try Representation.list("drafts", page, at: "\(scope) \(state)", call) { json in
      for draft in shown {
        let view = DraftView(draft, for: author, in: snapshot, services)
        json.object(only: page.fields) { view.write(to: &$0) }
      }
    }
    (list.audience, list.isPersonal, list.caching) = (.watchers(of: nil), true, .never)
    list.channel = Snapshot.everyDraft
    list.isSlow = shown.contains { known != nil || snapshot.themeSet.knownFindings(of: $0) == nil }
    return list
  }
}

/// `GET /v1/drafts/{id}`: one draft.
struct GetDraft: Endpoint {
  let operation = Operation(
    .get, "/v1/drafts/{id}", id: "getDraft", tag: "Drafts", summary: "A draft",
    detail: "`If-Match` of writes to the draft takes its `ETag`, which is the tag of its document.",
    access: .watch, parameters: [.draftID],
    answers: [.json(200, "The draft.", "Draft", headers: ["ETag"])], refuses: [404, 410])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let (snapshot, author, services) = (call.snapshot, call.principal, call.services)
    let draft = try call.draft()
    let reply = { @Sendable () throws(Refusal) -> Reply in
      let view = DraftView(draft, for: author, in: snapshot, services)
      return .json(headers: [.init("ETag", draft.tag.description)]) { view.write(to: &$0) }
    }
    let isKnown = author.knownThemes(in: snapshot) == nil && snapshot.themeSet.knownFindings(of: draft) != nil
    return isKnown ? .reply(try reply()) : .offload(on: .checking, reply)
  }
}

/// `GET /v1/drafts/{id}/document`: the document of a draft as it was written.
struct GetDraftDocument: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/drafts/{id}/document", id: "getDraftDocument", tag: "Drafts",
    summary: "The document of a draft, as it was written", access: .watch, parameters: [.draftID],
    answers: [.document, .unchanged], refuses: [404, 410])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let draft = try call.draft()
    var document = try Representation.source(
      "draft source \(draft.id) \(Fingerprint(of: draft).word.hex16)", draft.upload.source, call)
    (document.audience, document.isPersonal) = (.watchers(of: nil), true)
    document.channel = Snapshot.everyDraft
    return document
  }
}

extension Call {
  /// The draft of the path. Throws if there is none, or if the principal may not see it.
  func draft() throws(Refusal) -> Draft {
    let draft: Draft
    do throws(Publisher.DocumentError) {
      draft = try snapshot.present(draft: name, at: services.clock())
    } catch { throw Refusal(error) }
    guard principal.sees(draft, knowing: principal.knownThemes(in: snapshot)) else {
      throw Refusal(DraftError.unknown(name))
    }
    return draft
  }
}

extension Operation.Parameter {
  static let draftID = Operation.Parameter(.path, "id", "The draft's id.", example: "d7Kq2m")
}

/// A draft as a principal may see it, among the themes of a snapshot.
struct DraftView: Sendable {
  let draft: Draft
  private let problems: [Problem]
  private let isBroken: Bool
  /// The tag of the theme's document that is in force; nil if there is no such theme.
  private let present: EntityTag?
  private let showsKey: Bool
  private let origin: String

  /// The members of drafts in lists.
  static let members = [
    "id", "name", "file", "title", "base", "tag", "state", "authors", "note", "at", "changedAt", "expires",
    "bytes",
    "images", "problems", "plan", "key", "link",
  ]

  /// Finds the problems unless that was done before.
  init(_ draft: Draft, for author: Principal, in snapshot: Snapshot, _ services: Services) {
    let known = author.knownThemes(in: snapshot)
    let findings =
      known == nil
      ? snapshot.themeSet.findings(of: draft) : snapshot.themeSet.findings(of: draft, naming: known)
    self.init(
      draft, author.veiled(findings.problems, of: draft.upload, in: snapshot), isBroken: findings.isBroken,
      present: findings.present, for: author, services)
  }

  /// Makes the view of a draft that was just written with a document, whose publication would have these themes.
  init(
    _ draft: Draft, _ publication: Publication, sent uploaded: UploadedPackage? = nil, for author: Principal,
    _ services: Services
  ) {
    let found = publication.after.library.problems(in: draft.upload.source.name)
    self.init(
      draft, uploaded.map { found.map($0.placed) } ?? found,
      present: publication.before.digest(ofDocument: draft.name), for: author, services)
  }

  /// - Parameter present: the SHA-256 of the theme's document that is in force; nil if there is no such theme.
  private init(
    _ draft: Draft, _ problems: [Problem], isBroken: Bool = false, present: String?, for author: Principal,
    _ services: Services
  ) {
    (self.draft, self.problems, self.isBroken) = (draft, problems, isBroken)
    self.present = present.map { EntityTag(ofBytesWith: $0) }
    (showsKey, origin) = (author.seesKey(of: draft), services.publicURL)
  }

  private var state: String {
    if isBroken { return "broken" }
    if present != draft.base.map({ EntityTag(ofBytesWith: $0) }) { return "stale" }
    return draft.plan == nil ? "open" : "planned"
  }

  func write(to json: inout JSONWriter) {
    json.member("id", draft.id)
    json.member("name", draft.name)
    json.member("file", draft.upload.file)
    json.member("title", draft.title)
    json.member("base", optional: draft.base.map { EntityTag(ofBytesWith: $0).description })
    json.member("tag", draft.tag.description)
    json.member("state", state)
    json.strings("authors", draft.authors)
    if let note = draft.note { json.member("note", note) }
    json.member("at", draft.at.description)
    json.member("changedAt", draft.upload.at.description)
    json.member("expires", draft.expires.description)
    json.member("bytes", draft.bytes)
    if !draft.images.isEmpty { json.strings("images", draft.images.map(\.file)) }
    json.problems("problems", problems)
    if let plan = draft.plan {
      json.object("plan") { json in
        json.member("at", plan.at.description)
        json.member("by", plan.by)
        if let note = plan.note { json.member("note", note) }
      }
    }
    guard showsKey else { return }
    json.member("key", draft.key)
    json.member("link", "\(origin)/?draft=\(draft.key)")
  }

  /// Returns the reply to a write of the draft.
  func reply(_ publication: Publication, status: Int = 200, headers: [Request.Field] = []) -> Reply {
    var reply = Reply.json(
      status: status,
      headers: [
        .init("Livery-Cursor", publication.head.description), .init("ETag", draft.tag.description),
      ] + headers
    ) { write(to: &$0) }
    reply.note = WriteNote(name: draft.id)
    return reply
  }
}

extension Draft {
  /// The tag of the document or, with images, of the document and the images.
  var tag: EntityTag { EntityTag(ofBytesWith: digest) }
}

extension Principal {
  /// Indicates whether it may see a draft: every one if it sees every theme, else its own and those of themes that it
  /// knows.
  func sees(_ draft: Draft, knowing known: Set<String>?) -> Bool {
    known?.contains(draft.name) ?? true || draft.authors.contains(name)
  }

  func seesKey(of draft: Draft) -> Bool { has(.operate) || draft.authors.contains(name) }

  /// Throws if a theme is shown, or planned to be, in a channel in which it may not author.
  func check(mayWrite draft: Draft, _ snapshot: Snapshot) throws(Publisher.DocumentError) {
    try check(nameOf: draft.name)
    try check(
      changed: Set([draft.name] + snapshot.themeSet.library.tree.descendants(of: draft.name)), snapshot)
  }
}

internal import Changes
internal import Documents
internal import Themes

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

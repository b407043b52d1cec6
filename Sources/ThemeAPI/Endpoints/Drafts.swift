internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `GET /v1/drafts`: the drafts, the newest first.
struct ListDrafts: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/drafts", id: "listDrafts", tag: "Drafts", summary: "The drafts, the newest first",
    detail: """
      Documents that are kept and not in force. `base` is the tag of the theme's document that the draft builds on, and \
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

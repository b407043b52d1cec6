internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `POST /v1/drafts`: stores a document for a theme without putting it in force.
struct CreateDraft: Endpoint {
  let publisher: Publisher

  var operation: Operation {
    Operation(
      .post, "/v1/drafts", id: "createDraft", tag: "Drafts",
      summary: "Stores a document for a theme without putting it in force.",
      detail: """
        It accepts and refuses the same bodies as an upload of the theme; `If-Match` and `If-None-Match` are \
        about the theme's document. Everybody with the `key` of the response can look at the draft until it ends. \
        There may be \(Draft.limit) drafts with \(Draft.room >> 20) MiB in all.
        """,
      access: .author,
      parameters: [
        .init(
          .query, "name", "The theme that it is for.", schema: .named("Name"), isRequired: true,
          example: "new-year"),
        .format(publisher.current.now.themeSet.library.dialects.formats), .draftNote, .lifetime, .ifMatch,
        .init(.header, "If-None-Match", "`*`: only if there is no theme with this name."), .idempotencyKey,
      ],
      body: [.init(.json, .named("ThemeDocument")), .init(.zip, .binary)],
      answers: [.json(201, "The draft.", "Draft", headers: ["ETag", "Location"])],
      refuses: [409, 412, 415, 422, 507])
  }

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let request = call.request
    try call.principal.checkDocuments("making a draft")
    let (note, lifetime) = (try call.draftNote(), try call.lifetime() ?? Draft.usualLifetime)
    let read = try UploadedPackage.reader(of: call, named: call["name"] ?? "", at: publisher.now)
    return try call.keepDraft(in: publisher, reading: read) {
      snapshot, uploaded, bytes throws(Publisher.DocumentError) in
      try snapshot.checkLimits(ofDraft: nil, bytes: bytes, at: uploaded.theme.at)
      try snapshot.check(conditionsOf: request, on: uploaded.theme.name)
    } draft: { snapshot, uploaded, title in
      let upload = uploaded.theme
      return Draft(
        id: snapshot.state.newDraftID(), key: Draft.newKey(), upload: upload, images: uploaded.images,
        title: title, base: snapshot.themeSet.digest(ofDocument: upload.name), authors: [upload.by],
        note: note, at: upload.at, expires: upload.at.advanced(bySeconds: lifetime))
    } answer: { view, publication in
      view.reply(publication, status: 201, headers: [.init("Location", "/v1/drafts/\(view.draft.id)")])
    }
  }
}

/// `PUT /v1/drafts/{id}`: replaces the document of a draft.
struct ReplaceDraft: Endpoint {
  let publisher: Publisher

  var operation: Operation {
    Operation(
      .put, "/v1/drafts/{id}", id: "replaceDraft", tag: "Drafts",
      summary: "Replaces the document of a draft.",
      detail: """
        The key stays, and so do the images unless the body is a package. A plan ends. With `lifetime` the draft ends so \
        much later than now; without it the end stays, and so does a note.
        """,
      access: .author,
      parameters: [
        .draftID,
        .init(
          .query, "base",
          "The tag of the theme's present document, if the draft builds on that now; else 409 `stale`.",
          example: "\"v7poL5SYtqAIL2sTFNrNhzOrVTo\""),
        .format(publisher.current.now.themeSet.library.dialects.formats), .draftNote, .lifetime, .ifMatch,
        .idempotencyKey,
      ],
      body: [.init(.json, .named("ThemeDocument")), .init(.zip, .binary)],
      answers: [.json(200, "The draft.", "Draft", headers: ["ETag"])],
      refuses: [404, 409, 410, 412, 415, 422, 507])
  }

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let (id, request, base) = (call.name, call.request, call["base"])
    try call.principal.checkDocuments("replacing a draft")
    let (note, lifetime) = (try call.draftNote(), try call.lifetime())
    guard case .present(let before)? = call.snapshot.state.draft(id, at: publisher.now()) else {
      return try call.refuseWrite(toDraft: id, in: publisher)
    }
    let isPackage = PackageBody.isIn(request)
    let read = try UploadedPackage.reader(of: call, named: before.name, at: publisher.now)
    return try call.keepDraft(in: publisher) { () throws(Refusal) in
      var uploaded = try read()
      if !isPackage { uploaded.images = before.images }
      return uploaded
    } checking: { snapshot, uploaded, bytes throws(Publisher.DocumentError) in
      let draft = try snapshot.present(draft: id, at: uploaded.theme.at)
      try draft.check(condition: request.header("If-Match"))
      let present = snapshot.themeSet.digest(ofDocument: draft.name)
      if let base, !EntityTag.isOf(present, base) { throw .draft(.stale(base: draft.base, present: present)) }
      try snapshot.checkLimits(ofDraft: id, bytes: bytes, at: uploaded.theme.at)
    } draft: { snapshot, uploaded, title in
      let draft = snapshot.state.drafts[id] ?? before
      let upload = uploaded.theme.following(draft.upload.authors)
      return Draft(
        id: id, key: draft.key, upload: upload, images: uploaded.images, title: title,
        base: base == nil ? draft.base : snapshot.themeSet.digest(ofDocument: draft.name),
        authors: (draft.authors + [upload.by]).unique, note: note ?? draft.note, at: draft.at,
        expires: lifetime.map { upload.at.advanced(bySeconds: $0) } ?? draft.expires)
    } answer: {
      $0.reply($1)
    }
  }
}

/// `DELETE /v1/drafts/{id}`: ends a draft.
struct DiscardDraft: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .delete, "/v1/drafts/{id}", id: "discardDraft", tag: "Drafts",
    summary: "Ends a draft. Clients that look at it are notified immediately.", access: .author,
    parameters: [.draftID, .ifMatch, .idempotencyKey],
    answers: [.json(200, "It has ended.", "DraftDiscarding")], refuses: [404, 410, 412, 422, 507])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let (id, author, request) = (call.name, call.principal, call.request)
    try author.checkDocuments("discarding a draft")
    return try call.writeDocuments(to: publisher, reading: {}) { _, write throws(Publisher.DocumentError) in
      try publisher.edit(as: write) { snapshot throws(Publisher.DocumentError) in
        let now = publisher.now()
        let draft = try snapshot.present(draft: id, at: now)
        try author.check(mayWrite: draft, snapshot)
        try draft.check(condition: request.header("If-Match"))
        return (snapshot.state.rows(ending: draft, as: DraftEnd(of: draft, .discarded, at: now)), nil)
      }
    } answer: { _, publication in
      .json(headers: [.init("Livery-Cursor", publication.head.description)]) { json in
        json.member("id", id)
        json.member("reason", DraftEnd.Reason.discarded.rawValue)
      }
    }
  }
}

extension Call {
  /// Keeps a draft whose document the principal could upload now.
  /// - Parameters:
  ///   - read: reads the body.
  ///   - check: checks the draft in its transaction; receives the size of its document and images.
  ///   - make: makes the draft from what was read, and the title of its theme.
  fileprivate func keepDraft(
    in publisher: Publisher, reading read: @escaping @Sendable () throws(Refusal) -> UploadedPackage,
    checking check:
      @escaping @Sendable (Snapshot, UploadedPackage, Int) throws(Publisher.DocumentError) -> Void,
    draft make: @escaping @Sendable (Snapshot, UploadedPackage, String) -> Draft,
    answer: @escaping @Sendable (DraftView, Publication) -> Reply
  ) throws(Refusal) -> Outcome {
    let (author, services) = (principal, services)
    return try writeDocuments(to: publisher, reading: read) {
      uploaded, write throws(Publisher.DocumentError) in
      let checks = UploadChecks(uploaded, by: author, services.uploads, in: publisher)
      let bytes = uploaded.images.reduce(uploaded.theme.bytes.count) { $0 + $1.content.count }
      return try checks.perform { () throws(Publisher.DocumentError) in
        try publisher.keep(
          uploaded.theme, images: uploaded.images, as: write, naming: checks.naming
        ) { snapshot throws(Publisher.DocumentError) in
          try check(snapshot, uploaded, bytes)
          try checks.check(snapshot)
        } approve: { snapshot, next throws(Publisher.DocumentError) in
          try checks.check(snapshot, leadingTo: next)
        } draft: { snapshot, next in
          let name = uploaded.theme.name
          return make(snapshot, uploaded, next.library.themes[name]?.title ?? name)
        }
      }
    } answer: { uploaded, publication in
      guard let draft = publication.draft else { return Reply(status: 500) }
      return answer(DraftView(draft, publication, sent: uploaded, for: author, services), publication)
    }
  }

  /// Returns the refusal of a write to a draft that is not there, or the answer to the same write before.
  func refuseWrite(toDraft id: String, in publisher: Publisher) throws(Refusal) -> Outcome {
    try writeDocuments(to: publisher, reading: {}) { _, write throws(Publisher.DocumentError) in
      try publisher.edit(as: write) { snapshot throws(Publisher.DocumentError) in
        _ = try snapshot.present(draft: id, at: publisher.now())
        // Another server has made it just now.
        throw .draft(.unknown(id))
      }
    } answer: { _, publication in
      publication.reply("id", id)
    }
  }

  fileprivate func draftNote() throws(Refusal) -> String? {
    guard let note = self["note"], !note.isEmpty else { return nil }
    guard note.unicodeScalars.count <= ChangeRequest.longestNote, !note.utf8.contains(0) else {
      throw .badParameter("note", "has at most \(ChangeRequest.longestNote) characters, and none is U+0000.")
    }
    return note
  }

  /// The lifetime in seconds; nil if none is given.
  fileprivate func lifetime() throws(Refusal) -> Int64? {
    guard let text = self["lifetime"] else { return nil }
    guard let seconds = Int64(text), (1...Draft.longestLifetime).contains(seconds) else {
      throw .badParameter(
        "lifetime", "is a number of seconds from 1 to \(Draft.longestLifetime), not '\(text.shown)'.")
    }
    return seconds
  }
}

extension Draft {
  /// Throws unless a list of tags, as in `If-Match`, has that of the draft.
  func check(condition list: String?) throws(Publisher.DocumentError) {
    guard let list, !tag.matches(ifMatch: list) else { return }
    throw .precondition("the draft '\(id)' has changed since")
  }
}

extension EntityTag {
  /// Returns whether a text is the tag of a document, with or without quotes. A document that is not there has an empty tag.
  /// - Parameter digest: the SHA-256 of the document; nil for none.
  static func isOf(_ digest: String?, _ text: String) -> Bool {
    guard let digest else { return text.isEmpty }
    let tag = EntityTag(ofBytesWith: digest).description
    return [tag, String(tag.dropFirst().dropLast())].contains(text)
  }
}

extension Operation.Parameter {
  fileprivate static let draftNote = Operation.Parameter(
    .query, "note", "A sentence about it, at most \(ChangeRequest.longestNote) characters.",
    schema: .init(#"{"type":"string","pattern":"^[^\\u0000]{0,\#(ChangeRequest.longestNote)}$"}"#))

  fileprivate static let lifetime = Operation.Parameter(
    .query, "lifetime",
    "The seconds until it ends, \(Draft.usualLifetime) for a new draft if none are given, at most \(Draft.longestLifetime).",
    schema: .init(#"{"type":"integer","minimum":1,"maximum":\#(Draft.longestLifetime)}"#), example: "604800")
}

internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// `GET /v1/themes`: the themes, by pages.
struct ListThemes: ReadingEndpoint {
  private static let fields = [
    "name", "title", "kit", "parent", "traits", "etag", "at", "by", "overrides", "file", "problems",
    "warnings", "notes",
  ]

  let operation = Operation(
    .get, "/v1/themes", id: "listThemes", tag: "Themes and kits", summary: "The themes, by name",
    detail: """
      Each theme with the problems of its document, and the `etag` that `If-Match` of an upload takes. `traits` are those \
      that it, or a parent, adds to its kit: requests for it take them. An uploaded theme has `at` and, for clients that \
      may watch, `by`; if it hides a file of `Config/`, that is `overrides`. Other clients get only the themes that a \
      channel shows. \
      A page has 100 at most; `Link` with `rel="next"` leads to the next.
      """,
    parameters: ListPage.parameters(fields),
    answers: [.json(200, "The themes.", "Themes", headers: ["Link"]), .unchanged])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let snapshot = call.snapshot
    let isWhole = call.principal.seesEveryTheme
    let page = try ListPage(call, of: snapshot.themes(shownTo: call.principal), fields: Self.fields)
    // No theme has this name. A page may be empty.
    let state = isWhole ? "*" : page.names.joined(separator: " ")
    var list = try Representation.list("themes", page, at: state, call) { json in
      for name in page.names {
        json.object(only: page.fields) {
          snapshot.themeSet.library.themes[name]?.write(in: snapshot, isWhole: isWhole, to: &$0)
        }
      }
    }
    list.limit(toOverseers: isWhole)
    let library = snapshot.themeSet.library
    let files = page.names.compactMap { library.sources[$0]?.name }
    list.isSlow =
      files.reduce(0) { $0 + (library.found.deferredCount(in: $1) ?? Self.mostProblems + 1) }
      > Self.mostProblems
    return list
  }

  /// The number of problems that a worker may find again while other clients wait for it.
  private static let mostProblems = 250
}

extension Snapshot {
  /// Returns the themes of the channels that a principal may read, or all themes if it sees every theme.
  func themes(shownTo author: Principal) -> Set<String> {
    guard !author.seesEveryTheme else { return Set(themeSet.library.themes.keys) }
    return Set(showings.filter { Audience.readersOf($0.value).admits(author) }.keys)
  }
}

extension Theme {
  /// - Parameter isWhole: indicates whether the author of an upload is written.
  fileprivate func write(in snapshot: Snapshot, isWhole: Bool, to json: inout JSONWriter) {
    let library = snapshot.themeSet.library
    let source = library.sources[name]
    json.member("name", name)
    json.member("title", title ?? name)
    json.member("kit", kit)
    if let parent { json.member("parent", parent) }
    json.ownTraits(
      library.lineage(of: name).reversed().reduce(into: [:]) { $0.merge($1.ownTraits) { old, _ in old } })
    if let source { json.member("etag", EntityTag(of: source.bytes).description) }
    if let source, let upload = snapshot.state.upload(from: source, having: name) {
      json.member("at", upload.at.description)
      if isWhole { json.member("by", upload.by) }
      if let file = library.fileNames[name] { json.member("overrides", file) }
    }
    json.document(source, in: library)
  }
}

extension LogState {
  /// Returns the upload of a document. A document with several themes was uploaded as one of them.
  func upload(from source: SourceFile, having theme: String) -> Upload? {
    guard source.name.hasPrefix(Upload.folder) else { return nil }
    if let upload = uploads[theme], upload.source.name == source.name { return upload }
    return uploads.values.first { $0.source.name == source.name }
  }
}

/// `GET /v1/themes/{name}`: the document of a theme as it was written, now or at an earlier cursor.
struct GetThemeSource: ReadingEndpoint {
  let publisher: Publisher

  let operation = Operation(
    .get, "/v1/themes/{name}", id: "getThemeSource", tag: "Themes and kits", summary: "A theme's document",
    detail: """
      The document as it was written. `If-Match` of an upload takes its `ETag`. With `at`, the document as it was at that \
      cursor of the log. Earlier documents are kept as long as the log, at most 64 MiB of them.
      """,
    access: .watch,
    parameters: [
      .name("The theme's name.", example: "new-year"),
      .init(.query, "at", "A cursor, such as that of an entry of `/v1/history`.", schema: .named("Cursor")),
    ],
    answers: [.document, .unchanged], refuses: [404, 410])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    try call.principal.check(theme: call.name, in: call.snapshot)
    guard let text = call["at"] else { return try read(call) }
    let (cursor, head) = (try FeedRequest.cursor(text, "at"), call.snapshot.cursor)
    guard cursor.epoch == head.epoch, cursor.revision <= head.revision else {
      throw Self.gone("This cursor is from another log.", call.principal, call.snapshot)
    }
    return .offload(on: .reading) { () throws(Refusal) in try earlier(call, at: cursor.revision) }
  }

  func represent(_ call: Call) throws(Refusal) -> Representation {
    try call.principal.check(theme: call.name, in: call.snapshot)
    let library = call.snapshot.themeSet.library
    guard let source = library.sources[call.name] else {
      throw .unknown(.unknownTheme, "theme", call.name, among: library.themes.keys)
    }
    var document = try Representation.source("theme source \(call.name)", source, call)
    document.audience = .overseers
    document.isPersonal = !call.principal.seesEveryTheme
    if document.isPersonal { document.audience = .watchers(of: nil) }
    return document
  }

  private func earlier(_ call: Call, at revision: UInt64) throws(Refusal) -> Reply {
    let snapshot = call.snapshot
    let document = try Refusal.of { () throws(StoreError) in
      try publisher.store.document(of: call.name, at: revision)
    }
    guard let document else {
      guard snapshot.state.documents[call.name] != nil else {
        throw .unknown(.unknownTheme, "theme", call.name, among: snapshot.themeSet.library.themes.keys)
      }
      throw Self.gone("The document that the theme had then is not kept.", call.principal, snapshot)
    }
    guard let source = document.source else {
      throw Refusal(.unknownTheme, "There was no theme '\(call.name.shown)' then.")
    }
    let representation = try Representation.source("", source, call)
    return .fresh(
      try representation.render(), representation.type,
      headers: [.init("ETag", EntityTag(of: source.bytes).description), .init("Vary", "Accept")])
  }

  private static func gone(_ sentence: String, _ author: Principal, _ snapshot: Snapshot) -> Refusal {
    .gone("\(sentence) Leave out 'at' to get the present one.", for: author, snapshot)
  }
}

/// `PUT /v1/themes/{name}`: uploads or replaces a theme, perhaps with its images.
struct UploadTheme: Endpoint {
  let publisher: Publisher

  var operation: Operation {
    Operation(
      .put, "/v1/themes/{name}", id: "uploadTheme", tag: "Themes",
      summary: "Uploads a theme, checked together with all themes that extend it.",
      detail: """
        It is stored durably. Clients of channels that show the theme are notified immediately. An upload with the name of a \
        theme from `Config/` hides the file until it is deleted, or is refused (`uploadsOverFiles`). A document with several themes is uploaded as one of \
        them, and deleted with all of them. A package is a zip file with one document and its images, in any folders; \
        all of it is stored, or nothing. Every theme can name its images by their file names, and they stay until each \
        is deleted.
        """,
      access: .author,
      parameters: [
        .name("The theme's name."), .format(publisher.current.now.themeSet.library.dialects.formats),
        .ifMatch,
        .init(.header, "If-None-Match", "`*`: only if there is no theme with this name."), .idempotencyKey,
      ],
      body: [.init(.json, .named("ThemeDocument")), .init(.zip, .binary)],
      answers: [
        .json(200, "It replaced an earlier one.", "UploadResult", headers: ["ETag"]),
        .json(201, "It is new.", "UploadResult", headers: ["ETag", "Location"]),
      ], refuses: [409, 412, 415, 422, 507])
  }

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let (author, request, services) = (call.principal, call.request, call.services)
    let approval = ApprovalCheck(call)
    try author.checkDocuments("uploading one")
    let read = try UploadedPackage.reader(of: call, named: call.name, at: publisher.now)
    return try call.writeDocuments(to: publisher, reading: read) {
      uploaded, write throws(Publisher.DocumentError) in
      let checks = UploadChecks(uploaded, by: author, services.uploads, in: publisher)
      return try checks.perform { () throws(Publisher.DocumentError) in
        try publisher.upload(
          uploaded.theme, images: uploaded.images, as: write, naming: checks.naming
        ) { snapshot throws(Publisher.DocumentError) in
          try checks.check(snapshot)
          try snapshot.check(conditionsOf: request, on: uploaded.theme.name)
        } approve: { snapshot, next throws(Publisher.DocumentError) in
          try checks.check(snapshot, leadingTo: next)
          try approval.check(
            changing: uploaded.theme.source.name, images: uploaded.images.map(\.file), snapshot,
            leadingTo: next)
        }
      }
    } answer: {
      reply($0, $1, services)
    }
  }

  private func reply(_ uploaded: UploadedPackage, _ publication: Publication, _ services: Services) -> Reply {
    let upload = uploaded.theme
    let isNew = publication.before.library.sources[upload.name] == nil
    let catalog = publication.after.catalog
    let faces = catalog.otherFaces(of: upload.name) { file in
      catalog.images.font(named: file).flatMap { services.facts(of: $0, in: publisher.current.now) }
    }
    let warnings = (publication.after.library.problems(in: upload.source.name) + faces).map {
      uploaded.placed($0)
    }
    var headers = [Request.Field("ETag", EntityTag(of: upload.bytes).description)]
    if isNew { headers.append(.init("Location", "/v1/themes/\(upload.name)")) }
    return publication.reply("name", upload.name, status: isNew ? 201 : 200, headers: headers) { json in
      json.member("changed", !publication.changes.isEmpty)
      if !uploaded.images.isEmpty { json.strings("images", uploaded.images.map(\.file)) }
      json.problems("problems", warnings)
    }
  }
}

/// `DELETE /v1/themes/{name}`: deletes an uploaded theme.
struct DeleteTheme: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .delete, "/v1/themes/{name}", id: "deleteTheme", tag: "Themes",
    summary:
      "Deletes an uploaded theme; not one from `Config/`, nor one that is active, scheduled or extended.",
    access: .author,
    parameters: [.name("The theme's name."), .ifMatch, .idempotencyKey],
    answers: [
      .json(200, "It was deleted. `file` is the one that is served again, if there is one.", "ThemeDeletion")
    ],
    refuses: [404, 409, 412, 422, 507])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let (author, name, request) = (call.principal, call.name, call.request)
    let approval = ApprovalCheck(call)
    try author.checkDocuments("deleting one")
    return try call.writeDocuments(to: publisher, reading: {}) {
      _, write throws(Publisher.DocumentError) in
      do throws(Publisher.DocumentError) {
        return try publisher.remove(name, by: author.name, as: write) {
          snapshot throws(Publisher.DocumentError) in
          try author.check(nameOf: name)
          try snapshot.check(conditionsOf: request, on: name)
          try approval.check(changing: snapshot.state.uploads[name]?.source.name, snapshot)
        } approve: { snapshot, next throws(Publisher.DocumentError) in
          guard let file = snapshot.state.uploads[name]?.source.name else { return }
          try author.check(document: file, snapshot, next)
        }
      } catch { throw author.veiled(error, in: publisher.current.now) }
    } answer: { _, publication in
      publication.reply("name", name) { json in
        if let file = publication.after.library.fileNames[name] { json.member("file", file) }
      }
    }
  }
}

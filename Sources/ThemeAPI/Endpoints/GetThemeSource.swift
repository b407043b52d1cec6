internal import Changes
internal import Themes

/// A theme's document as it was written, now or when the log stood at a cursor.
struct GetThemeSource: ReadingEndpoint {
  let publisher: Publisher

  let operation = Operation(
    .get, "/v1/themes/{name}", id: "getThemeSource", tag: "Themes and kits", summary: "A theme's document",
    detail: """
      The document as it was written; its `ETag` is what `If-Match` of an upload takes. With `at` as it was when the \
      log stood at that cursor: kept for as long as the log, and of all earlier documents together 64 MiB.
      """,
    access: .operate,
    parameters: [
      .name("The theme's name.", example: "new-year"),
      .init(.query, "at", "A cursor, such as that of an entry of `/v1/history`.", schema: .named("Cursor")),
    ],
    answers: [
      .init(
        200, "The document.",
        media: [
          .init(.json, .named("Document")), .init(.tokens, .named("Document")), .init(.text, .string),
          .init(.propertyList, .string),
        ]), .unchanged,
    ] + .refusals(400, 404, 410))

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    guard let text = call["at"] else { return try reading(call) }
    let (cursor, head) = (try FeedRequest.cursor(text, "at"), call.snapshot.cursor)
    guard cursor.epoch == head.epoch, cursor.revision <= head.revision else {
      throw Self.gone("This cursor is from another log.", call.author, call.snapshot)
    }
    let request = ReadRequest(call)
    return .offload(.init(on: .reading) { earlier(request, at: cursor.revision, call.snapshot) })
  }

  func represent(
    _ request: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> Representation {
    let library = snapshot.themeSet.library
    guard let source = library.sources[request.name] else {
      throw .unknown(.unknownTheme, "theme", request.name, among: library.themes.keys)
    }
    return try .source("theme source \(request.name)", source, request)
  }

  private func earlier(_ request: ReadRequest, at revision: UInt64, _ snapshot: Snapshot) -> Reply {
    do throws(Refusal) {
      let document: DocumentVersion?
      do throws(StoreError) {
        document = try publisher.store.document(of: request.name, at: revision)
      } catch { throw Refusal(error) }
      guard let document else {
        guard snapshot.state.documents[request.name] != nil else {
          throw .unknown(
            .unknownTheme, "theme", request.name, among: snapshot.themeSet.library.themes.keys)
        }
        throw Self.gone("The document that the theme had then is not kept.", request.author, snapshot)
      }
      guard let source = document.source else {
        throw Refusal(.unknownTheme, "There was no theme '\(request.name.shown)' then.")
      }
      let representation = try Representation.source("", source, request)
      return .fresh(
        try representation.render(), representation.type,
        headers: [.init("ETag", EntityTag(of: source.bytes).description), .init("Vary", "Accept")])
    } catch { return error.reply }
  }

  private static func gone(_ sentence: String, _ author: Author, _ snapshot: Snapshot) -> Refusal {
    .gone("\(sentence) Leave out 'at' to get the present one.", for: author, snapshot)
  }
}

internal import Changes
internal import Documents
internal import Renderings
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
    guard let text = call["at"] else { return try read(call) }
    let (cursor, head) = (try FeedRequest.cursor(text, "at"), call.snapshot.cursor)
    guard cursor.epoch == head.epoch, cursor.revision <= head.revision else {
      throw Self.gone("This cursor is from another log.", call.principal, call.snapshot)
    }
    return .offload(.init(on: .reading) { earlier(call, at: cursor.revision) })
  }

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let library = call.snapshot.themeSet.library
    guard let source = library.sources[call.name] else {
      throw .unknown(.unknownTheme, "theme", call.name, among: library.themes.keys)
    }
    return try .source("theme source \(call.name)", source, call)
  }

  private func earlier(_ call: Call, at revision: UInt64) -> Reply {
    let snapshot = call.snapshot
    do throws(Refusal) {
      let document: DocumentVersion?
      do throws(StoreError) {
        document = try publisher.store.document(of: call.name, at: revision)
      } catch { throw Refusal(error) }
      guard let document else {
        guard snapshot.state.documents[call.name] != nil else {
          throw .unknown(
            .unknownTheme, "theme", call.name, among: snapshot.themeSet.library.themes.keys)
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
    } catch { return error.reply }
  }

  private static func gone(_ sentence: String, _ author: Principal, _ snapshot: Snapshot) -> Refusal {
    .gone("\(sentence) Leave out 'at' to get the present one.", for: author, snapshot)
  }
}

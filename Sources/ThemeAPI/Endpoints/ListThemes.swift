internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// The list of themes, a page at a time.
struct ListThemes: ReadingEndpoint {
  private static let fields = [
    "name", "title", "kit", "parent", "traits", "etag", "at", "by", "overrides", "file", "problems",
    "warnings",
    "notes",
  ]

  let operation = Operation(
    .get, "/v1/themes", id: "listThemes", tag: "Themes and kits", summary: "The themes, by name",
    detail: """
      Each theme with what is wrong or worth knowing in its document, and the `etag` that `If-Match` of an upload \
      takes. `traits` are those that it, or a parent, adds to its kit: questions about it take them. An uploaded one has `at` and, for who may operate, `by`; one that lies over a file of `Config/` names that as `overrides`. \
      Who may not operate gets those that a channel shows. \
      A page has 100 at most; `Link` with `rel="next"` leads to the next.
      """,
    parameters: ListPage.parameters(fields),
    answers: [
      .init(200, "The themes.", media: [.init(.json, .named("Themes"))], headers: ["Link"]), .unchanged,
    ])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let snapshot = call.snapshot
    let isWhole = call.principal.has(.operate)
    let page = try ListPage(call, of: snapshot.themes(shownTo: call.principal), fields: Self.fields)
    // No theme is called so, and a page may be empty.
    let state = isWhole ? "*" : page.names.joined(separator: " ")
    var list = try Representation.list("themes", page, at: state, call) { json in
      for name in page.names {
        json.object(only: page.fields) {
          snapshot.themeSet.library.themes[name]?.write(in: snapshot, isWhole: isWhole, to: &$0)
        }
      }
    }
    (list.audience, list.isPersonal) = isWhole ? (.operators(in: nil), false) : (.readers, true)
    return list
  }
}

extension Snapshot {
  /// The themes of channels that somebody may read; all of them for whoever may operate.
  func themes(shownTo author: Principal) -> Set<String> {
    guard !author.has(.operate) else { return Set(themeSet.library.themes.keys) }
    return Set(showings.filter { Audience.readersOf($0.value).admits(author) }.keys)
  }
}

extension Theme {
  /// As members of the object that is being written.
  /// - Parameter isWhole: whether it tells who uploaded it.
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
  /// The upload that a document came with. One with several themes was sent as one of them.
  fileprivate func upload(from source: SourceFile, having theme: String) -> Upload? {
    guard source.name.hasPrefix(Upload.folder) else { return nil }
    if let upload = uploads[theme], upload.source.name == source.name { return upload }
    return uploads.values.first { $0.source.name == source.name }
  }
}

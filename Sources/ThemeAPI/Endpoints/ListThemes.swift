internal import Changes
internal import Themes

/// The list of themes.
struct ListThemes: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/themes", id: "listThemes", tag: "Themes and kits", summary: "All themes",
    detail: """
      Every theme with what is wrong or worth knowing in its document, and the `etag` that `If-Match` of an upload \
      takes. An uploaded one has `at` and `by`; one that lies over a file of `Config/` names that as `overrides`.
      """,
    answers: [.init(200, "The themes.", media: [.init(.json, .named("Themes"))]), .unchanged])

  func represent(
    _ request: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> Representation {
    let themeSet = snapshot.themeSet
    let uploads = Dictionary(snapshot.ledger.uploads.values.map { ($0.source.name, $0) }) { first, _ in first
    }
    return try .list("themes", request) { json in
      for theme in themeSet.library.themes.values.sorted(by: { $0.name < $1.name }) {
        theme.write(themeSet, uploads, to: &json)
      }
    }
  }
}

extension Theme {
  /// - Parameter uploads: by the names of their documents.
  fileprivate func write(_ themeSet: ThemeSet, _ uploads: [String: Upload], to json: inout JSONWriter) {
    let source = themeSet.library.sources[name]
    json.object { json in
      json.member("name", name)
      json.member("title", title ?? name)
      json.member("kit", kit)
      if let parent { json.member("parent", parent) }
      if let source { json.member("etag", EntityTag(of: source.bytes).description) }
      if let source, let upload = uploads[source.name] {
        json.member("at", upload.at.description)
        json.member("by", upload.by)
        if let file = themeSet.library.fileNames[name] { json.member("overrides", file) }
      }
      json.document(source, in: themeSet.library)
    }
  }
}

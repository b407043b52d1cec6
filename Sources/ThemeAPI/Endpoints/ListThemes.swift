internal import Changes
internal import Themes

/// The list of themes.
struct ListThemes: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/themes", id: "listThemes", tag: "Themes and kits", summary: "All themes",
    detail: "Every theme with what is wrong or worth knowing in its document.",
    answers: [.init(200, "The themes.", media: [.init(.json, .named("Themes"))]), .unchanged])

  func represent(
    _ request: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> Representation {
    let library = snapshot.themeSet.library
    return try .list("themes", request) { json in
      for theme in library.themes.values.sorted(by: { $0.name < $1.name }) { theme.write(library, to: &json) }
    }
  }
}

extension Theme {
  fileprivate func write(_ library: Library, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("title", title ?? name)
      json.member("kit", kit)
      if let parent { json.member("parent", parent) }
      json.document(library.sources[name], library.problems)
    }
  }
}

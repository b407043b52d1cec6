internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// The list of kits.
struct ListKits: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/kits", id: "listKits", tag: "Themes and kits", summary: "All kits",
    detail: "The vocabularies that themes are written in.",
    answers: [.init(200, "The kits.", media: [.init(.json, .named("Kits"))]), .unchanged])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let library = call.snapshot.themeSet.library
    return try .list("kits", call) { json in
      for kit in library.kits.values.sorted(by: { $0.name < $1.name }) { kit.write(library, to: &json) }
    }
  }
}

extension Kit {
  fileprivate func write(_ library: Library, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("title", title)
      if let parent { json.member("extends", parent) }
      json.member("classes", classes.count)
      json.strings("traits", traits.keys.sorted())
      json.document(library.kitSources[name], in: library)
    }
  }
}

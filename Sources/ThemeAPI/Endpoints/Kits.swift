internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `GET /v1/kits`: the kits.
struct ListKits: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/kits", id: "listKits", tag: "Themes and kits", summary: "All kits",
    detail: "The vocabularies that themes are written in.",
    answers: [.json(200, "The kits.", "Kits"), .unchanged])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let library = call.snapshot.themeSet.library
    return try .list("kits", call) { json in
      for kit in library.kits.values.sorted(by: { $0.name < $1.name }) {
        json.object { json in
          json.member("name", kit.name)
          json.member("title", kit.title)
          if let parent = kit.parent { json.member("extends", parent) }
          json.member("classes", kit.classes.count)
          json.strings("traits", kit.traits.keys.sorted())
          json.document(library.kitSources[kit.name], in: library)
        }
      }
    }
  }
}

/// `GET /v1/kits/{name}`: the document of a kit as it was written, or everything that its themes can contain.
struct GetKitSource: ReadingEndpoint {
  private static let whole = Operation.Parameter(
    .query, "whole",
    """
    Everything that themes of the kit can contain, including the parts of the kits that it extends (`lineage`), with a \
    meaning and an example of each kind of value.
    """, schema: .flag)

  let operation = Operation(
    .get, "/v1/kits/{name}", id: "getKitSource", tag: "Themes and kits", summary: "A kit's document",
    detail: "As it was written, or with `whole` as the server reads it.",
    parameters: [.name("The kit's name.", example: "uikit"), whole],
    answers: [.json(200, "The document.", "Document"), .unchanged], refuses: [404])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let library = call.snapshot.themeSet.library
    guard let source = library.kitSources[call.name], let kit = library.kits[call.name] else {
      throw .unknown(.unknownKit, "kit", call.name, among: library.kits.keys)
    }
    guard try call.flag(Self.whole) else {
      return try .source("kit source \(call.name)", source, call)
    }
    try call.requireJSON()
    return Representation(key: "whole kit \(kit.name)", type: .json, vary: ["Accept"]) {
      KitWriter.document(of: kit)
    }
  }
}

/// `GET /schema/theme.schema.json`: the JSON Schema by which editors complete and check themes.
struct GetThemeSchema: ReadingEndpoint {
  let operation = Operation(
    .get, "/schema/theme.schema.json", id: "getThemeSchema", tag: "Themes and kits",
    summary: "The JSON Schema of themes",
    detail: """
      For editors: a theme whose `$schema` is this address completes the classes, properties, states and traits of the \
      loaded kits, and the styles and traits of the themes that the client may see.
      """,
    answers: [
      .init(200, "The schema, of draft 2020-12.", media: [.init(.json, .init(#"{"type":"object"}"#))]),
      .unchanged,
    ])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let snapshot = call.snapshot
    try call.requireJSON()
    let library = snapshot.themeSet.library
    let isWhole = call.principal.seesEveryTheme
    let names = snapshot.themes(shownTo: call.principal)
    // No theme has this name. There may be no visible theme.
    let state = isWhole ? "*" : names.sorted().joined(separator: " ")
    var schema = Representation(key: "theme schema \(state)", type: .json, vary: ["Accept"]) {
      ThemeSchema(
        of: library.kits.values, styles: library.styledTargets(of: names),
        addedTraits: library.addedTraits(of: names)
      ).document()
    }
    schema.isSlow = true
    schema.limit(toOverseers: isWhole)
    return schema
  }
}

internal import Changes
internal import Renderings
internal import Themes

/// `GET /schema/theme.schema.json`: what editors complete themes and check them by.
struct GetThemeSchema: ReadingEndpoint {
  let operation = Operation(
    .get, "/schema/theme.schema.json", id: "getThemeSchema", tag: "Themes and kits",
    summary: "The JSON Schema of themes",
    detail: """
      For editors: a theme whose `$schema` is this address completes the classes, properties, states and traits of the \
      kits that are loaded, and the styles and traits of the themes that the asker may see.
      """,
    answers: [
      .init(200, "The schema, of draft 2020-12.", media: [.init(.json, .init(#"{"type":"object"}"#))]),
      .unchanged,
    ])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let snapshot = call.snapshot
    try call.requireJSON()
    let library = snapshot.themeSet.library
    let isWhole = call.principal.has(.operate)
    let names = snapshot.themes(shownTo: call.principal)
    // No theme is called so, and there may be none to see.
    let state = isWhole ? "*" : names.sorted().joined(separator: " ")
    var schema = Representation(key: "theme schema \(state)", type: .json, vary: ["Accept"]) {
      () throws(Refusal) in
      ThemeSchema(
        of: library.kits.values, styles: library.styledTargets(of: names),
        addedTraits: library.addedTraits(of: names)
      ).document()
    }
    schema.isSlow = true
    (schema.audience, schema.isPersonal) = isWhole ? (.operators(in: nil), false) : (.readers, true)
    return schema
  }
}

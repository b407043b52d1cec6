internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// `GET /v1/fonts`: the files of fonts, by pages.
struct ListFonts: ReadingEndpoint {
  private static let fields = ["file", "url", "sha256", "bytes", "format", "families", "themes"]

  let operation = Operation(
    .get, "/v1/fonts", id: "listFonts", tag: "Look-ups", summary: "The files of fonts, by name",
    detail: """
      Each file with the families, weights and styles that it states itself, as far as its type lets them be read, and \
      with the themes that name it. Clients that do not see every theme get the fonts of the themes that they see. \
      A page has 100 at most; `Link` with `rel="next"` leads to the next.
      """,
    parameters: ListPage.parameters(fields),
    answers: [.json(200, "The fonts.", "FontList", headers: ["Link"]), .unchanged])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let fonts = KnownFonts(call)
    let page = try ListPage(call, of: fonts.names, fields: Self.fields)
    var list = try Representation.list("fonts", page, at: "\(call.snapshot.cursor)", call) { json in
      for name in page.names { json.object(only: page.fields) { fonts.write(name, to: &$0) } }
    }
    fonts.limit(&list)
    list.isSlow = true
    return list
  }
}

/// `GET /v1/fonts/{name}`: one file of a font.
struct GetFont: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/fonts/{name}", id: "getFont", tag: "Look-ups", summary: "One file of a font",
    parameters: [AssetKind.font.fileName], answers: [.json(200, "The font.", "Font"), .unchanged],
    refuses: [404])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    try call.requireJSON()
    let (fonts, name) = (KnownFonts(call), call.name)
    guard fonts.names.contains(name) else { throw .unknown(.unknownFont, "font", name, among: fonts.names) }
    var font = Representation(key: "font \(name) \(call.snapshot.cursor)", type: .json, vary: ["Accept"]) {
      JSONWriter.object { fonts.write(name, to: &$0) }
    }
    fonts.limit(&font)
    font.isSlow = true
    return font
  }
}

/// The fonts that a client may see.
private struct KnownFonts {
  let names: [String]
  /// The themes that the client may see; nil for all.
  private let shown: Set<String>?
  private let snapshot: Snapshot
  private let services: Services
  private let origin: String

  init(_ call: Call) {
    (snapshot, services, origin) = (call.snapshot, call.services, call.publicURL)
    let isWhole = call.principal.seesEveryTheme
    let shown = isWhole ? nil : call.snapshot.themes(shownTo: call.principal)
    self.shown = shown
    let all = call.snapshot.themeSet.catalog
    guard let shown else {
      names = all.images.fontNames
      return
    }
    let files = Set(
      shown.compactMap { all.themes[$0] }.flatMap { $0.fonts.flatMap(\.faces).map(\.file.name) })
    names = files.sorted()
  }

  /// Has a representation be for clients that see the same fonts.
  func limit(_ representation: inout Representation) {
    (representation.audience, representation.isPersonal) =
      shown == nil ? (.overseers, false) : (.readers, true)
  }

  func write(_ name: String, to json: inout JSONWriter) {
    guard let file = snapshot.themeSet.catalog.images.font(named: name) else { return }
    json.font(file, origin)
    json.member("format", file.type)
    let facts = services.facts(of: file, in: snapshot)
    json.objects("families", for: facts?.families ?? []) { json, family in
      json.member("name", family)
      if let weights = facts?.weights { json.weight(weights) }
      if let style = facts?.style { json.member("style", style) }
    }
    let themes = snapshot.themeSet.catalog.themes.filter { theme in
      shown?.contains(theme.key) ?? true && theme.value.names(asset: name)
    }
    json.strings("themes", themes.map(\.key).sorted())
  }
}

extension Services {
  /// Returns what a font states, or nil if it can't be read now.
  func facts(of file: ImageFolder.ImageFile, in snapshot: Snapshot) -> FontFile.Facts? {
    guard case .open(let held) = image(file, snapshot), let bytes = held.bytes() else { return nil }
    return (try? FontFile(bytes))?.facts(inflate: inflate)
  }
}

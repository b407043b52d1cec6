internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// `POST /v1/preview`: a document as text, checked, and where it has no errors looked up as if it were stored.
struct PreviewTheme: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .post, "/v1/preview", id: "previewTheme", tag: "Themes",
    summary: "How a document would look, and what is wrong with it; nothing is stored.",
    detail: """
      Takes the document as text, so that lines and columns are its writer's, with `nodes` or a `tree` as \
      `POST /v1/appearance` does. Where it has errors, `problems` alone is answered; else the resolved `theme` and \
      the looks of the `nodes` too. Needs what a write needs: reading a large document takes the server's time.
      """,
    access: .author,
    body: .init([.init(.json, .named("PreviewQuestion"), example: Self.example)]),
    answers: [
      Operation.PossibleAnswer(
        200, "What was found, and how it looks.", media: [.init(.json, .named("Preview"))])
    ] + .refusals(400, 401, 403, 413, 415))

  private static let example = """
    {"name":"draft","text":"{ \\"colors\\": { \\"accent\\": \\"#f85825\\" } }","tree":{"for":"UIWindow"}}
    """

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let body = try BatchBody(call, besides: ["name", "text", "explain"])
    guard let name = try body.text("name"), Name.isValid(name) else {
      throw Refusal(.badBody, "The body needs 'name', the theme's name.")
    }
    guard let text = try body.text("text") else {
      throw Refusal(.badBody, "The body needs 'text', the document as it was written.")
    }
    let explaining = try ExplanationDetail(body.text("explain"))
    let (author, snapshot) = (call.principal, call.snapshot)
    let themeSet = snapshot.themeSet
    let budget = BatchBudget.whole(call.services.limits, explaining: explaining != .nothing)
    let options = RenderingOptions(origin: call.services.publicURL)
    return .offload(
      .init(on: .checking) {
        let upload = Upload(
          name: name, file: themeSet.library.sources[name].map { String($0.baseName) } ?? "\(name).json",
          bytes: Array(text.utf8), at: publisher.now(), by: "")
        do throws(Refusal) {
          try author.checkParents(of: upload, snapshot)
          let library = themeSet.trying(upload, naming: author.knownThemes(in: snapshot))
          return try Self.reply(upload, library, body, budget, explaining, options, in: themeSet)
        } catch { return error.reply }
      })
  }

  private static func reply(
    _ upload: Upload, _ library: Library, _ body: BatchBody, _ budget: BatchBudget,
    _ explaining: ExplanationDetail, _ options: RenderingOptions, in themeSet: ThemeSet
  ) throws(Refusal) -> Reply {
    let problems =
      library.problems.filter { $0.place.file == upload.source.name || $0.severity == .error }
      + [upload.absence(in: library)].compactMap { $0 }
    guard !library.hasErrors,
      let catalog = try? Catalog(library, images: themeSet.catalog.images, reusing: themeSet.catalog),
      let theme = catalog.themes[upload.name]
    else { return JSONReply.make { json in json.member("problems") { $0.problems(problems) } } }
    let selection = try ThemeSelection(theme, body.traits)
    guard let nodes = try body.nodes(for: theme, budget) else { throw budget.refusal }
    let answer = BatchAnswer(selection, explaining: explaining, budget)
    guard let looks = try answer.renderedNodes(nodes) else { throw budget.refusalOfAnswer }
    return JSONReply.make { json in
      json.member("problems") { $0.problems(problems) }
      json.member("theme") {
        $0.raw(ThemeForm.json.render(selection.context.resolved(), theme.kit.names, options))
      }
      json.member("nodes") { $0.raw(looks) }
    }
  }
}

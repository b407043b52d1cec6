internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// `POST /v1/check`: the problems of a theme document, without storing it.
struct CheckTheme: Endpoint {
  let publisher: Publisher

  var operation: Operation {
    Operation(
      .post, "/v1/check", id: "checkTheme", tag: "Themes",
      summary: "The problems of a theme document, without storing it.",
      detail: "Needs the same rights as a write, because reading a large document takes the server's time.",
      access: .author,
      parameters: [
        .init(
          .query, "name", "The name that it would have; `check` if none is given.", schema: .named("Name")),
        .format(publisher.current.now.themeSet.library.dialects.formats),
      ],
      body: [.init(.json, .named("AnyDocument"))],
      answers: [.json(200, "The problems.", "CheckResult")], refuses: [415])
  }

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let upload = try ThemeBody.upload(call, named: call["name"] ?? "check", by: "")
    let (author, snapshot) = (call.principal, call.snapshot)
    let isNamed = call["name"] != nil
    return .offload(on: .checking) { () throws(Refusal) in
      let upload = upload(publisher.now())
      try author.checkFamily(of: upload, snapshot)
      let library = snapshot.themeSet.trying(upload, naming: author.knownThemes(in: snapshot))
      let found =
        isNamed ? library.problems(checking: upload) : library.found.errors(andAllIn: upload.source.name)
      let problems = author.veiled(found, of: upload, in: snapshot)
      return .json { json in
        json.member("ok", !found.contains { $0.severity == .error })
        json.problems("problems", problems)
      }
    }
  }
}

/// `POST /v1/preview`: checks a document and, if it has no errors, looks it up as if it were stored.
struct PreviewTheme: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .post, "/v1/preview", id: "previewTheme", tag: "Themes",
    summary: "The looks and the problems of a document, without storing it.",
    detail: """
      Takes the document as text, so that lines and columns are those of its author, with `nodes` or a `tree` as for \
      `POST /v1/appearance`. If it has errors, the response has only `problems`; otherwise also the resolved `theme` and \
      the looks of the `nodes`. Needs the same rights as a write, because reading a large document takes the server's \
      time.
      """,
    access: .author,
    body: [.init(.json, .named("PreviewQuestion"), example: Self.example)],
    answers: [.json(200, "The problems and the looks.", "Preview")], refuses: [415])

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
    let options = RenderingOptions(origin: call.publicURL)
    return .offload(on: .checking) { () throws(Refusal) in
      let upload = Upload(
        name: name, file: themeSet.library.sources[name].map { String($0.baseName) } ?? "\(name).json",
        bytes: Array(text.utf8), at: publisher.now(), by: "")
      try author.checkFamily(of: upload, snapshot)
      let library = themeSet.trying(upload, naming: author.knownThemes(in: snapshot))
      let problems = library.problems(checking: upload)
      return try Self.reply(
        upload, library, author.veiled(problems, of: upload, in: snapshot), body, budget, explaining, options,
        in: themeSet)
    }
  }

  private static func reply(
    _ upload: Upload, _ library: Library, _ problems: [Problem], _ body: BatchBody, _ budget: BatchBudget,
    _ explaining: ExplanationDetail, _ options: RenderingOptions, in themeSet: ThemeSet
  ) throws(Refusal) -> Reply {
    guard !library.hasErrors,
      let catalog = try? Catalog(library, images: themeSet.catalog.images, reusing: themeSet.catalog),
      let theme = catalog.themes[upload.name]
    else { return .json { $0.problems("problems", problems) } }
    let selection = try ThemeSelection(theme, body.traits)
    guard let nodes = try body.nodes(for: theme, budget) else { throw budget.refusal }
    let answer = BatchAnswer(selection, explaining: explaining, budget)
    guard let looks = try answer.renderedNodes(nodes) else { throw budget.refusalOfAnswer }
    return .json { json in
      json.problems("problems", problems)
      json.member("theme") {
        $0.raw(ThemeForm.json.render(selection.context.resolved(), theme.kit.names, options))
      }
      json.member("nodes") { $0.raw(looks) }
    }
  }
}

internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// `GET /v1/theme`: the resolved theme in one form, or in the form that the client prefers.
struct GetTheme: ThemeEndpoint {
  /// The form that the path names; nil if `Accept` decides.
  private let form: ThemeForm?
  let publisher: Publisher
  let operation: Operation

  init(_ form: ThemeForm? = nil, publisher: Publisher) {
    (self.form, self.publisher) = (form, publisher)
    let forms = form.map { [$0] } ?? ThemeForm.allCases
    let ending = form.map { "." + $0.rawValue } ?? ""
    operation = Operation(
      .get, "/v1/theme" + ending, id: "getTheme" + (form?.about.word ?? ""), tag: "Theme",
      summary: form?.about.summary ?? "The resolved theme",
      detail: form?.about.detail ?? Self.detail,
      parameters: [.channel, .theme, .draft, Call.moment] + Self.parameters(of: forms),
      takesTraits: true,
      answers: [
        .init(
          200, "The theme.", media: forms.map { .init($0.type, $0.schema) }, headers: ["Livery-Next"]),
        .init(
          204, "An address that `Livery-Next` led to: go on to the next one, with what you have.",
          headers: ["Livery-Next"]),
        .init(304, "Not modified.", headers: ["Livery-Next"]),
      ], refuses: [404, 409, 410])
  }

  private static func parameters(of forms: [ThemeForm]) -> [Operation.Parameter] {
    (forms.contains { $0.isJSON } ? [.pretty] : [])
      + (forms.contains(.css) ? [.selectors, .declarations, .prefix, .lightDark] : [])
  }

  private static let detail = """
    Everything of a theme that applies under the given traits, with references followed: a client that resolves by \
    itself only has to apply containment. As JSON, or by `Accept` as CSS custom properties, Android resources or design tokens. \
    A browser that shows it as a page gets JSON.
    """

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let form = try chosenForm(call)
    let options = try self.options(form, call)
    let selection = try ThemeSelection(call)
    let choosing = self.form == nil ? ["Accept"] : []
    // A style sheet without traits in the query contains every variant, so no client hint chooses among them.
    let isWhole = form == .css && !selection.namesTraits
    let library = call.snapshot.themeSet.library
    // The JSON of a small theme repeats all traits.
    let repeatsTraits = form.isJSON && !selection.theme.isLarge
    let key =
      isWhole ? selection.theme.name : repeatsTraits ? selection.key : selection.variantKey
    var representation = Representation(
      key: "theme \(form.rawValue) \(isWhole) \(options.key) \(key)", type: form.type,
      vary: choosing + (isWhole ? [] : selection.hints), caching: .kept,
      headers: isWhole ? selection.ignoring : selection.headers, channel: selection.channel,
      audience: selection.audience
    ) {
      isWhole
        ? ThemeCSS.whole(selection.theme, library, options)
        : form.render(
          selection.context.resolved(asWritten: form != .json), selection.theme.kit.names,
          options)
    }
    representation.laterHints = selection.offered
    if call.services.leadsOn(call.request), !call.namesDraft {
      let named: [Request.Field] =
        (self.form == nil && form != .json ? [.init("form", form.rawValue)] : [])
        + (options.style == .pretty && call["pretty"] == nil ? [.init("pretty", "true")] : [])
        // With the channel in the address, caches need not know the host.
        + (call.isByHost ? [.init("channel", call.channel)] : [])
      representation.next = CrowdAddress(
        call, channel: selection.channel, spelling: named + (isWhole ? [] : selection.hinted))
    }
    representation.isSlow = isWhole ? selection.theme.isLargeInAllVariants : selection.theme.isLarge
    if form == .css, call.publicURL.isEmpty { representation.addressed(by: call) }
    if let newer = selection.newerTag {
      (representation.newerTag, representation.isKeptByTarget) = (newer, false)
    }
    return representation
  }

  private func chosenForm(_ call: Call) throws(Refusal) -> ThemeForm {
    if let own = form ?? call.crowd.map({ $0.form ?? .json }) { return own }
    return try Self.negotiated(call.header("Accept"))
  }

  private func options(_ form: ThemeForm, _ call: Call) throws(Refusal) -> RenderingOptions {
    // A browser is about to show it as a page.
    let isPage = self.form == nil && Negotiation.names(.html, accept: call.header("Accept"))
    let isPretty = try call.flag(.pretty) || isPage
    let prefix = call["prefix"]
    if let prefix, !Name.isWord(prefix) {
      throw .badParameter("prefix", "is \(Quoted.name(prefix)): \(Name.wordRule)")
    }
    return RenderingOptions(
      origin: form == .css ? PublicAddress.origin(of: call) : call.publicURL,
      hasSelectors: try call.flag(.selectors) && form == .css,
      hasDeclarations: try call.flag(.declarations) && form == .css, prefix: form == .css ? prefix ?? "" : "",
      hasLightDark: try call.flag(.lightDark) && form == .css,
      style: form.isJSON && isPretty ? .pretty : .compact)
  }

  /// Returns the form that the client prefers. A browser would show Android resources as a tree of tags, so it is not
  /// offered XML.
  private static func negotiated(_ accept: String?) throws(Refusal) -> ThemeForm {
    let isPage = Negotiation.names(.html, accept: accept)
    let offered = ThemeForm.allCases.filter { !isPage || $0 != .xml }.map(\.type)
    if let type = Negotiation.mediaType(accept: accept, offered: offered),
      let form = ThemeForm.allCases.first(where: { $0.type == type })
    {
      return form
    }
    throw .notAcceptable(offered)
  }
}

extension ThemeForm {
  fileprivate var schema: Operation.JSONSchema {
    switch self {
    case .json: .named("Theme")
    case .css, .xml: .string
    case .tokens: .named("DesignTokens")
    }
  }
}

/// `GET /v1/theme.….zip`: the theme as files for the build of an app.
struct GetThemeArchive: ThemeEndpoint {
  private let form: ArchiveForm
  let publisher: Publisher
  let operation: Operation

  init(_ form: ArchiveForm, publisher: Publisher) {
    (self.form, self.publisher) = (form, publisher)
    operation = Operation(
      .get, "/v1/theme.\(form.rawValue).zip", id: "getTheme" + form.about.word, tag: "Theme",
      summary: form.about.summary,
      detail: form.about.detail,
      parameters: [.channel, .theme, .draft, Call.moment, .images]
        + (form == .android ? [.fonts] : []), takesTraits: true,
      answers: [.init(200, "The archive.", media: [.init(.zip, .binary)]), .unchanged],
      refuses: [404, 409, 410])
  }

  func represent(_ call: Call) throws(Refusal) -> Representation {
    // The build of an app is not a device, so its client hints are ignored.
    let selection = try ThemeSelection(call, header: { _ in nil })
    let hasImages = try call.flag(.images, otherwise: true)
    let hasFonts = try call.flag(.fonts, otherwise: true)
    let (form, services, snapshot) = (form, call.services, call.snapshot)
    var representation = Representation(
      key: "archive \(form) \(hasImages) \(hasFonts) \(selection.archiveKey)", type: .zip,
      headers: selection.ignoring, channel: selection.channel, audience: selection.audience
    ) { () throws(Refusal) in
      let archive = ThemeArchive(gzip: services.gzip) { services.image($0, snapshot) }
      do throws(ArchiveError) {
        return try form.render(
          selection.theme, selection.traits.given, hasImages: hasImages, hasFonts: hasFonts, into: archive)
      } catch { throw Refusal(error) }
    }
    representation.isSlow = true
    return representation
  }
}

/// `GET /v1/theme.d.ts`: the names of a theme, for TypeScript.
struct GetThemeTypes: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/theme.d.ts", id: "getThemeTypes", tag: "Theme",
    summary: "The names of a theme, for TypeScript",
    detail: """
      The names of all colors, values, images and styles of the theme, and of the classes of its kit, as types: a \
      misspelled name does not compile. `livery types` writes the same, and Swift, Kotlin and CSS.
      """,
    parameters: [.channel, .theme, .draft],
    answers: [.init(200, "The types.", media: [.init(.text, .string)]), .unchanged],
    refuses: [404, 409, 410])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    try .ofTheme("types", .text, call) { Array(ThemeNames($0, $1).text(in: .ts).utf8) }
  }
}

/// `GET /v1/theme.tokensstudio.json`: a theme as a file of Tokens Studio.
struct GetStudioFile: ThemeEndpoint {
  let publisher: Publisher
  let operation = Operation(
    .get, "/v1/theme.tokensstudio.json", id: "getThemeStudioFile", tag: "Theme",
    summary: "The theme as a file of Tokens Studio",
    detail: """
      The sets and themes of the file that the theme comes from, and a set with what Livery's themes add to them; for a \
      theme that comes from no such file, a set of its colors and values, and one for each value of a trait. \
      `livery export --format tokensstudio` writes the same.
      """,
    parameters: [.channel, .theme, .draft, Call.moment],
    answers: [.init(200, "The file.", media: [.init(.json, .named("Document"))]), .unchanged],
    refuses: [404, 409, 410])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    try .ofTheme("studio", .json, call) { StudioFile.render($0, $1) }
  }
}

extension Representation {
  /// Returns a representation of a theme with all of its variants.
  /// - Parameter word: the begin of its key.
  fileprivate static func ofTheme(
    _ word: String, _ type: MediaType, _ call: Call,
    render: @escaping @Sendable (CompiledTheme, Library) -> [UInt8]
  ) throws(Refusal) -> Representation {
    let selection = try ThemeSelection(call, header: { _ in nil })
    let library = call.snapshot.themeSet.library
    return Representation(
      key: "\(word) \(selection.theme.name)", type: type, caching: .kept, channel: selection.channel,
      audience: selection.audience
    ) { render(selection.theme, library) }
  }
}

extension ThemeSelection {
  /// The name of an archive, which has the variants for the color scheme and the contrast that are not given.
  fileprivate var archiveKey: String {
    let kit = theme.kit.definition
    return traits.given.keys.filter { kit.traits[$0]?.hint != nil }.sorted().reduce(variantKey) {
      "\($0) \($1)"
    }
  }
}

/// An endpoint for a theme in some form: with `at`, for the one that a channel shows at another moment.
protocol ThemeEndpoint: ReadingEndpoint {
  var publisher: Publisher { get }
}

extension ThemeEndpoint {
  func answer(_ call: Call) throws(Refusal) -> Outcome {
    guard let moment = try call.moment("at") else { return try read(call) }
    return try call.themeThen(at: moment, in: publisher) { call throws(Refusal) in try represent(call) }
  }
}

extension Call {
  static let moment = Operation.Parameter(
    .query, "at",
    "Another moment: what would show then, or what the log says was shown. Needs a token that may operate.",
    schema: .moment)

  /// Returns the theme of another moment, as its document is now. It is not cached, and no client waits for it.
  fileprivate func themeThen(
    at moment: Timestamp, in publisher: Publisher,
    represent: @escaping @Sendable (Call) throws(Refusal) -> Representation
  ) throws(Refusal) -> Outcome {
    for name in ["theme", "draft"] where self[name] != nil {
      throw .badParameter("at", "is for what a channel shows, so '\(name)' can't be given too.")
    }
    try principal.check(.operate, in: channel)
    let shown = try snapshot.existing(channel)
    return .offload(on: .reading) { [self] () throws(Refusal) in
      var call = self
      if moment < services.clock() {
        call.themeThen = try pastTheme(at: moment, in: publisher)
      } else {
        let end = moment.advanced(bySeconds: 1)
        let outlook = try snapshot.outlook(channel, from: moment, until: end, services.zones)
        call.themeThen = outlook.spans.first?.theme ?? shown.theme
      }
      let representation = try represent(call)
      return .fresh(
        try representation.render(), representation.type,
        headers: representation.headers.filter { $0.name == "Livery-Ignored-Traits" })
    }
  }

  private func pastTheme(at moment: Timestamp, in publisher: Publisher) throws(Refusal) -> String {
    if let shown = snapshot.activation(of: channel), shown.at <= moment { return shown.theme }
    if let found = try publisher.newestSwitch(of: channel, where: { $0.at <= moment }) { return found.theme }
    throw .gone(
      "The log of '\(channel)' does not reach back to \(moment).", in: channel, for: principal, snapshot)
  }
}

internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// `GET /v1/theme`: the resolved theme in one form, or in the form that the client prefers.
struct GetTheme: ReadingEndpoint {
  /// The form that the path names; nil if `Accept` decides.
  private let form: ThemeForm?
  let operation: Operation

  init(_ form: ThemeForm? = nil) {
    self.form = form
    let forms = form.map { [$0] } ?? ThemeForm.allCases
    let ending = form.map { "." + $0.rawValue } ?? ""
    operation = Operation(
      .get, "/v1/theme" + ending, id: "getTheme" + (form?.about.word ?? ""), tag: "Theme",
      summary: form?.about.summary ?? "The resolved theme",
      detail: form?.about.detail ?? Self.detail, parameters: [.channel, .theme] + Self.parameters(of: forms),
      takesTraits: true,
      answers: [
        .init(200, "The theme.", media: forms.map { .init($0.type, $0.schema) }),
        .unchanged,
      ], refuses: [404])
  }

  private static func parameters(of forms: [ThemeForm]) -> [Operation.Parameter] {
    (forms.contains { $0.isJSON } ? [.pretty] : []) + (forms.contains(.css) ? [.selectors] : [])
  }

  private static let detail = """
    Everything of a theme that applies under the given traits, with references followed: a client that resolves by \
    itself only has to apply containment. As JSON, or by `Accept` as CSS custom properties, Android resources or design tokens. \
    A browser that shows it as a page gets JSON.
    """

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let form: ThemeForm
    if let own = self.form { form = own } else { form = try Self.negotiated(call.header("Accept")) }
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
          selection.context.resolved(asWritten: form == .css || form == .tokens), selection.theme.kit.names,
          options)
    }
    representation.laterHints = selection.offered
    representation.isSlow = isWhole ? selection.theme.isLargeInAllVariants : selection.theme.isLarge
    if form == .css, call.services.publicURL.isEmpty {
      let gate = call.services.gate
      representation.addressHeaders = PublicAddress.headers(gate)
      representation.isKeptByTarget =
        !gate.trustsProxies || !PublicAddress.isForwarded { call.header($0) }
    }
    return representation
  }

  private func options(_ form: ThemeForm, _ call: Call) throws(Refusal) -> RenderingOptions {
    // A browser is about to show it as a page.
    let isPage = self.form == nil && Negotiation.names(.html, accept: call.header("Accept"))
    let isPretty = try call.flag(.pretty) || isPage
    return RenderingOptions(
      origin: form == .css ? PublicAddress.origin(of: call) : call.services.publicURL,
      hasSelectors: try call.flag(.selectors) && form == .css,
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
struct GetThemeArchive: ReadingEndpoint {
  private let form: ArchiveForm
  let operation: Operation

  init(_ form: ArchiveForm) {
    self.form = form
    operation = Operation(
      .get, "/v1/theme.\(form.rawValue).zip", id: "getTheme" + form.about.word, tag: "Theme",
      summary: form.about.summary,
      detail: form.about.detail, parameters: [.channel, .theme, .images], takesTraits: true,
      answers: [.init(200, "The archive.", media: [.init(.zip, .binary)]), .unchanged], refuses: [404, 409])
  }

  func represent(_ call: Call) throws(Refusal) -> Representation {
    // The build of an app is not a device, so its client hints are ignored.
    let selection = try ThemeSelection(call, header: { _ in nil })
    let hasImages = try call.flag(.images, otherwise: true)
    let (form, services) = (form, call.services)
    var representation = Representation(
      key: "archive \(form) \(hasImages) \(selection.archiveKey)", type: .zip,
      headers: selection.ignoring, channel: selection.channel, audience: selection.audience
    ) { () throws(Refusal) in
      let archive = ThemeArchive(gzip: services.gzip, open: services.image)
      do throws(ArchiveError) {
        return try form.render(selection.theme, selection.traits.given, hasImages: hasImages, into: archive)
      } catch { throw Refusal(error) }
    }
    representation.isSlow = true
    return representation
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

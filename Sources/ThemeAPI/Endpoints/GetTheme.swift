internal import Changes
internal import Resolution
internal import Themes

/// The resolved theme in one form, or in the form that the client likes best.
struct GetTheme: ReadingEndpoint {
  /// The form that the path's ending names; nil where `Accept` decides.
  private let form: ThemeForm?
  let operation: Operation

  init(_ form: ThemeForm? = nil) {
    self.form = form
    let forms = form.map { [$0] } ?? ThemeForm.allCases
    let ending = form.map { "." + $0.rawValue } ?? ""
    operation = Operation(
      .get, "/v1/theme" + ending, id: "getTheme" + (form?.word ?? ""), tag: "Theme",
      summary: form?.summary ?? "The resolved theme",
      detail: form?.detail ?? Self.detail, parameters: [.channel, .theme], takesTraits: true,
      answers: [
        .init(200, "The theme.", media: forms.map { .init($0.type, $0.schema) }), .unchanged, .refusal(404),
      ])
  }

  private static let detail = """
    Everything of a theme that the given traits leave, references followed: only containment is left to a client \
    that resolves on its own. As JSON, or by `Accept` as CSS custom properties, Android resources or design tokens.
    """

  func represent(
    _ request: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> Representation {
    let form: ThemeForm
    if let own = self.form { form = own } else { form = try Self.negotiated(request.header("Accept")) }
    let selection = try ThemeSelection(request, operation: operation, in: snapshot)
    let choosing = self.form == nil ? ["Accept"] : []
    // A style sheet without traits in the query carries every variant, so no hint chooses among them.
    let isWhole = form == .css && !selection.namesTraits
    let key = isWhole ? selection.theme.name : selection.key
    var representation = Representation(
      key: "theme \(form) \(isWhole) \(key)", type: form.type,
      vary: choosing + (isWhole ? [] : selection.hints),
      headers: isWhole ? selection.ignoring : selection.headers, channel: selection.channel,
      audience: selection.audience
    ) { () throws(Refusal) in
      isWhole
        ? ThemeCSS.whole(selection.theme, snapshot.themeSet.library)
        : form.render(selection.context.resolved(), selection.theme)
    }
    representation.isSlow = isWhole ? selection.theme.isLargeInAllVariants : selection.theme.isLarge
    return representation
  }

  private static func negotiated(_ accept: String?) throws(Refusal) -> ThemeForm {
    let offered = ThemeForm.allCases.map(\.type)
    if let type = Negotiation.mediaType(accept: accept, offered: offered),
      let form = ThemeForm.allCases.first(where: { $0.type == type })
    {
      return form
    }
    throw .notAcceptable(offered)
  }
}

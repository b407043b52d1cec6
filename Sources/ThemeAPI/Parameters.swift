internal import Changes
internal import Documents
internal import Renderings
internal import Themes

extension Operation.Parameter {
  static let channel = Operation.Parameter(
    .query, "channel",
    "The channel; if none is given, that of the host, else `main`. It has one active theme, which clients follow.",
    schema: .named("Name"), example: "main")

  static let channelOrEvery = Operation.Parameter(
    .query, "channel",
    "The channel, as for a theme; `*` for all channels, and for changes that concern none.",
    schema: .named("ChannelOrEvery"), example: "main")

  static let theme = Operation.Parameter(
    .query, "theme", "Any theme instead of the active one of the channel, as for a preview.",
    schema: .named("Name"), example: "new-year")

  static let explain = Operation.Parameter(
    .query, "explain",
    "Explains the result: with `true`, which rule won and why each other lost; with `all`, also which did not match.",
    schema: .words(["true", "false", "all"]))

  static let pretty = Operation.Parameter(
    .query, "pretty", "JSON with line breaks and indentation, for people.", schema: .flag)

  static let selectors = Operation.Parameter(
    .query, "selectors",
    """
    Whether a style sheet includes rules in containers, as selectors of the elements that the kit names for its classes. \
    A comment counts the rules of classes without such an element.
    """, schema: .flag)

  static let declarations = Operation.Parameter(
    .query, "declarations",
    """
    Whether a style sheet also sets the properties of the elements that the kit names for its classes, in the layer \
    `livery`: `.btn:hover { background-color: … }`. It includes the rules in containers, as with `selectors`.
    """, schema: .flag)

  static let prefix = Operation.Parameter(
    .query, "prefix",
    "A word before the names of a style sheet's custom properties: `--acme-accent` for `acme`.",
    schema: .init(##"{"type":"string","pattern":"^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$"}"##), example: "acme")

  static let lightDark = Operation.Parameter(
    .query, "lightDark",
    """
    Whether a style sheet without traits writes colors that differ only in the dark once, as `light-dark()`. Browsers since \
    2024 know it.
    """, schema: .flag)

  static let images = Operation.Parameter(
    .query, "images", "Whether it includes images; true if not given.", schema: .flag)

  static let fonts = Operation.Parameter(
    .query, "fonts", "Whether it includes fonts; true if not given.", schema: .flag)

  static let idempotencyKey = Operation.Parameter(
    .header, "Idempotency-Key",
    "The same key with the same request gets the first answer again, for a day; with another request, 422.",
    schema: .init(#"{"type":"string","pattern":"^[!-~]{1,255}$"}"#))

  static let ifMatch = Operation.Parameter(
    .header, "If-Match", "Only if the document still has this entity tag; `*` for any that exists.")

  /// The name of something in a theme: nearly anything, percent-encoded.
  static func entry(_ summary: String, example: String) -> Operation.Parameter {
    Operation.Parameter(.path, "name", summary, schema: .named("EntryName"), example: example)
  }

  static func name(_ summary: String, example: String? = nil) -> Operation.Parameter {
    Operation.Parameter(.path, "name", summary, schema: .named("Name"), example: example)
  }

  static func format(_ formats: [ThemeFormat]) -> Operation.Parameter {
    Operation.Parameter(
      .query, "format", "The format of the document; Livery's own if none is given.",
      schema: .words(formats.map(\.name)))
  }
}

extension [Operation.Medium] {
  static func fields(_ schema: String, example: String) -> [Operation.Medium] {
    [
      .init(.json, .named(schema), example: example),
      .init(MediaType("application/x-www-form-urlencoded"), .named(schema)),
    ]
  }
}

extension Call {
  /// The channel of the query, else that of the host, else `main`.
  var channel: String { self["channel"] ?? request.host?.channel ?? "main" }

  func flag(_ parameter: Operation.Parameter, otherwise standard: Bool = false) throws(Refusal) -> Bool {
    switch self[parameter.name] {
    case nil: return standard
    case "false": return false
    case "true": return true
    case let other?: throw .badParameter(parameter.name, "is true or false, not '\(other.shown)'.")
    }
  }

  func moment(_ parameter: String) throws(Refusal) -> Timestamp? {
    guard let text = self[parameter] else { return nil }
    guard let moment = Timestamp(text) else {
      throw .badParameter(
        parameter, "is no moment: '\(text.shown)'; write it as \(Timestamp.spelling(near: text)).")
    }
    return moment
  }
}

extension ExplanationDetail {
  init(_ text: String?) throws(Refusal) {
    switch text {
    case nil, "false": self = .nothing
    case "true": self = .matching
    case "all": self = .all
    case let other?: throw .badParameter("explain", "is true, false or all, not '\(other.shown)'.")
    }
  }
}

internal import Documents
internal import Themes

/// The query parameters that mean the same everywhere.
extension Operation.Parameter {
  static let channel = Operation.Parameter(
    .query, "channel", "The channel, `main` where none is given: what clients follow, with one active theme.",
    schema: .named("Name"), example: "main")

  static let channelOrEvery = Operation.Parameter(
    .query, "channel",
    "The channel, `main` where none is given; `*` for all of them, and what concerns none.",
    schema: .named("ChannelOrEvery"), example: "main")

  static let theme = Operation.Parameter(
    .query, "theme", "Any theme instead of the channel's active one, as for a preview.",
    schema: .named("Name"),
    example: "new-year")

  static let explain = Operation.Parameter(
    .query, "explain",
    "Tells why: `true` which rule won and why each other lost, `all` also which did not match.",
    schema: .words(["true", "false", "all"]))

  /// The name of something in a theme: nearly anything, percent-encoded.
  static func entry(_ summary: String, example: String) -> Operation.Parameter {
    Operation.Parameter(.path, "name", summary, schema: .named("EntryName"), example: example)
  }

  static let pretty = Operation.Parameter(
    .query, "pretty", "JSON with line breaks and indentation, for people.", schema: .words(["true", "false"]))

  static let selectors = Operation.Parameter(
    .query, "selectors",
    """
    Whether a style sheet has rules in containers too, as selectors of the elements that the kit names for its \
    classes. Those that it names none for are counted in a comment.
    """, schema: .words(["true", "false"]))

  static let images = Operation.Parameter(
    .query, "images", "Whether images are in it; true where it is not given.",
    schema: .words(["true", "false"]))

  static func name(_ summary: String, example: String) -> Operation.Parameter {
    Operation.Parameter(.path, "name", summary, schema: .named("Name"), example: example)
  }
}

extension Call {
  /// A parameter that is true or false.
  func flag(_ parameter: Operation.Parameter, otherwise standard: Bool = false) throws(Refusal) -> Bool {
    switch self[parameter.name] {
    case nil: return standard
    case "false": return false
    case "true": return true
    case let other?: throw .badParameter(parameter.name, "is true or false, not '\(other.shown)'.")
    }
  }
}

extension ExplanationDetail {
  /// As the parameter `explain` says it.
  init(_ text: String?) throws(Refusal) {
    switch text {
    case nil, "false": self = .nothing
    case "true": self = .matching
    case "all": self = .all
    case let other?: throw .badParameter("explain", "is true, false or all, not '\(other.shown)'.")
    }
  }
}

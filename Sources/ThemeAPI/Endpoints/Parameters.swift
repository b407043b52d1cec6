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

  static func name(_ summary: String, example: String) -> Operation.Parameter {
    Operation.Parameter(.path, "name", summary, schema: .named("Name"), example: example)
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

internal import Documents

/// What a format calls a choice, and what is chosen; companions call it a modifier in all of them.
struct ModifierWords: Sendable {
  let modifier: String
  let context: String
  let document: String
  /// What the names of the files end in that say what a choice is.
  let companionSuffix: String
  /// Whether what is chosen has names as people write them: themes have such names with hyphens in them.
  let areFree: Bool

  static let resolver = ModifierWords(
    modifier: "modifier", context: "context", document: "document",
    companionSuffix: ResolverDialect.companionSuffix, areFree: false)
  static let studio = ModifierWords(
    modifier: "group", context: "theme", document: "file",
    companionSuffix: StudioDialect.companionSuffix, areFree: true)

  /// How a companion says what a choice is.
  func advice(on modifier: ResolverModifier) -> Message {
    "; say what it is in the file beside this one that ends in '\(companionSuffix)', as in "
      + "\"modifiers\": { \"\(modifier.name.printable)\": \"another-name\" }."
  }

  /// The name of a theme that one of the contexts is.
  func themeName(of context: String) -> String {
    guard areFree else { return context }
    let bytes = context.utf8.map { $0.isWordByte || $0 == UInt8(ascii: ".") ? $0 : UInt8(ascii: "-") }
    return String(decoding: bytes, as: UTF8.self)
  }
}

internal import Resolution

/// The forms that a resolved theme is served in.
enum ThemeForm: String, Sendable, Hashable, CaseIterable {
  case json
  case css
  case xml
  case tokens = "tokens.json"

  var type: MediaType {
    switch self {
    case .json: .json
    case .css: .css
    case .xml: .xml
    case .tokens: .tokens
    }
  }

  func render(_ theme: ResolvedTheme, _ compiled: CompiledTheme) -> [UInt8] {
    switch self {
    case .json: ThemeJSON.render(theme, kit: compiled.kit.definition)
    case .css: ThemeCSS.one(theme)
    case .xml: ThemeXML.render(theme)
    case .tokens: ThemeTokens.render(theme, kit: compiled.kit.definition)
    }
  }
}

/// How the forms are described.
extension ThemeForm {
  var word: String {
    switch self {
    case .json: "JSON"
    case .css: "CSS"
    case .xml: "Android"
    case .tokens: "Tokens"
    }
  }

  var summary: String {
    switch self {
    case .json: "The resolved theme as JSON"
    case .css: "The theme as CSS custom properties"
    case .xml: "The theme as Android resources"
    case .tokens: "The theme as design tokens"
    }
  }

  var detail: String {
    switch self {
    case .json: "The same as `/v1/theme` with `Accept: application/json`."
    case .css:
      """
      Colors, images and the rules without containers as custom properties, their names in kebab case. Without \
      traits in the query every variant under its media query; with them, only that one.
      """
    case .xml: "Colors as `#AARRGGBB`, names in snake case: a file for `res/values`."
    case .tokens: "Design tokens as the community group's 2025.10 format has them, colors with `hex`."
    }
  }

  var schema: Operation.JSONSchema {
    switch self {
    case .json: .named("Theme")
    case .css, .xml: .string
    case .tokens: .named("DesignTokens")
    }
  }
}

package import Documents
package import Resolution
package import Themes

/// The forms that a resolved theme is served in.
package enum ThemeForm: String, Sendable, Hashable, CaseIterable {
  case json
  case css
  case xml
  case tokens = "tokens.json"

  package var type: MediaType {
    switch self {
    case .json: .json
    case .css: .css
    case .xml: .xml
    case .tokens: .tokens
    }
  }

  package var isJSON: Bool { self == .json || self == .tokens }

  package func render(_ theme: ResolvedTheme, _ kit: KitIndex, _ options: RenderingOptions) -> [UInt8] {
    switch self {
    case .json: ThemeJSON.render(theme, kit: kit.definition, options)
    case .css: ThemeCSS.one(theme, kit, options)
    case .xml: ThemeXML.render(theme, kit)
    case .tokens: ThemeTokens.render(theme, kit: kit, options)
    }
  }

  /// The word for it in the names of operations, and the summary and description that the interface publishes.
  package var about: (word: String, summary: String, detail: String) {
    switch self {
    case .json:
      ("JSON", "The resolved theme as JSON", "The same as `/v1/theme` with `Accept: application/json`.")
    case .css:
      (
        "CSS", "The theme as CSS custom properties",
        """
        Colors, images and the rules without containers as custom properties, their names in kebab case, values as \
        the kit says that CSS spells them, those of a type in one line and part by part. Without traits in the query \
        every variant under its media query and, for a reader's own choice, under `data-scheme` and `data-contrast`; \
        with them, only that one. Colors that sRGB has not once more for screens that show them.
        """
      )
    case .xml:
      (
        "Android", "The theme as Android resources",
        "Colors as `#AARRGGBB`, lengths as `dp` and `sp`, names in snake case: a file for `res/values`."
      )
    case .tokens:
      (
        "Tokens", "The theme as design tokens",
        """
        Design tokens as the community group's 2025.10 format has them: colors and values where their names say, \
        references and all; what rules set under `appearance`, and what no token can say under `org.livery` in `$extensions`.
        """
      )
    }
  }
}

/// The choices that affect how a theme is written, but not its content.
package struct RenderingOptions: Sendable, Hashable {
  /// The prefix of image paths: scheme, host and path, or nothing.
  package var origin = ""
  /// Indicates whether a style sheet includes the rules in containers that selectors can express.
  package var hasSelectors = false
  package var style = JSONWriter.Style.compact

  package init(origin: String = "", hasSelectors: Bool = false, style: JSONWriter.Style = .compact) {
    (self.origin, self.hasSelectors, self.style) = (origin, hasSelectors, style)
  }

  /// A text that differs for different renderings.
  package var key: String { "\(style == .pretty) \(hasSelectors) \(origin)" }
}

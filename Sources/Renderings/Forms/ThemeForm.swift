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
        Colors, images and the rules without containers become custom properties with names in kebab case and values \
        in the CSS notation of the kit. Typography is written as one property and also part by part. Without traits in \
        the query, the style sheet has every variant under its media query and, for a choice of the reader, under \
        `data-scheme` and `data-contrast`. With traits, it has only that variant. A color outside sRGB is followed by \
        a second declaration for screens that show it.
        """
      )
    case .xml:
      (
        "Android", "The theme as Android resources",
        "A file for `res/values`: colors as `#AARRGGBB`, lengths as `dp` and `sp`, names in snake case."
      )
    case .tokens:
      (
        "Tokens", "The theme as design tokens",
        """
        Design tokens in the 2025.10 format of the community group. Colors and values are tokens with their references, \
        grouped by their names. The values that rules set are under `appearance`. Data that no token can hold is in \
        `$extensions`, under `org.livery`.
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
  /// Indicates whether a style sheet sets the properties of elements, by the selectors of the kit.
  package var hasDeclarations = false
  /// The word before the names of a style sheet's custom properties, or nothing.
  package var prefix = ""
  /// Indicates whether colors that differ only in the dark are written once, as `light-dark()`.
  package var hasLightDark = false
  package var style = JSONWriter.Style.compact

  package init(
    origin: String = "", hasSelectors: Bool = false, hasDeclarations: Bool = false, prefix: String = "",
    hasLightDark: Bool = false, style: JSONWriter.Style = .compact
  ) {
    (self.origin, self.style, self.hasDeclarations) = (origin, style, hasDeclarations)
    (self.prefix, self.hasLightDark) = (prefix, hasLightDark)
    // Without them, a declaration would not know of the containers.
    self.hasSelectors = hasSelectors || hasDeclarations
  }

  /// A text that differs for different renderings.
  package var key: String {
    "\(style == .pretty) \(hasSelectors) \(hasDeclarations) \(hasLightDark) \(prefix) \(origin)"
  }
}

package struct MediaType: Sendable, Hashable {
  package let text: String
  /// `application/json`, without parameters.
  package let name: String

  package init(_ name: String, parameters: String = "") {
    self.name = name
    text = name + parameters
  }

  /// Indicates whether compression usually makes it shorter.
  package var isCompressible: Bool {
    name.hasPrefix("text/") || name.hasSuffix("json") || name.hasSuffix("xml") || self == .bytes
  }

  package static let json = MediaType("application/json")
  package static let problem = MediaType("application/problem+json")
  package static let css = MediaType("text/css", parameters: "; charset=utf-8")
  package static let xml = MediaType("application/xml", parameters: "; charset=utf-8")
  package static let tokens = MediaType("application/design-tokens+json")
  package static let propertyList = MediaType("application/x-plist")
  package static let text = MediaType("text/plain", parameters: "; charset=utf-8")
  /// The text format of Prometheus.
  package static let metrics = MediaType("text/plain", parameters: "; version=0.0.4; charset=utf-8")
  package static let html = MediaType("text/html", parameters: "; charset=utf-8")
  package static let javaScript = MediaType("text/javascript", parameters: "; charset=utf-8")
  package static let eventStream = MediaType("text/event-stream")
  package static let zip = MediaType("application/zip")
  package static let bytes = MediaType("application/octet-stream")
}

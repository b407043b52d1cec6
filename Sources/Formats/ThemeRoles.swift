internal import Documents
package import Themes

/// Rules for the colors of a theme without rules, proposed by the usual names of colors: `background`, `on-surface`, `primary`.
package struct ThemeRoles: Sendable {
  package struct Proposal: Sendable {
    package let target: String
    package let property: String
    package let color: String
    package let reason: String
  }

  package let proposals: [Proposal]
  /// A document in Livery's own form, of a theme that extends the theme.
  package let bytes: [UInt8]
  /// The name of that theme.
  package let name: String

  private enum Role: String, CaseIterable {
    case background, surface, text, secondaryText, primary, onPrimary, border

    /// The names of colors in this role, the better first, as style sheets write them.
    var names: [String] {
      switch self {
      case .background:
        ["background", "bg", "page", "canvas", "body", "background-primary", "bg-primary", "surface-page"]
      case .surface:
        [
          "surface", "card", "panel", "background-surface", "bg-surface", "surface-primary",
          "background-secondary",
        ]
      case .text:
        [
          "text", "on-background", "on-surface", "foreground", "fg", "ink", "text-primary", "content-primary",
          "content", "label",
        ]
      case .secondaryText:
        [
          "text-secondary", "on-surface-variant", "muted-foreground", "text-muted", "secondary-text",
          "content-secondary", "muted",
        ]
      case .primary:
        [
          "primary", "accent", "brand", "tint", "action", "interactive", "brand-primary", "accent-primary",
          "link",
        ]
      case .onPrimary:
        [
          "on-primary", "primary-foreground", "on-accent", "accent-foreground", "text-on-primary", "on-brand",
          "primary-contrast",
        ]
      case .border:
        ["border", "outline", "divider", "separator", "stroke", "border-primary", "border-default", "line"]
      }
    }

    var words: String {
      switch self {
      case .background: "the background of the screen"
      case .surface: "the background of what lies on it"
      case .text: "the color of text"
      case .secondaryText: "the color of text of less weight"
      case .primary: "the color of what can be touched"
      case .onPrimary: "the color of text on the primary one"
      case .border: "the color of lines"
      }
    }
  }

  private static let rules: [String: [(role: Role, target: String, property: String)]] = [
    "uikit": [
      (.background, "UIWindow", "backgroundColor"), (.primary, "UIWindow", "tintColor"),
      (.background, "UITableView", "backgroundColor"), (.border, "UITableView", "separatorColor"),
      (.surface, "UITableViewCell", "backgroundColor"), (.surface, "UINavigationBar", "barTintColor"),
      (.surface, "UITabBar", "barTintColor"), (.secondaryText, "UITabBar", "unselectedItemTintColor"),
      (.text, "UILabel", "textColor"), (.text, "UITextField", "textColor"),
      (.primary, "UIButton", "titleColor:normal"), (.primary, "UISwitch", "onTintColor"),
      (.primary, "UIProgressView", "progressTintColor"),
    ],
    "web": [
      (.background, "body", "backgroundColor"), (.text, "body", "color"),
      (.surface, "header", "backgroundColor"),
      (.surface, "dialog", "backgroundColor"), (.text, "dialog", "color"), (.secondaryText, "small", "color"),
      (.primary, "a", "color:normal"), (.primary, "button", "backgroundColor:normal"),
      (.onPrimary, "button", "color:normal"), (.border, "input", "borderColor:normal"),
      (.primary, "input", "accentColor"), (.border, "hr", "borderColor"),
    ],
    "android": [
      (.background, "CoordinatorLayout", "background:normal"), (.surface, "Toolbar", "background:normal"),
      (.text, "Toolbar", "titleTextColor"), (.surface, "CardView", "cardBackgroundColor"),
      (.border, "CardView", "strokeColor"), (.text, "TextView", "textColor:normal"),
      (.secondaryText, "TextView", "textColorHint:normal"),
      (.primary, "MaterialButton", "backgroundTint:normal"),
      (.onPrimary, "MaterialButton", "textColor:normal"), (.primary, "ProgressBar", "progressTint"),
      (.primary, "TabLayout", "tabIndicatorColor"),
    ],
  ]

  /// Returns nil for a theme with rules, of a kit that is not shipped, or whose names say nothing.
  package init?(for theme: Theme) {
    guard theme.rules.isEmpty, let rules = Self.rules[theme.kit] else { return nil }
    let colors = Self.colors(of: theme)
    proposals = rules.compactMap { rule in
      colors[rule.role].map { color in
        Proposal(
          target: rule.target, property: rule.property, color: color,
          reason: "\(Quoted.name(color)) is called like \(rule.role.words)")
      }
    }
    guard !proposals.isEmpty else { return nil }
    name = "\(theme.name).roles"
    var json = JSONWriter(.pretty)
    json.object { [proposals] json in
      json.member("title", "\(theme.title ?? theme.name) with rules")
      json.member("kit", theme.kit)
      json.member("extends", theme.name)
      json.objects("appearance", for: proposals) { json, proposal in
        json.member("for", proposal.target)
        json.object("set") { $0.member(proposal.property, "{\(proposal.color)}") }
      }
    }
    bytes = json.finished()
  }

  /// The words before a name that say nothing of its role.
  private static let prefixes: Set = [
    "semantic", "sys", "system", "md", "ref", "theme", "palette", "alias", "default", "app", "ui",
  ]
  /// The words anywhere in a name that say nothing of it: `bgColor.default`.
  private static let fillers: Set = ["color", "colors"]

  private static func colors(of theme: Theme) -> [Role: String] {
    var byWords: [String: String] = [:]
    for name in theme.colors.keys.sorted() {
      let words = FlatName.color(name).kebab.split(separator: "-").map(String.init)
        .filter { !fillers.contains($0) }
      let plain = words.drop { prefixes.contains($0) }.joined(separator: "-")
      for form in [plain, plain.hasSuffix("-default") ? String(plain.dropLast(8)) : plain]
      where byWords[form] == nil {
        byWords[form] = name
      }
    }
    return Dictionary(
      uniqueKeysWithValues: Role.allCases.compactMap { role in
        role.names.lazy.compactMap { byWords[$0] }.first.map { (role, $0) }
      })
  }
}

// The theme '{{theme}}' of the kit '{{kit}}' for SwiftUI, made by `livery export --template swiftui`. Do not edit.

import SwiftUI

public struct ThemeColors: Sendable {
{{#each colors}}
  public var {{camel}}: Color
{{/each}}

  public static let light = ThemeColors(
{{#each colors}}
    {{camel}}: Color(.sRGB, red: {{light.r}}, green: {{light.g}}, blue: {{light.b}}, opacity: {{light.opacity}}){{#unless last}},{{/unless}}
{{/each}}
  )

  public static let dark = ThemeColors(
{{#each colors}}
    {{camel}}: Color(.sRGB, red: {{dark.r}}, green: {{dark.g}}, blue: {{dark.b}}, opacity: {{dark.opacity}}){{#unless last}},{{/unless}}
{{/each}}
  )

  public static func colors(for scheme: ColorScheme) -> ThemeColors { scheme == .dark ? dark : light }
}

public enum ThemeSizes {
{{#each sizes}}
  public static let {{camel}}: CGFloat = {{px}}
{{/each}}
}

public enum ThemeFonts {
{{#each fonts}}
  public static let {{camel}} = Font.custom("{{family}}", size: {{size}}).weight(Font.Weight(hundreds: {{hundreds}}))
{{/each}}
}

public struct ThemeShadow: Sendable {
  public let color: Color
  public let radius: CGFloat
  public let x: CGFloat
  public let y: CGFloat
}

public enum ThemeShadows {
{{#each shadows}}
  public static let {{camel}}: [ThemeShadow] = [
{{#each light.layers}}
{{#unless inset}}
    ThemeShadow(color: Color(.sRGB, red: {{color.r}}, green: {{color.g}}, blue: {{color.b}}, opacity: {{color.opacity}}), radius: {{blur}} / 2, x: {{x}}, y: {{y}}),
{{/unless}}
{{/each}}
  ]
  public static let {{camel}}Dark: [ThemeShadow] = [
{{#each dark.layers}}
{{#unless inset}}
    ThemeShadow(color: Color(.sRGB, red: {{color.r}}, green: {{color.g}}, blue: {{color.b}}, opacity: {{color.opacity}}), radius: {{blur}} / 2, x: {{x}}, y: {{y}}),
{{/unless}}
{{/each}}
  ]
{{/each}}
}

extension Font.Weight {
  fileprivate init(hundreds: Int) {
    let weights: [Font.Weight] = [
      .ultraLight, .thin, .light, .regular, .medium, .semibold, .bold, .heavy, .black,
    ]
    self = weights[hundreds / 100 - 1]
  }
}

internal import Resolution

/// The lengths, fonts and shadows of a theme as source code for UIKit: an asset catalog has only colors and images.
enum SwiftExtensions {
  static func source(for theme: CompiledTheme, _ traits: [String: String]) throws(ArchiveError) -> [UInt8] {
    do throws(ThemeTemplate.Failure) {
      return Array(try ThemeTemplate(template).render(theme, given: traits).utf8)
    } catch { throw .tooLarge }
  }

  private static let template = ##"""
    // The lengths, fonts and shadows of the theme '{{theme}}', made by Livery. Do not edit.

    import UIKit

    extension CGFloat {
      /// Lengths of the theme, in points.
      public enum Livery {
    {{#each sizes}}
    {{#if deprecated}}
        @available(*, deprecated, message: "{{deprecated}}")
    {{/if}}
        public static let {{camel}}: CGFloat = {{px}}
    {{/each}}
      }
    }

    extension UIFont {
      /// Fonts of the theme, which follow the size that the user has chosen for texts.
      public enum Livery {
    {{#each fonts}}
    {{#if deprecated}}
        @available(*, deprecated, message: "{{deprecated}}")
    {{/if}}
        public static var {{camel}}: UIFont { UIFont.livery("{{family}}", {{size}}, {{hundreds}}) }
    {{/each}}
      }

      fileprivate static func livery(_ family: String, _ size: CGFloat, _ hundreds: Int) -> UIFont {
        let weights: [UIFont.Weight] = [
          .ultraLight, .thin, .light, .regular, .medium, .semibold, .bold, .heavy, .black,
        ]
        let traits = [UIFontDescriptor.TraitKey.weight: weights[hundreds / 100 - 1]]
        let descriptor = UIFontDescriptor(fontAttributes: [.family: family, .traits: traits])
        return UIFontMetrics(forTextStyle: .body).scaledFont(for: UIFont(descriptor: descriptor, size: size))
      }
    }

    /// One layer of a shadow.
    public struct LiveryShadow {
      public let color: UIColor
      public let offset: CGSize
      public let radius: CGFloat

      private init(_ color: UIColor, x: CGFloat, y: CGFloat, blur: CGFloat) {
        (self.color, offset, radius) = (color, CGSize(width: x, height: y), blur / 2)
      }
    {{#each shadows}}

    {{#if deprecated}}
      @available(*, deprecated, message: "{{deprecated}}")
    {{/if}}
      public static func {{camel}}(in traits: UITraitCollection) -> [LiveryShadow] {
        let light: [LiveryShadow] = [
    {{#each light.layers}}
    {{#unless inset}}
          LiveryShadow(
            UIColor(red: {{color.r}}, green: {{color.g}}, blue: {{color.b}}, alpha: {{color.opacity}}),
            x: {{x}}, y: {{y}}, blur: {{blur}}),
    {{/unless}}
    {{/each}}
        ]
        let dark: [LiveryShadow] = [
    {{#each dark.layers}}
    {{#unless inset}}
          LiveryShadow(
            UIColor(red: {{color.r}}, green: {{color.g}}, blue: {{color.b}}, alpha: {{color.opacity}}),
            x: {{x}}, y: {{y}}, blur: {{blur}}),
    {{/unless}}
    {{/each}}
        ]
        return traits.userInterfaceStyle == .dark ? dark : light
      }
    {{/each}}
    }

    extension CALayer {
      /// Draws one layer of a shadow; further ones need layers of their own.
      public func setShadow(_ shadow: LiveryShadow) {
        (shadowColor, shadowOpacity) = (shadow.color.cgColor, 1)
        (shadowOffset, shadowRadius) = (shadow.offset, shadow.radius)
      }
    }
    """##
}

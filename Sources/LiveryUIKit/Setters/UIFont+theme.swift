#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  extension UIFont {
    /// `{ "textStyle": "body", "weight": "semibold" }`, `{ "size": 15, "family": "Avenir" }`; nil where neither a style
    /// nor a size is named.
    static func ofTheme(_ value: ThemeValue) -> UIFont? {
      let weight = value["weight"]?.text.flatMap { weights[$0] }
      if let style = value["textStyle"]?.text.flatMap({ textStyles[$0] }) {
        let font = UIFont.preferredFont(forTextStyle: style)
        return weight.map {
          UIFontMetrics(forTextStyle: style).scaledFont(for: .systemFont(ofSize: font.pointSize, weight: $0))
        } ?? font
      }
      guard let size = value["size"]?.number.map({ CGFloat($0) }) else { return nil }
      if let family = value["family"]?.text, let font = UIFont(name: family, size: size) { return font }
      return .systemFont(ofSize: size, weight: weight ?? .regular)
    }

    private static let weights: [String: UIFont.Weight] = [
      "ultraLight": .ultraLight, "thin": .thin, "light": .light, "regular": .regular, "medium": .medium,
      "semibold": .semibold, "bold": .bold, "heavy": .heavy, "black": .black,
    ]

    private static let textStyles: [String: UIFont.TextStyle] = [
      "largeTitle": .largeTitle, "title1": .title1, "title2": .title2, "title3": .title3,
      "headline": .headline,
      "subheadline": .subheadline, "body": .body, "callout": .callout, "footnote": .footnote,
      "caption1": .caption1, "caption2": .caption2,
    ]
  }
#endif

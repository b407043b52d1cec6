#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  /// The conversion of a theme's values to a type of UIKit.
  @MainActor
  struct ThemeKind<Value> {
    let read: @MainActor (ThemeValue, ThemePictures) -> Value?
    let isSame: @MainActor (Value?, Value?) -> Bool

    init(
      read: @escaping @MainActor (ThemeValue, ThemePictures) -> Value?,
      isSame: @escaping @MainActor (Value?, Value?) -> Bool
    ) {
      self.read = read
      self.isSame = isSame
    }

    init(_ read: @escaping @MainActor (ThemeValue, ThemePictures) -> Value?) where Value: Equatable {
      self.init(read: read, isSame: { $0 == $1 })
    }
  }

  extension ThemeKind where Value == UIColor {
    static var color: Self { Self { value, _ in UIColor(hex: value.text) } }
  }

  extension ThemeKind where Value == UIImage {
    static var image: Self { Self { value, pictures in value.text.flatMap { pictures.image($0) } } }
  }

  extension ThemeKind where Value == CGFloat {
    static var number: Self { Self { value, _ in value.number.map { CGFloat($0) } } }
  }

  extension ThemeKind where Value == Int {
    static var integer: Self { Self { value, _ in value.number.flatMap { Int(exactly: $0) } } }
  }

  extension ThemeKind where Value == Bool {
    static var bool: Self { Self { value, _ in value.bool } }
  }

  extension ThemeKind where Value == CGSize {
    static var size: Self {
      Self { value, _ in
        guard let width = value["width"]?.number, let height = value["height"]?.number else { return nil }
        return CGSize(width: width, height: height)
      }
    }
  }

  extension ThemeKind where Value == UIEdgeInsets {
    static var insets: Self {
      Self { value, _ in
        guard let top = value["top"]?.number, let left = value["left"]?.number,
          let bottom = value["bottom"]?.number, let right = value["right"]?.number
        else { return nil }
        return UIEdgeInsets(top: top, left: left, bottom: bottom, right: right)
      }
    }
  }

  extension ThemeKind where Value == UIFont {
    static var font: Self { Self { value, _ in UIFont.ofTheme(value) } }
  }

  extension ThemeKind where Value == [NSAttributedString.Key: Any] {
    static var textAttributes: Self {
      Self(
        read: { value, _ in
          var attributes: Value = [:]
          attributes[.foregroundColor] = UIColor(hex: value["color"]?.text)
          attributes[.font] = value["font"].flatMap { UIFont.ofTheme($0) }
          return attributes.isEmpty ? nil : attributes
        },
        isSame: { one, other in
          guard let one, let other else { return one == nil && other == nil }
          return NSDictionary(dictionary: one).isEqual(to: other)
        })
    }
  }

  extension ThemeKind where Value: Equatable {
    /// A conversion of a few words.
    static func word(_ words: [String: Value]) -> Self {
      Self { value, _ in value.text.flatMap { words[$0] } }
    }
  }

  extension UIFont {
    /// Returns the font for `{ "textStyle": "body", "weight": "semibold" }` or `{ "size": 15, "family":
    /// "Avenir" }`; nil if there is neither a style nor a size.
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

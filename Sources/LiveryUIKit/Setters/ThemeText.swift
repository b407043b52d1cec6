#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import LiveryClient
  import UIKit

  extension UIFont {
    /// Returns the font for a name or for `{ "name", "family", "size", "weight", "style", "width", "design",
    /// "textStyle" }`, any of them, in the text size of the traits; nil if there is none of them.
    static func ofTheme(_ value: ThemeValue, _ traits: UITraitCollection?) -> UIFont? {
      if let name = value.text {
        return UIFont(name: name, size: usualSize).map { scaled($0, .body, traits) }
      }
      let style = value["textStyle"]?.text.flatMap { textStyles[$0] }
      guard members.contains(where: { value[$0] != nil }) else {
        return style.map { .preferredFont(forTextStyle: $0, compatibleWith: traits) }
      }
      // Metrics scale a font once, so they need the size before scaling.
      let plain = style.map {
        preferredFont(
          forTextStyle: $0, compatibleWith: UITraitCollection(preferredContentSizeCategory: .large)
        )
        .pointSize
      }
      let size = value["size"]?.number.map { CGFloat($0) } ?? plain ?? usualSize
      let weight = value["weight"].flatMap { Weight(theme: $0) } ?? (style == .headline ? .semibold : nil)
      return scaled(shaped(face(value, size, weight), value), style ?? .body, traits)
    }

    private static let members = ["name", "family", "size", "weight", "style", "width", "design"]
    private static let usualSize: CGFloat = 17

    private static func scaled(
      _ font: UIFont, _ style: TextStyle, _ traits: UITraitCollection?
    ) -> UIFont { UIFontMetrics(forTextStyle: style).scaledFont(for: font, compatibleWith: traits) }

    /// Returns the face of that name, else one of the first family that is installed, else the system's.
    private static func face(_ value: ThemeValue, _ size: CGFloat, _ weight: Weight?) -> UIFont {
      if let name = value["name"]?.text, let font = UIFont(name: name, size: size) { return font }
      let families = value["family"]?.list?.compactMap(\.text) ?? value["family"]?.text.map { [$0] } ?? []
      let number = value["weight"]?.number.map { Int($0) } ?? weight?.number ?? 400
      let isSlanted = ["italic", "oblique"].contains(value["style"]?.text)
      for family in families {
        if let name = ThemeFonts.name(of: family, weight: number, isSlanted: isSlanted),
          let font = UIFont(name: name, size: size)
        {
          return font
        }
        if familyNames.contains(family) {
          let descriptor = UIFontDescriptor(fontAttributes: [.family: family])
          return UIFont(
            descriptor: weight.map { descriptor.adding([.weight: $0.rawValue]) } ?? descriptor, size: size)
        }
        if let font = UIFont(name: family, size: size) { return font }
      }
      return .systemFont(ofSize: size, weight: weight ?? .regular)
    }

    /// Returns the font in the design, width and style that the value names, as far as the family has them.
    private static func shaped(_ font: UIFont, _ value: ThemeValue) -> UIFont {
      var descriptor = font.fontDescriptor
      if let design = value["design"]?.text.flatMap({ designs[$0] }) {
        descriptor = descriptor.withDesign(design) ?? descriptor
      }
      if let width = value["width"]?.text.flatMap({ widths[$0] }) {
        descriptor = descriptor.adding([.width: width])
      }
      if ["italic", "oblique"].contains(value["style"]?.text) {
        let traits = descriptor.symbolicTraits.union(.traitItalic)
        descriptor = descriptor.withSymbolicTraits(traits) ?? descriptor
      }
      return descriptor === font.fontDescriptor ? font : UIFont(descriptor: descriptor, size: font.pointSize)
    }

    static let textStyles: [String: TextStyle] = [
      "largeTitle": .largeTitle, "title1": .title1, "title2": .title2, "title3": .title3,
      "headline": .headline, "subheadline": .subheadline, "body": .body, "callout": .callout,
      "footnote": .footnote, "caption1": .caption1, "caption2": .caption2,
    ]
    private static let designs: [String: UIFontDescriptor.SystemDesign] = [
      "default": .default, "rounded": .rounded, "serif": .serif, "monospaced": .monospaced,
    ]
    /// The values of `UIFont.Width`, which is newer than iOS 15.
    private static let widths: [String: CGFloat] = [
      "compressed": -0.4, "condensed": -0.2, "standard": 0, "expanded": 0.2,
    ]
  }

  extension UIFontDescriptor {
    /// Returns the descriptor with a weight or a width of its own; the size is kept.
    fileprivate func adding(_ traits: [TraitKey: CGFloat]) -> UIFontDescriptor {
      addingAttributes([.traits: traits])
    }
  }

  extension UIFont.Weight {
    /// Reads a word, or a number from 1 to 1000.
    init?(theme value: ThemeValue) {
      let hundred = value.number.map { min(max(Int(($0 / 100).rounded()), 1), 9) }
      guard let weight = hundred.map({ Self.hundreds[$0 - 1] }) ?? value.text.flatMap({ Self.words[$0] })
      else {
        return nil
      }
      self = weight
    }

    /// The weight as a number from 100 to 900.
    var number: Int? { Self.hundreds.firstIndex(of: self).map { ($0 + 1) * 100 } }

    private static let hundreds: [UIFont.Weight] = [
      .ultraLight, .thin, .light, .regular, .medium, .semibold, .bold, .heavy, .black,
    ]
    private static let words: [String: UIFont.Weight] = [
      "ultraLight": .ultraLight, "thin": .thin, "light": .light, "regular": .regular, "normal": .regular,
      "medium": .medium, "semibold": .semibold, "semi-bold": .semibold, "bold": .bold, "heavy": .heavy,
      "extra-bold": .heavy, "black": .black, "extra-light": .thin, "extra-black": .black,
    ]
  }

  typealias TextAttributes = [NSAttributedString.Key: Any]

  extension ThemeKind where Value == TextAttributes {
    static var attributes: Self {
      Self(
        read: { value, fitting in
          let attributes = TextAttributes(theme: value, fitting)
          return attributes.isEmpty ? nil : attributes
        },
        isSame: { one, other in
          guard let one, let other else { return one == nil && other == nil }
          return NSDictionary(dictionary: one).isEqual(to: other)
        }, isScaled: true)
    }
  }

  extension ThemeKind where Value == NSAttributedString {
    /// Reads `"text"` or `{ "text", "attributes" }`.
    static var attributedText: Self {
      Self { value, fitting in
        guard let text = value.text ?? value["text"]?.text else { return nil }
        let attributes = value["attributes"].map { TextAttributes(theme: $0, fitting) }
        return NSAttributedString(string: text, attributes: attributes)
      }
    }
  }

  extension TextAttributes {
    @MainActor
    init(theme value: ThemeValue?, _ fitting: Fitting) {
      self = [:]
      guard let value else { return }
      for (name, key) in Self.colors { self[key] = UIColor(hex: value[name]?.text) }
      for (name, key) in Self.numbers { self[key] = value[name]?.number.map { NSNumber(value: $0) } }
      self[.font] = value["font"].flatMap { UIFont.ofTheme($0, fitting.traits) }
      for (name, key) in Self.lines {
        let style = value[name]?.text.flatMap { Self.lineStyles[$0] }?.rawValue
        let number = style ?? value[name]?.number.flatMap { Int(exactly: $0) }
        self[key] = number.map { NSNumber(value: $0) }
      }
      self[.shadow] = value["shadow"].map { NSShadow.ofTheme($0) }
      self[.paragraphStyle] = value["paragraphStyle"].map { NSParagraphStyle.ofTheme($0) }
    }

    private static let colors: [(String, NSAttributedString.Key)] = [
      ("color", .foregroundColor), ("backgroundColor", .backgroundColor), ("strokeColor", .strokeColor),
      ("underlineColor", .underlineColor), ("strikethroughColor", .strikethroughColor),
    ]
    private static let numbers: [(String, NSAttributedString.Key)] = [
      ("kern", .kern), ("tracking", .tracking), ("baselineOffset", .baselineOffset),
      ("obliqueness", .obliqueness), ("expansion", .expansion), ("strokeWidth", .strokeWidth),
      ("ligature", .ligature),
    ]
    private static let lines: [(String, NSAttributedString.Key)] = [
      ("underlineStyle", .underlineStyle), ("strikethroughStyle", .strikethroughStyle),
    ]
    private static let lineStyles: [String: NSUnderlineStyle] = [
      "single": .single, "thick": .thick, "double": .double,
    ]
  }

  /// The objects among the attributes of a text.
  @MainActor
  extension NSShadow {
    /// Returns the shadow of `{ "color", "blurRadius", "offset" }`, any of them.
    static func ofTheme(_ value: ThemeValue) -> NSShadow {
      let shadow = NSShadow()
      if let color = UIColor(hex: value["color"]?.text) { shadow.shadowColor = color }
      if let radius = value["blurRadius"]?.number { shadow.shadowBlurRadius = CGFloat(radius) }
      if let offset = CGSize(theme: value["offset"]) { shadow.shadowOffset = offset }
      return shadow
    }
  }

  @MainActor
  extension NSParagraphStyle {
    /// Returns the style with the properties that the value names.
    static func ofTheme(_ value: ThemeValue) -> NSParagraphStyle {
      let style = NSMutableParagraphStyle()
      for (name, path) in numbers {
        if let number = value[name]?.number { style[keyPath: path] = CGFloat(number) }
      }
      for (name, path) in flags {
        if let flag = value[name]?.bool { style[keyPath: path] = flag }
      }
      if let factor = value["hyphenationFactor"]?.number { style.hyphenationFactor = Float(factor) }
      func word<Value>(_ name: String, _ words: [String: Value]) -> Value? {
        value[name]?.text.flatMap { words[$0] }
      }
      if let word = word("alignment", LiverySetters.alignments) { style.alignment = word }
      if let word = word("lineBreakMode", lineBreakModes) { style.lineBreakMode = word }
      if let word = word("lineBreakStrategy", lineBreakStrategies) { style.lineBreakStrategy = word }
      if let word = word("baseWritingDirection", writingDirections) { style.baseWritingDirection = word }
      return style
    }

    private static let numbers: [(String, ReferenceWritableKeyPath<NSMutableParagraphStyle, CGFloat>)] = [
      ("lineSpacing", \.lineSpacing), ("paragraphSpacing", \.paragraphSpacing),
      ("paragraphSpacingBefore", \.paragraphSpacingBefore), ("lineHeightMultiple", \.lineHeightMultiple),
      ("minimumLineHeight", \.minimumLineHeight), ("maximumLineHeight", \.maximumLineHeight),
      ("firstLineHeadIndent", \.firstLineHeadIndent), ("headIndent", \.headIndent),
      ("tailIndent", \.tailIndent), ("defaultTabInterval", \.defaultTabInterval),
    ]
    private static let flags: [(String, ReferenceWritableKeyPath<NSMutableParagraphStyle, Bool>)] = [
      ("usesDefaultHyphenation", \.usesDefaultHyphenation),
      ("allowsDefaultTighteningForTruncation", \.allowsDefaultTighteningForTruncation),
    ]
    private static let lineBreakModes: [String: NSLineBreakMode] = [
      "byWordWrapping": .byWordWrapping, "byCharWrapping": .byCharWrapping, "byClipping": .byClipping,
      "byTruncatingHead": .byTruncatingHead, "byTruncatingTail": .byTruncatingTail,
      "byTruncatingMiddle": .byTruncatingMiddle,
    ]
    private static let lineBreakStrategies: [String: LineBreakStrategy] = [
      "standard": .standard, "pushOut": .pushOut, "hangulWordPriority": .hangulWordPriority,
    ]
    private static let writingDirections: [String: NSWritingDirection] = [
      "natural": .natural, "leftToRight": .leftToRight, "rightToLeft": .rightToLeft,
    ]
  }
#endif

#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import LiveryClient
  import UIKit

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

import Foundation

open class UIFont: NSObject, @unchecked Sendable {
  public struct Weight: Hashable, Sendable {
    public let rawValue: CGFloat
    public static let ultraLight = Weight(rawValue: -0.8)
    public static let thin = Weight(rawValue: -0.6)
    public static let light = Weight(rawValue: -0.4)
    public static let regular = Weight(rawValue: 0)
    public static let medium = Weight(rawValue: 0.23)
    public static let semibold = Weight(rawValue: 0.3)
    public static let bold = Weight(rawValue: 0.4)
    public static let heavy = Weight(rawValue: 0.56)
    public static let black = Weight(rawValue: 0.62)
  }

  public struct TextStyle: Hashable, Sendable {
    public let rawValue: String
    public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
    public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
    public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
    public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
    public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
    public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
    public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
    public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
    public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")
  }

  public let fontName: String
  public let pointSize: CGFloat
  let weight: Weight

  init(_ name: String, _ size: CGFloat, _ weight: Weight) {
    fontName = name
    pointSize = size
    self.weight = weight
  }

  public convenience init?(name: String, size: CGFloat) { self.init(name, size, .regular) }

  public class func systemFont(ofSize size: CGFloat, weight: Weight = .regular) -> UIFont {
    UIFont("System", size, weight)
  }

  public class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    UIFont(style.rawValue, 17, .regular)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIFont else { return false }
    return (fontName, pointSize) == (other.fontName, other.pointSize) && weight == other.weight
  }

  open override var hash: Int { fontName.hashValue }
}

open class UIFontMetrics: NSObject {
  public init(forTextStyle: UIFont.TextStyle) {}
  open func scaledFont(for font: UIFont) -> UIFont { font }
}

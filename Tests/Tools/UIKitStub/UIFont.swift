// From the documentation pages "UIFont", "UIFont.TextStyle", "UIFontMetrics", "UIFontDescriptor" and "Scaling fonts
// automatically", and the tables of Dynamic Type sizes in the Human Interface Guidelines, "Typography".

import Foundation

open class UIFont: NSObject, @unchecked Sendable {
  public struct Weight: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
    public static let ultraLight = Weight(-0.8)
    public static let thin = Weight(-0.6)
    public static let light = Weight(-0.4)
    public static let regular = Weight(0)
    public static let medium = Weight(0.23)
    public static let semibold = Weight(0.3)
    public static let bold = Weight(0.4)
    public static let heavy = Weight(0.56)
    public static let black = Weight(0.62)
  }

  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
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

  /// The families that are installed, with their faces by weight: the others do not exist.
  nonisolated(unsafe) static var families: [String: [(face: String, weight: Weight, isItalic: Bool)]] = [
    "Avenir": [
      ("Avenir-Book", .regular, false), ("Avenir-Heavy", .bold, false),
      ("Avenir-BookOblique", .regular, true),
    ],
    "Georgia": [
      ("Georgia", .regular, false), ("Georgia-Bold", .bold, false), ("Georgia-Italic", .regular, true),
    ],
  ]

  public let fontDescriptor: UIFontDescriptor
  public let pointSize: CGFloat
  /// Indicates whether metrics have scaled it. UIKit raises an exception for scaling it again.
  let isScaled: Bool

  public var fontName: String { fontDescriptor.face }
  public var familyName: String { fontDescriptor.family }

  init(_ descriptor: UIFontDescriptor, _ size: CGFloat, isScaled: Bool = false) {
    (fontDescriptor, pointSize, self.isScaled) = (descriptor, size, isScaled)
  }

  public convenience init(descriptor: UIFontDescriptor, size: CGFloat) {
    self.init(descriptor, size == 0 ? descriptor.pointSize : size)
  }

  /// Takes the name of a face; a family's name means its regular face.
  public convenience init?(name: String, size: CGFloat) {
    for (family, faces) in Self.families {
      guard let face = faces.first(where: { $0.face == name || family == name }) else { continue }
      let descriptor = UIFontDescriptor(family: family, face.face)
      (descriptor.weight, descriptor.isItalic, descriptor.pointSize) = (face.weight, face.isItalic, size)
      self.init(descriptor, size)
      return
    }
    return nil
  }

  public class func systemFont(ofSize size: CGFloat, weight: Weight = .regular) -> UIFont {
    let descriptor = UIFontDescriptor(family: ".AppleSystemUIFont", ".SFUI")
    (descriptor.weight, descriptor.pointSize) = (weight, size)
    return UIFont(descriptor, size)
  }

  public class func preferredFont(
    forTextStyle style: TextStyle, compatibleWith traits: UITraitCollection? = nil
  ) -> UIFont {
    let size = UIFontMetrics.size(of: style, in: traits?.preferredContentSizeCategory)
    let descriptor = UIFontDescriptor(family: ".AppleSystemUIFont", style.rawValue)
    (descriptor.weight, descriptor.pointSize) = (style == .headline ? .semibold : .regular, size)
    return UIFont(descriptor, size)
  }

  public class var familyNames: [String] { families.keys.sorted() }
  open func withSize(_ size: CGFloat) -> UIFont { UIFont(fontDescriptor, size) }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIFont else { return false }
    return self === other || pointSize == other.pointSize && fontDescriptor.isSame(other.fontDescriptor)
  }

  open override var hash: Int { pointSize.hashValue }
  open override var description: String {
    "UIFont(\(fontName), \(fontDescriptor.weight.rawValue), \(pointSize))"
  }
}

open class UIFontDescriptor: NSObject, @unchecked Sendable {
  public struct AttributeName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let family = AttributeName(rawValue: "NSFontFamilyAttribute")
    public static let traits = AttributeName(rawValue: "NSCTFontTraitsAttribute")
  }

  public struct TraitKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let weight = TraitKey(rawValue: "NSCTFontWeightTrait")
    public static let width = TraitKey(rawValue: "NSCTFontProportionTrait")
  }

  public struct SystemDesign: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let `default` = SystemDesign(rawValue: "NSCTFontUIFontDesignDefault")
    public static let rounded = SystemDesign(rawValue: "NSCTFontUIFontDesignRounded")
    public static let serif = SystemDesign(rawValue: "NSCTFontUIFontDesignSerif")
    public static let monospaced = SystemDesign(rawValue: "NSCTFontUIFontDesignMonospaced")
  }

  public struct SymbolicTraits: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let traitItalic = SymbolicTraits(rawValue: 1 << 0)
    public static let traitBold = SymbolicTraits(rawValue: 1 << 1)
  }

  var family: String
  var face: String
  var weight = UIFont.Weight.regular
  var width: CGFloat = 0
  var isItalic = false
  var design = SystemDesign.default
  public internal(set) var pointSize: CGFloat = 12

  init(family: String, _ face: String) { (self.family, self.face) = (family, face) }

  public convenience init(fontAttributes: [AttributeName: Any]) {
    self.init(family: ".AppleSystemUIFont", ".SFUI")
    take(fontAttributes)
  }

  /// What tests look at.
  public var weightValue: Double { Double(weight.rawValue) }
  public var shape: String { "\(design.rawValue)\(isItalic ? " italic" : "") \(width)" }

  public var symbolicTraits: SymbolicTraits { isItalic ? .traitItalic : [] }

  open func addingAttributes(_ attributes: [AttributeName: Any] = [:]) -> UIFontDescriptor {
    let copy = copied()
    copy.take(attributes)
    return copy
  }

  /// Nil if the family has no such face.
  open func withSymbolicTraits(_ traits: SymbolicTraits) -> UIFontDescriptor? {
    let copy = copied()
    copy.isItalic = traits.contains(.traitItalic)
    return copy.findFace() ? copy : nil
  }

  open func withDesign(_ design: SystemDesign) -> UIFontDescriptor? {
    guard UIFont.families[family] == nil else { return nil }
    let copy = copied()
    copy.design = design
    return copy
  }

  func isSame(_ other: UIFontDescriptor) -> Bool {
    (family, face, width, isItalic) == (other.family, other.face, other.width, other.isItalic)
      && weight == other.weight && design == other.design
  }

  private func copied() -> UIFontDescriptor {
    let copy = UIFontDescriptor(family: family, face)
    (copy.weight, copy.width, copy.isItalic, copy.design) = (weight, width, isItalic, design)
    copy.pointSize = pointSize
    return copy
  }

  private func take(_ attributes: [AttributeName: Any]) {
    if let family = attributes[.family] as? String { self.family = family }
    if let traits = attributes[.traits] as? [TraitKey: Any] {
      if let weight = traits[.weight] as? UIFont.Weight { self.weight = weight }
      if let weight = traits[.weight] as? CGFloat { self.weight = UIFont.Weight(weight) }
      if let width = traits[.width] as? CGFloat { self.width = width }
    }
    _ = findFace()
  }

  /// Chooses the family's nearest face; false if it has none that is italic.
  private func findFace() -> Bool {
    guard let faces = UIFont.families[family] else { return true }
    let fitting = faces.filter { $0.isItalic == isItalic }
    let distance = { (other: UIFont.Weight) in abs(other.rawValue - self.weight.rawValue) }
    guard let nearest = fitting.min(by: { distance($0.weight) < distance($1.weight) }) else { return false }
    (face, weight) = (nearest.face, nearest.weight)
    return true
  }
}

open class UIFontMetrics: NSObject {
  private let style: UIFont.TextStyle

  public init(forTextStyle textStyle: UIFont.TextStyle) { style = textStyle }

  open func scaledFont(for font: UIFont, compatibleWith traits: UITraitCollection? = nil) -> UIFont {
    precondition(!font.isScaled, "The font has been scaled before.")
    let size = scaledValue(for: font.pointSize, compatibleWith: traits)
    return UIFont(font.fontDescriptor, size, isScaled: true)
  }

  open func scaledValue(for value: CGFloat, compatibleWith traits: UITraitCollection? = nil) -> CGFloat {
    let (now, plain) = (
      Self.size(of: style, in: traits?.preferredContentSizeCategory), Self.size(of: style, in: .large)
    )
    return (value * now / plain).rounded()
  }

  private static let categories: [UIContentSizeCategory] = [
    .extraSmall, .small, .medium, .large, .extraLarge, .extraExtraLarge, .extraExtraExtraLarge,
    .accessibilityMedium, .accessibilityLarge, .accessibilityExtraLarge, .accessibilityExtraExtraLarge,
    .accessibilityExtraExtraExtraLarge,
  ]

  private static let sizes: [UIFont.TextStyle: [CGFloat]] = [
    .largeTitle: [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60],
    .title1: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58],
    .title2: [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56],
    .title3: [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55],
    .headline: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53],
    .body: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53],
    .callout: [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51],
    .subheadline: [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49],
    .footnote: [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44],
    .caption1: [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43],
    .caption2: [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40],
  ]

  static func size(of style: UIFont.TextStyle, in category: UIContentSizeCategory?) -> CGFloat {
    let index = categories.firstIndex(of: category ?? .large) ?? 3
    return sizes[style]?[index] ?? 17
  }
}

/// Core Text's font, which is bridged to UIKit's without cost.
public typealias CTFont = UIFont

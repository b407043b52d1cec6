// From the documentation pages "UILabel", "attributedText", "UIImageView", "UIProgressView" and
// "UIActivityIndicatorView".

import Foundation

extension NSAttributedString.Key {
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  public static let font = NSAttributedString.Key("NSFont")
  public static let kern = NSAttributedString.Key("NSKern")
  public static let tracking = NSAttributedString.Key("CTTracking")
  public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
  public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
  public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
  public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
  public static let strikethroughColor = NSAttributedString.Key("NSStrikethroughColor")
  public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
  public static let ligature = NSAttributedString.Key("NSLigature")
  public static let obliqueness = NSAttributedString.Key("NSObliqueness")
  public static let expansion = NSAttributedString.Key("NSExpansion")
  public static let shadow = NSAttributedString.Key("NSShadow")
  public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
}

public enum NSTextAlignment: Int, Sendable {
  case left, center, right, justified, natural
}

public struct NSUnderlineStyle: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let single = NSUnderlineStyle(rawValue: 1)
  public static let thick = NSUnderlineStyle(rawValue: 2)
  public static let double = NSUnderlineStyle(rawValue: 9)
}

public enum UILabelVibrancy: Int, Sendable {
  case none, automatic
}

/// A label has one text, with attributes for parts of it. `textColor` and `font` write to all of it, and are read from
/// its first character.
@MainActor
open class UILabel: UIView {
  private var string = NSMutableAttributedString(string: "")
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  @Recorded private var color: UIColor! = .label
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  @Recorded private var plainFont: UIFont! = .systemFont(ofSize: 17)

  open var text: String? {
    get { string.string }
    set { string = NSMutableAttributedString(string: newValue ?? "", attributes: plainAttributes) }
  }

  /// Never nil once there is a text; a text without attributes of its own has the label's.
  open var attributedText: NSAttributedString? {
    get { string.length == 0 ? nil : NSAttributedString(attributedString: string) }
    set {
      string = NSMutableAttributedString(attributedString: newValue ?? NSAttributedString(string: ""))
      guard string.length > 0 else { return }
      let first = string.attributes(at: 0, effectiveRange: nil)
      if let own = first[.foregroundColor] as? UIColor { color = own }
      if let own = first[.font] as? UIFont { plainFont = own }
    }
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var textColor: UIColor! {
    get { color }
    set {
      color = newValue ?? (role == .proxy ? nil : .label)
      paint(.foregroundColor, color)
    }
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var font: UIFont! {
    get { plainFont }
    set {
      plainFont = newValue ?? .systemFont(ofSize: 17)
      paint(.font, plainFont)
    }
  }

  private var plainAttributes: [NSAttributedString.Key: Any] {
    [.foregroundColor: color as Any, .font: plainFont as Any]
  }

  private func paint(_ key: NSAttributedString.Key, _ value: Any?) {
    guard let value, string.length > 0 else { return }
    string.addAttribute(key, value: value, range: NSRange(location: 0, length: string.length))
  }

  @Recorded open var highlightedTextColor: UIColor?
  @Recorded open var shadowColor: UIColor?
  @Recorded open var shadowOffset = CGSize(width: 0, height: -1)
  @Recorded open var numberOfLines = 1
  @Recorded open var textAlignment = NSTextAlignment.natural
  @Recorded open var adjustsFontForContentSizeCategory = false
  @Recorded open var preferredVibrancy = UILabelVibrancy.none
}

@MainActor
open class UIImageView: UIView {
  @Recorded open var image: UIImage?
  @Recorded open var highlightedImage: UIImage?
  @Recorded open var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
}

@MainActor
open class UIProgressView: UIView {
  public enum Style: Int, Sendable {
    case `default`, bar
  }

  @Recorded open var progressTintColor: UIColor?
  @Recorded open var trackTintColor: UIColor?
  @Recorded open var progressImage: UIImage?
  @Recorded open var trackImage: UIImage?
  @Recorded open var progressViewStyle = Style.default
}

@MainActor
open class UIActivityIndicatorView: UIView {
  public enum Style: Int, Sendable {
    case medium = 100
    case large = 101
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  @Recorded open var color: UIColor! = .systemGray
  @Recorded open var style = Style.medium
}

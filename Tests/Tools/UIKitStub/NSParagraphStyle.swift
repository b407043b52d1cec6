// From the documentation pages "NSParagraphStyle", "NSMutableParagraphStyle", "NSLineBreakMode", "NSWritingDirection" and
// "NSShadow".

import Foundation

public enum NSLineBreakMode: Int, Sendable {
  case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}

public enum NSWritingDirection: Int, Sendable {
  case natural = -1
  case leftToRight, rightToLeft
}

/// Two styles with the same properties are equal.
open class NSParagraphStyle: NSObject {
  public struct LineBreakStrategy: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let pushOut = LineBreakStrategy(rawValue: 1)
    public static let hangulWordPriority = LineBreakStrategy(rawValue: 2)
    public static let standard = LineBreakStrategy(rawValue: 0xffff)
  }

  fileprivate(set) var values: [String: AnyHashable] = [:]

  open override func isEqual(_ object: Any?) -> Bool { (object as? NSParagraphStyle)?.values == values }

  fileprivate func read<Value: Hashable>(_ name: String, or usual: Value) -> Value {
    values[name] as? Value ?? usual
  }
}

open class NSMutableParagraphStyle: NSParagraphStyle {
  open var lineSpacing: CGFloat {
    get { number() }
    set { values[#function] = newValue }
  }
  open var paragraphSpacing: CGFloat {
    get { number() }
    set { values[#function] = newValue }
  }
  open var paragraphSpacingBefore: CGFloat {
    get { number() }
    set { values[#function] = newValue }
  }
  open var lineHeightMultiple: CGFloat {
    get { number() }
    set { values[#function] = newValue }
  }
  open var minimumLineHeight: CGFloat {
    get { number() }
    set { values[#function] = newValue }
  }
  open var maximumLineHeight: CGFloat {
    get { number() }
    set { values[#function] = newValue }
  }
  open var firstLineHeadIndent: CGFloat {
    get { number() }
    set { values[#function] = newValue }
  }
  open var headIndent: CGFloat {
    get { number() }
    set { values[#function] = newValue }
  }
  open var tailIndent: CGFloat {
    get { number() }
    set { values[#function] = newValue }
  }
  open var defaultTabInterval: CGFloat {
    get { number() }
    set { values[#function] = newValue }
  }
  open var hyphenationFactor: Float {
    get { read(#function, or: 0) }
    set { values[#function] = newValue }
  }
  open var usesDefaultHyphenation: Bool {
    get { read(#function, or: false) }
    set { values[#function] = newValue }
  }
  open var allowsDefaultTighteningForTruncation: Bool {
    get { read(#function, or: false) }
    set { values[#function] = newValue }
  }
  open var alignment: NSTextAlignment {
    get { read(#function, or: .natural) }
    set { values[#function] = newValue }
  }
  open var lineBreakMode: NSLineBreakMode {
    get { read(#function, or: .byWordWrapping) }
    set { values[#function] = newValue }
  }
  open var lineBreakStrategy: LineBreakStrategy {
    get { LineBreakStrategy(rawValue: read(#function, or: 0)) }
    set { values[#function] = newValue.rawValue }
  }
  open var baseWritingDirection: NSWritingDirection {
    get { read(#function, or: .natural) }
    set { values[#function] = newValue }
  }

  private func number(_ name: String = #function) -> CGFloat { read(name, or: 0) }
}

/// Two shadows with the same properties are equal.
open class NSShadow: NSObject {
  open var shadowOffset = CGSize.zero
  open var shadowBlurRadius: CGFloat = 0
  open var shadowColor: Any?

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSShadow else { return false }
    return other.shadowOffset == shadowOffset && other.shadowBlurRadius == shadowBlurRadius
      && (other.shadowColor as? UIColor) == (shadowColor as? UIColor)
  }
}

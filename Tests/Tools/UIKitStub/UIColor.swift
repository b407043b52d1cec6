// From the documentation pages "UIColor", "Standard colors" and "UI element colors".

import Foundation

open class UIColor: NSObject, @unchecked Sendable {
  private let parts: [CGFloat]
  /// The name of a color of the system, which equals no other color, even one of the same components.
  private let name: String?

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    (parts, name) = ([red, green, blue, alpha], nil)
  }

  private init(_ name: String) { (parts, self.name) = ([], name) }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    return self === other || parts == other.parts && name == other.name
  }
  open override var hash: Int { parts.hashValue }
  open override var description: String { name.map { "UIColor.\($0)" } ?? "UIColor\(parts)" }
  open var cgColor: CGColor { CGColor(color: self) }

  public class var black: UIColor { UIColor(red: 0, green: 0, blue: 0, alpha: 1) }
  public class var white: UIColor { UIColor(red: 1, green: 1, blue: 1, alpha: 1) }
  public class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
  public class var clear: UIColor { UIColor(red: 0, green: 0, blue: 0, alpha: 0) }
  public static let systemBlue = UIColor("systemBlue")
  public static let systemGray = UIColor("systemGray")
  public static let label = UIColor("label")
  public static let secondaryLabel = UIColor("secondaryLabel")
  public static let separator = UIColor("separator")
  public static let systemBackground = UIColor("systemBackground")
  public static let systemGroupedBackground = UIColor("systemGroupedBackground")
  public static let secondarySystemGroupedBackground = UIColor("secondarySystemGroupedBackground")
}

/// A color of Core Graphics, here the color of UIKit that it was made from.
public final class CGColor: NSObject, @unchecked Sendable {
  let color: UIColor

  init(color: UIColor) { self.color = color }

  public override func isEqual(_ object: Any?) -> Bool { (object as? CGColor)?.color == color }
  public override var hash: Int { color.hash }
}

extension UIColor {
  public convenience init(cgColor: CGColor) {
    let parts = cgColor.color.parts
    self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
  }
}

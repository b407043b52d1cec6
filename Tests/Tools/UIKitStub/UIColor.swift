import Foundation

open class UIColor: NSObject, @unchecked Sendable {
  private let parts: [CGFloat]

  public required init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    parts = [red, green, blue, alpha]
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UIColor)?.parts == parts }
  open override var hash: Int { parts.hashValue }
  open override var description: String { "UIColor\(parts)" }

  public class var systemBlue: UIColor { UIColor(red: 0, green: 0.478, blue: 1, alpha: 1) }
  public class var black: UIColor { UIColor(red: 0, green: 0, blue: 0, alpha: 1) }
  public class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
}

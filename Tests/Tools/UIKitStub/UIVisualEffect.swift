// From the documentation pages "UIVisualEffect", "UIBlurEffect", "UIBlurEffect.Style" and "UIVibrancyEffect".

import Foundation

open class UIVisualEffect: NSObject, @unchecked Sendable {}

open class UIBlurEffect: UIVisualEffect, @unchecked Sendable {
  public enum Style: Int, Sendable {
    case extraLight, light, dark
    case regular = 4
    case prominent, systemUltraThinMaterial, systemThinMaterial, systemMaterial, systemThickMaterial,
      systemChromeMaterial
  }

  private let style: Style
  public init(style: Style) { self.style = style }
  open override func isEqual(_ object: Any?) -> Bool { (object as? UIBlurEffect)?.style == style }
  open override var hash: Int { style.rawValue }
}

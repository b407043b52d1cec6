#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  extension UIColor {
    /// The color of a theme: `#rrggbb` or `#rrggbbaa`. Nil for nil and for anything else.
    public convenience init?(hex: String?) {
      guard let hex, let color = ThemeColor(hex) else { return nil }
      self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }
  }

  extension Theme {
    /// A color of the theme by its name.
    public func uiColor(_ name: String) -> UIColor? { UIColor(hex: colors[name]) }
  }
#endif

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import UIKit

  /// Whatever has `.livery`: every view.
  @MainActor
  public protocol LiveryDressable: UIView {}

  extension UIView: LiveryDressable {}

  extension LiveryDressable {
    /// What this view says about how a theme dresses it.
    public var livery: LiveryOutfit<Self> { LiveryOutfit(view: self) }
  }
#endif

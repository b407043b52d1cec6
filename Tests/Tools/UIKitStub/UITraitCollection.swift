import Foundation

public enum UIUserInterfaceStyle: Int, Sendable {
  case unspecified, light, dark
}

public enum UIUserInterfaceIdiom: Int, Sendable {
  case unspecified = -1
  case phone, pad
  case mac = 5
}

open class UITraitCollection: NSObject, @unchecked Sendable {
  public let userInterfaceStyle: UIUserInterfaceStyle
  public let userInterfaceIdiom: UIUserInterfaceIdiom
  public let displayScale: CGFloat

  public init(
    userInterfaceStyle: UIUserInterfaceStyle = .light, userInterfaceIdiom: UIUserInterfaceIdiom = .phone,
    displayScale: CGFloat = 3
  ) {
    self.userInterfaceStyle = userInterfaceStyle
    self.userInterfaceIdiom = userInterfaceIdiom
    self.displayScale = displayScale
  }

  func with(_ style: UIUserInterfaceStyle) -> UITraitCollection {
    UITraitCollection(
      userInterfaceStyle: style, userInterfaceIdiom: userInterfaceIdiom, displayScale: displayScale)
  }
}

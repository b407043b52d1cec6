// From the documentation pages "UITraitCollection", "UIUserInterfaceStyle", "UIUserInterfaceIdiom",
// "UIAccessibilityContrast", "UILegibilityWeight", "UIUserInterfaceSizeClass" and "UIContentSizeCategory".

import Foundation

public enum UIUserInterfaceStyle: Int, Sendable {
  case unspecified, light, dark
}

public enum UIUserInterfaceIdiom: Int, Sendable {
  case unspecified = -1
  case phone, pad
  case mac = 5
}

public enum UIAccessibilityContrast: Int, Sendable {
  case unspecified = -1
  case normal, high
}

public enum UILegibilityWeight: Int, Sendable {
  case unspecified = -1
  case regular, bold
}

public enum UIUserInterfaceSizeClass: Int, Sendable {
  case unspecified, compact, regular
}

public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let unspecified = Self(rawValue: "_UICTContentSizeCategoryUnspecified")
  public static let extraSmall = Self(rawValue: "UICTContentSizeCategoryXS")
  public static let small = Self(rawValue: "UICTContentSizeCategoryS")
  public static let medium = Self(rawValue: "UICTContentSizeCategoryM")
  public static let large = Self(rawValue: "UICTContentSizeCategoryL")
  public static let extraLarge = Self(rawValue: "UICTContentSizeCategoryXL")
  public static let extraExtraLarge = Self(rawValue: "UICTContentSizeCategoryXXL")
  public static let extraExtraExtraLarge = Self(rawValue: "UICTContentSizeCategoryXXXL")
  public static let accessibilityMedium = Self(rawValue: "UICTContentSizeCategoryAccessibilityM")
  public static let accessibilityLarge = Self(rawValue: "UICTContentSizeCategoryAccessibilityL")
  public static let accessibilityExtraLarge = Self(rawValue: "UICTContentSizeCategoryAccessibilityXL")
  public static let accessibilityExtraExtraLarge = Self(rawValue: "UICTContentSizeCategoryAccessibilityXXL")
  public static let accessibilityExtraExtraExtraLarge = Self(
    rawValue: "UICTContentSizeCategoryAccessibilityXXXL")
}

/// The traits of a scene, a window or a view. `with` is the stand-in's own, for tests.
open class UITraitCollection: NSObject, @unchecked Sendable {
  public private(set) var userInterfaceStyle: UIUserInterfaceStyle
  public private(set) var userInterfaceIdiom: UIUserInterfaceIdiom
  public private(set) var displayScale: CGFloat
  public private(set) var accessibilityContrast = UIAccessibilityContrast.normal
  public private(set) var legibilityWeight = UILegibilityWeight.regular
  public private(set) var preferredContentSizeCategory = UIContentSizeCategory.large
  public private(set) var horizontalSizeClass = UIUserInterfaceSizeClass.compact
  public private(set) var verticalSizeClass = UIUserInterfaceSizeClass.regular

  public init(
    userInterfaceStyle: UIUserInterfaceStyle = .light, userInterfaceIdiom: UIUserInterfaceIdiom = .phone,
    displayScale: CGFloat = 3
  ) {
    self.userInterfaceStyle = userInterfaceStyle
    self.userInterfaceIdiom = userInterfaceIdiom
    self.displayScale = displayScale
  }

  public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
    self.init()
    self.preferredContentSizeCategory = preferredContentSizeCategory
  }

  /// Returns the traits with others in their place.
  public func with(
    style: UIUserInterfaceStyle? = nil, contrast: UIAccessibilityContrast? = nil,
    legibility: UILegibilityWeight? = nil, category: UIContentSizeCategory? = nil,
    horizontal: UIUserInterfaceSizeClass? = nil
  ) -> UITraitCollection {
    let traits = UITraitCollection(
      userInterfaceStyle: style ?? userInterfaceStyle, userInterfaceIdiom: userInterfaceIdiom,
      displayScale: displayScale)
    traits.accessibilityContrast = contrast ?? accessibilityContrast
    traits.legibilityWeight = legibility ?? legibilityWeight
    traits.preferredContentSizeCategory = category ?? preferredContentSizeCategory
    traits.horizontalSizeClass = horizontal ?? horizontalSizeClass
    traits.verticalSizeClass = verticalSizeClass
    return traits
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UITraitCollection else { return false }
    return userInterfaceStyle == other.userInterfaceStyle && userInterfaceIdiom == other.userInterfaceIdiom
      && displayScale == other.displayScale && accessibilityContrast == other.accessibilityContrast
      && legibilityWeight == other.legibilityWeight && horizontalSizeClass == other.horizontalSizeClass
      && verticalSizeClass == other.verticalSizeClass
      && preferredContentSizeCategory == other.preferredContentSizeCategory
  }

  open override var hash: Int { userInterfaceStyle.hashValue }
}

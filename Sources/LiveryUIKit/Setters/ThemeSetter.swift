#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  /// How one property of a class is set, on an object as well as on its appearance proxy.
  @MainActor
  protocol ThemeSetter {
    /// Puts a value on, or takes off what was put where it is nil.
    /// - Parameters:
    ///   - before: What the theme before has set here, perhaps by a proxy.
    ///   - worn: What was put here before; nil where that is nothing.
    /// - Returns: What is worn now; nil where that is the object's own.
    func dress(
      _ object: NSObject, _ key: ThemeKey, _ value: ThemeValue?, _ before: ThemeValue?, _ worn: WornValue?,
      _ pictures: ThemePictures
    ) -> WornValue?

    func dressProxy(
      of type: AnyClass, in containers: [any UIAppearanceContainer.Type], _ key: ThemeKey,
      _ value: ThemeValue?,
      _ pictures: ThemePictures)
  }
#endif

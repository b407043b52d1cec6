#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import SwiftUI

  /// Where views find the theme.
  private struct ThemeEnvironmentKey: EnvironmentKey {
    static let defaultValue = Theme.empty
  }

  extension EnvironmentValues {
    /// The theme that `livery(_:)` hands down; one without a name and colors until there is one.
    public var theme: Theme {
      get { self[ThemeEnvironmentKey.self] }
      set { self[ThemeEnvironmentKey.self] = newValue }
    }
  }
#endif

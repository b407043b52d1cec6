#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  /// What a theme has put on one property of one object.
  struct WornValue {
    /// What was there before the first theme.
    let original: Any?
    let put: Any?
    /// What could be read after putting it.
    let seen: Any?
  }
#endif

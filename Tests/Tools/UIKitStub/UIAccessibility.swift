// From the documentation pages "isReduceMotionEnabled" and "Accessibility for UIKit".

import Foundation

@MainActor
public enum UIAccessibility {
  /// A test sets it.
  public static var isReduceMotionEnabled = false
}

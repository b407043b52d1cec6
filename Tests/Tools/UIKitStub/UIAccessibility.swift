import Foundation

extension NSAttributedString.Key {
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  public static let font = NSAttributedString.Key("NSFont")
}

@MainActor
public enum UIAccessibility {
  /// A test sets it.
  public static var isReduceMotionEnabled = false
}

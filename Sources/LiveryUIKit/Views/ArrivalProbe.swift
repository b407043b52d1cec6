#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import UIKit

  /// An invisible view that hears when the view that it stands in comes into a window.
  final class ArrivalProbe: UIView {
    static func add(to view: UIView) {
      // A view for visual effects takes no others.
      guard !(view is UIVisualEffectView), !view.subviews.contains(where: { $0 is ArrivalProbe }) else {
        return
      }
      let probe = ArrivalProbe()
      probe.isHidden = true
      probe.isUserInteractionEnabled = false
      view.addSubview(probe)
    }

    override func didMoveToWindow() {
      super.didMoveToWindow()
      guard let window, let superview else { return }
      Dresser.of(window)?.dress(superview)
    }
  }
#endif

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import UIKit

  /// An invisible view that hears when its window flips between light and dark: on every iOS from 15 on.
  final class TraitProbe: UIView {
    static func add(to window: UIWindow) {
      guard !window.subviews.contains(where: { $0 is TraitProbe }) else { return }
      let probe = TraitProbe()
      probe.isHidden = true
      probe.isUserInteractionEnabled = false
      window.insertSubview(probe, at: 0)
    }

    override func traitCollectionDidChange(_ previous: UITraitCollection?) {
      super.traitCollectionDidChange(previous)
      if previous?.userInterfaceStyle != traitCollection.userInterfaceStyle {
        Dresser.of(window)?.traitsChanged()
      }
    }
  }
#endif

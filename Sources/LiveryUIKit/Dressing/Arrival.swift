#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import UIKit

  extension UIView {
    /// Lets UIKit call each view that enters a window from now on, by the appearance proxy of all views. Nothing else
    /// is recorded on proxies: what they hold can't be taken off, and is one for all scenes.
    static func announceArrivals() { UIView.appearance().liveryArrival = true }

    // A message that the proxy records, as it does for any property that is set on it. The stand-in for UIKit has no
    // messages, so there the call records itself.
    #if canImport(ObjectiveC)
      @objc dynamic var liveryArrival: Bool {
        get { false }
        set { arrived() }
      }
    #else
      var liveryArrival: Bool {
        get { false }
        set {
          if !records("liveryArrival", { ($0 as? UIView)?.liveryArrival = newValue }) { arrived() }
        }
      }
    #endif

    private func arrived() {
      guard let window, let dresser = Dresser.of(window), dresser.dresses(window) else { return }
      dresser.arrive(self)
    }
  }

  /// An invisible view that observes the traits of its window, on all versions from iOS 15.
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
      Dresser.of(window)?.traitsChanged()
    }
  }
#endif

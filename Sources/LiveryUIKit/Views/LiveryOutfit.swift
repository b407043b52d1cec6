#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  /// How a theme dresses one view: `button.livery.styles = ["sure"]`.
  @MainActor
  public struct LiveryOutfit<View: UIView> {
    let view: View

    /// What rules such as `UIButton.sure` ask for.
    public var styles: [String] {
      get { ViewOutfit.of(view)?.styles ?? [] }
      nonmutating set {
        ViewOutfit.made(for: view).styles = newValue
        dress()
      }
    }

    /// Whether this view and all in it are left alone.
    public var isOff: Bool {
      get { ViewOutfit.of(view)?.isOff ?? false }
      nonmutating set {
        ViewOutfit.made(for: view).isOff = newValue
        if !newValue { dress() }
      }
    }

    /// Calls this now, when there is a theme, and at each change. It goes with the view, so it must not hold the view:
    /// it is handed in.
    public func onTheme(_ body: @escaping @MainActor (View, Theme) -> Void) {
      let outfit = ViewOutfit.made(for: view)
      outfit.add { view, theme in
        if let view = view as? View { body(view, theme) }
      }
      if let theme = (Dresser.of(view.window) ?? Dresser.newest)?.theme { outfit.tellClosures(view, theme) }
      ArrivalProbe.add(to: view)
    }

    /// Dresses this view as soon as it is in a window.
    ///
    /// UIKit's own properties need no call. Those that ``LiverySetters`` has told of do, for UIKit does
    /// not dress views to come with them; setting styles calls this too.
    public func dress() {
      ArrivalProbe.add(to: view)
      Dresser.of(view.window)?.dress(view)
    }
  }

  extension LiveryOutfit where View: UIImageView {
    /// The name of an image: the app's file with the theme's prefix, the app's file, or the server's.
    public var image: String? {
      get { ViewOutfit.of(view)?.image }
      nonmutating set {
        ViewOutfit.made(for: view).image = newValue
        dress()
      }
    }
  }
#endif

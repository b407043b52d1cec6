#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  /// What a view, or an item of a bar, wears and says about it; it goes with the view.
  @MainActor
  final class ViewOutfit {
    var styles: [String] = []
    var isOff = false
    var image: String?
    private var closures: [(body: @MainActor (UIView, Theme) -> Void, told: Theme?)] = []
    /// By key.
    var worn: [String: WornValue] = [:]
    /// The image that was put on; one that the app has set since stays.
    private weak var picture: UIImage?

    private static let key = AssociationKey()

    static func of(_ object: NSObject) -> ViewOutfit? {
      objc_getAssociatedObject(object, key.address) as? ViewOutfit
    }

    static func made(for object: NSObject) -> ViewOutfit {
      if let outfit = of(object) { return outfit }
      let outfit = ViewOutfit()
      objc_setAssociatedObject(object, key.address, outfit, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      return outfit
    }

    func wears(_ key: String) -> Bool { worn[key] != nil }

    /// Puts on what the view itself asked for, and tells it.
    func tell(_ view: UIView, _ theme: Theme, _ pictures: ThemePictures) {
      if let image, let view = view as? UIImageView, view.image == nil || view.image === picture {
        if let next = pictures.image(image) {
          view.image = next
          picture = next
        }
      }
      tellClosures(view, theme)
    }

    func add(_ closure: @escaping @MainActor (UIView, Theme) -> Void) { closures.append((closure, nil)) }

    /// Tells each of a theme that it has not heard last.
    func tellClosures(_ view: UIView, _ theme: Theme) {
      for (index, closure) in closures.enumerated() where closure.told != theme {
        closures[index].told = theme
        closure.body(view, theme)
      }
    }
  }
#endif

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  /// The applied values and the settings of a view or of a bar item, which owns this object.
  @MainActor
  final class ViewOutfit {
    var styles: [String] = []
    var isOff = false
    var image: String?
    private var closures: [(body: @MainActor (UIView, Theme) -> Void, told: Theme?)] = []
    /// The applied values by key.
    var worn: [String: WornValue] = [:]
    /// The image that was applied. An image that the app has set since then is kept.
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

    /// Applies the image of the view, and calls its closures.
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

    /// Calls the closures that have not received this theme last.
    func tellClosures(_ view: UIView, _ theme: Theme) {
      for (index, closure) in closures.enumerated() where closure.told != theme {
        closures[index].told = theme
        closure.body(view, theme)
      }
    }
  }

  /// The key of an associated object.
  final class AssociationKey: Sendable {
    var address: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }
  }
#endif

import LiveryUIKit
import LiveryClient
import UIKit

/// The server, once for the whole app.
let shopLivery = Livery(url: URL(string: "http://127.0.0.1:8080") ?? URL(fileURLWithPath: "/"))

/// Shows the shop, dressed by the theme of the moment.
@MainActor
final class ShopScene {
  let window: UIWindow

  init(_ scene: UIWindowScene) {
    window = UIWindow(windowScene: scene)
    window.rootViewController = ShopController()
    shopLivery.dress(scene)
    window.makeKeyAndVisible()
  }

  /// Shows a draft on this device, for a link such as `livery://preview?livery-draft=KEY`.
  func open(_ link: URL) { shopLivery.open(link) }
}

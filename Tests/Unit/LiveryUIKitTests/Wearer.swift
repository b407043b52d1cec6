import Foundation
import LiveryClient
import Testing
import UIKit

@testable import LiveryUIKit

/// The tests of this target run one after the other, because the appearance proxies are one for all.
@Suite(.serialized) enum UIKitTests {}

/// A scene with a window, dressed by themes that the test hands out.
@MainActor
struct Wearer {
  let scene: UIWindowScene
  let window: UIWindow
  let livery: Livery

  init(_ livery: Livery = Livery(url: URL(fileURLWithPath: "/"), cache: .none)) {
    self.livery = livery
    scene = Self.scene
    window = UIWindow(windowScene: scene)
    window.isHidden = false
    livery.dress(scene)
  }

  // Tests/Apple runs in an app on a Mac, whose scene all tests share: only the system makes scenes.
  #if canImport(ObjectiveC)
    private static var scene: UIWindowScene {
      for case let scene as UIWindowScene in UIApplication.shared.connectedScenes { return scene }
      fatalError("The app has no scene.")
    }
  #else
    private static var scene: UIWindowScene { UIWindowScene() }
  #endif

  var dresser: Dresser { get throws { try #require(Dresser.of(window)) } }

  /// A theme in light, in dark, or in both.
  func wear(_ json: String, in styles: UIUserInterfaceStyle...) async throws {
    let theme = try Theme(json: Data(json.utf8))
    for style in styles.isEmpty ? [.light, .dark] : styles { try dresser.take(theme, in: style) }
    try await settle()
  }

  func settle() async throws {
    while try TraitChanges.areWaiting || dresser.isDue { await Task.yield() }
  }

  /// A theme with these rules.
  static func theme(_ rules: String, transition: Double = 0, name: String = "test") -> String {
    """
    { "theme": "\(name)", "kit": "uikit", "colors": { "accent": "#ff0000" }, "imagePrefix": "year_",
      "imagePrefixes": ["year_"], "images": { "logo": { "candidates": ["year_logo", "logo"] } },
      "transition": { "duration": \(transition) }, "appearance": [\(rules)] }
    """
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs a test only with the stand-in for UIKit: it uses what UIKit has not, or permits to no app.
  static var needsStandIn: Self {
    #if canImport(ObjectiveC)
      .disabled("It needs the stand-in for UIKit.")
    #else
      .enabled(if: true)
    #endif
  }
}

extension UIColor {
  static func hex(_ text: String) -> UIColor? { UIColor(hex: text) }
}

import Foundation
import LiveryClient
import Testing
import UIKit

@testable import LiveryUIKit

extension UIKitTests {
  /// The properties that have setters, and those of the kit that have none.
  @Suite @MainActor struct `The setters of UIKit` {
    private let wearer = Wearer()

    private struct Kit: Decodable {
      let classes: [String: Class]

      struct Class: Decodable {
        let properties: [Property]?
      }

      struct Property: Decodable {
        let name: String
        let axes: [String]?
        let setter: Bool?
      }
    }

    @Test func `take the properties of the kit, except those that it lists without one`() throws {
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Config/kits/uikit.json").standardized
      let kit = try JSONDecoder().decode(Kit.self, from: Data(contentsOf: file))
      let properties = kit.classes.flatMap { name, type in
        (type.properties ?? []).map {
          (
            key: "\(name) \($0.name)" + String(repeating: ":", count: $0.axes?.count ?? 0),
            isListed: $0.setter == false
          )
        }
      }
      let taken = Set(LiverySetters.keys.flatMap { name, keys in keys.map { "\(name) \($0)" } })
      let untaken = properties.map(\.key).filter { !taken.contains($0) }.sorted()
      #expect(untaken == properties.filter(\.isListed).map(\.key).sorted())
      #expect(properties.count - untaken.count >= 140)
    }

    @Test(.needsStandIn) func `set what they read, and undo it`() async throws {
      UIImage.bundle = ["logo"]
      let (bar, tabs, search) = (UINavigationBar(), UITabBar(), UISearchBar())
      let (field, stepper, view) = (UITextField(), UIStepper(), UIView())
      for view in [bar, tabs, search, field, stepper, view] { wearer.window.addSubview(view) }
      try await wearer.wear(
        Wearer.theme(
          ##"""
          { "for": "UIView", "set": { "cornerRadius": 12, "borderWidth": 2, "borderColor": "#000001" } },
          { "for": "UINavigationBar", "set": { "backgroundImage:any:default": "logo", "scrollEdgeAppearance": {
            "background": "transparent", "backgroundColor": "#000002", "backgroundImageContentMode": "top",
            "titleTextAttributes": { "color": "#000003", "shadow": { "color": "#000007", "blurRadius": 2,
              "offset": { "width": 1, "height": 3 } }, "paragraphStyle": { "lineSpacing": 4,
              "alignment": "center", "lineBreakMode": "byTruncatingMiddle", "usesDefaultHyphenation": true } },
            "buttonAppearance": { "normal": { "titleTextAttributes": { "color": "#000004" } } } } } },
          { "for": "UITabBar", "set": { "standardAppearance": { "background": "opaque", "stackedLayoutAppearance": {
            "selected": { "iconColor": "#000005" } } }, "itemPositioning": "fill" } },
          { "for": "UISearchBar", "set": { "image:clear:normal": "logo", "searchBarStyle": "minimal",
            "searchTextPositionAdjustment": { "horizontal": 1, "vertical": 2 } } },
          { "for": "UITextField", "set": { "borderStyle": "line", "attributedPlaceholder": {
            "text": "Name", "attributes": { "color": "#000006", "underlineStyle": "single" } } } },
          { "for": "UIStepper", "set": { "dividerImage:normal:highlighted": "logo" } }
          """##))
      #expect(view.layer.cornerRadius == 12 && view.layer.borderWidth == 2)
      #expect(view.layer.borderColor == UIColor.hex("#000001")?.cgColor)
      let look = try #require(bar.scrollEdgeAppearance)
      #expect(look.background == "transparent" && look.backgroundColor == .hex("#000002"))
      #expect(look.titleTextAttributes[.foregroundColor] as? UIColor == .hex("#000003"))
      let shadow = try #require(look.titleTextAttributes[.shadow] as? NSShadow)
      #expect(shadow.shadowColor as? UIColor == .hex("#000007") && shadow.shadowBlurRadius == 2)
      #expect(shadow.shadowOffset.height == 3 && look.backgroundImageContentMode == .top)
      let style = try #require(look.titleTextAttributes[.paragraphStyle] as? NSMutableParagraphStyle)
      #expect(style.lineSpacing == 4 && style.alignment == .center && style.usesDefaultHyphenation)
      #expect(style.lineBreakMode == .byTruncatingMiddle)
      let title = look.buttonAppearance.normal.titleTextAttributes
      #expect(title[.foregroundColor] as? UIColor == .hex("#000004"))
      #expect(bar.backgroundImage(for: .any, barMetrics: .default) == UIImage(named: "logo"))
      #expect(tabs.standardAppearance.stackedLayoutAppearance.selected.iconColor == .hex("#000005"))
      #expect(tabs.standardAppearance.background == "opaque" && tabs.itemPositioning == .fill)
      #expect(search.image(for: .clear, state: .normal) == UIImage(named: "logo"))
      #expect(search.searchBarStyle == .minimal && search.searchTextPositionAdjustment.vertical == 2)
      #expect(field.borderStyle == .line && field.placeholder == "Name")
      let divider = stepper.dividerImage(forLeftSegmentState: .normal, rightSegmentState: .highlighted)
      #expect(divider == UIImage(named: "logo"))
      try await wearer.wear(Wearer.theme(""))
      #expect(view.layer.cornerRadius == 0 && bar.scrollEdgeAppearance == nil && field.placeholder == nil)
      #expect(tabs.standardAppearance.background == "default" && search.searchBarStyle == .default)
      #expect(stepper.dividerImage(forLeftSegmentState: .normal, rightSegmentState: .highlighted) == nil)
    }

    @Test func `a button is dressed through its configuration if it has one`() async throws {
      let (plain, configured, own) = (
        UIButton(), UIButton(configuration: .filled()), UIButton(configuration: .plain())
      )
      own.configuration?.baseForegroundColor = .red
      for button in [plain, configured, own] { wearer.window.addSubview(button) }
      let rules = ##"""
        { "for": "UIButton", "set": { "titleColor:normal": "#000001", "backgroundColor": "#000002",
          "font": { "size": 20 }, "contentEdgeInsets": { "top": 1, "left": 2, "bottom": 3, "right": 4 } } }
        """##
      try await wearer.wear(Wearer.theme(rules))
      #expect(plain.titleColor(for: .normal) == .hex("#000001") && plain.titleLabel?.font.pointSize == 20)
      #expect(plain.contentEdgeInsets.left == 2)
      let configuration = try #require(configured.configuration)
      #expect(
        configuration.baseForegroundColor == .hex("#000001") && configuration.contentInsets.leading == 2)
      #expect(configuration.background.backgroundColor == .hex("#000002"))
      let font = configuration.titleTextAttributesTransformer?(AttributeContainer()).font
      #expect(font?.pointSize == 20 && own.configuration?.baseForegroundColor == .red)
      try await wearer.wear(Wearer.theme(""))
      #expect(
        configured.configuration?.baseForegroundColor == nil
          && configured.configuration?.contentInsets.leading == 12)
    }
  }
}

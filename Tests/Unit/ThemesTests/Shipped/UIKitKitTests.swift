import TestSupport
import Testing
import Themes

@Suite struct `The kit of UIKit` {
  private let kit: Kit
  private let index: KitIndex

  init() throws {
    kit = try #require(ProjectFiles.shipped.kits["uikit"])
    index = KitIndex(kit)
  }

  @Test func `has each class that takes part in UIAppearance`() {
    #expect(kit.classes.count == 189)
    #expect(kit.classes.values.count { $0.superclass == nil } == 1)
    for name in kit.classes.keys { #expect(index.chain(of: name).last == "NSObject", "\(name)") }
    #expect(
      index.chain(of: "PKAddPassButton")
        == ["PKAddPassButton", "UIButton", "UIControl", "UIView", "UIResponder", "NSObject"])
  }

  @Test func `has each marked property, and others beside them`() {
    let properties = kit.classes.values.flatMap(\.properties)
    #expect(properties.count(where: \.isMarked) == 113)
    #expect(properties.count { !$0.isMarked } == 68)
    #expect(kit.classes.values.count { $0.properties.contains(where: \.isMarked) } == 23)
  }

  @Test func `declares no property again that a superclass has with as many axes`() {
    for name in kit.classes.keys {
      let all = index.chain(of: name).flatMap { kit.classes[$0]?.properties ?? [] }
      let forms = all.map { "\($0.name) \($0.axes.count)" }
      #expect(Set(forms).count == forms.count, "\(name)")
    }
  }

  @Test(arguments: [
    ("UIButton", "titleColor", "color", ["state"]),
    ("UIBarButtonItem", "backgroundImage", "image", ["state", "barMetrics"]),
    ("UIBarButtonItem", "backgroundImage", "image", ["state", "barButtonItemStyle", "barMetrics"]),
    ("UISegmentedControl", "dividerImage", "image", ["leftState", "rightState", "barMetrics"]),
    ("UISegmentedControl", "contentPositionAdjustment", "offset", ["segment", "barMetrics"]),
    ("UISearchBar", "backgroundImage", "image", []),
    ("UISearchBar", "backgroundImage", "image", ["barPosition", "barMetrics"]),
    ("UISearchBar", "image", "image", ["searchBarIcon", "state"]),
    ("UIToolbar", "shadowImage", "image", ["barPosition"]),
    ("UINavigationBar", "standardAppearance", "barAppearance", []),
    ("UITableView", "separatorEffect", "visualEffect", []),
    ("MKMarkerAnnotationView", "glyphText", "string", []),
    ("UIRefreshControl", "attributedTitle", "attributedString", []),
  ])
  func `keeps kind and axes`(className: String, name: String, kind: String, axes: [String]) {
    let property = kit.classes[className]?.properties.first { $0.name == name && $0.axes == axes }
    #expect(property?.kind.rawValue == kind)
    #expect(property?.isMarked == true)
  }

  @Test(arguments: [
    ("UINavigationBar", "tintColor"), ("UIBarButtonItem", "tintColor"), ("UITextField", "textColor"),
    ("UITextView", "font"), ("UISlider", "thumbImage"), ("UITableViewCell", "selectionStyle"),
  ])
  func `knows what apps theme although UIKit does not mark it`(className: String, name: String) {
    let found = index.properties(named: name, of: className)
    #expect(found.count == 1)
    #expect(found.first?.isMarked == false)
  }

  @Test func `tells classes that take an appearance from those that only contain`() {
    let themeable = kit.classes.values.filter(\.isThemeable)
    #expect(themeable.contains { $0.name == "UIBarButtonItem" && !$0.isContainer })
    #expect(kit.classes["UITabBarController"].map { !$0.isThemeable && $0.isContainer } == true)
    #expect(kit.classes["UIResponder"].map { $0.isThemeable || $0.isContainer } == false)
  }

  @Test func `falls back as UIKit does`() {
    #expect(kit.axes.mapValues(\.fallback)["state"] == "normal")
    #expect(kit.axes["leftState"] == kit.axes["state"])
    #expect(kit.axes["rightState"] == kit.axes["state"])
    #expect(kit.axes["barMetrics"]?.fallback == "default")
    #expect(kit.axes["barPosition"]?.fallback == "any")
    #expect(kit.axes["searchBarIcon"]?.fallback == nil)
    #expect(kit.axes.filter(\.value.combines).keys.sorted() == ["leftState", "rightState", "state"])
  }

  @Test func `reads client hints into traits`() {
    #expect(kit.traits["userInterfaceStyle"]?.hint == "Sec-CH-Prefers-Color-Scheme")
    #expect(kit.traits["displayScale"]?.hint == "Sec-CH-DPR")
    #expect(kit.traits["accessibilityContrast"]?.hintValues["more"] == "high")
    #expect(kit.traits.values.allSatisfy { $0.defaultValue == nil })
  }
}

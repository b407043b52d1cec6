#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import LiveryClient
  import UIKit

  /// The properties of bars and their items, as the kit `uikit` names them.
  extension LiverySetters {
    static let positionings: [String: UITabBar.ItemPositioning] = [
      "automatic": .automatic, "fill": .fill, "centered": .centered,
    ]

    private static let barStyles: [String: UIBarStyle] = [
      "default": .default, "black": .black, "blackOpaque": .black, "blackTranslucent": .blackTranslucent,
    ]

    static func enterNavigationBars(into table: inout SetterTable) {
      table.enter(UINavigationBar.self, like: { [UINavigationBar()] }) {
        $0.colors(["barTintColor": \.barTintColor])
        $0.word("barStyle", \.barStyle, barStyles)
        $0.flags(["translucent": \.isTranslucent, "prefersLargeTitles": \.prefersLargeTitles])
        $0.images([
          "shadowImage": \.shadowImage, "backIndicatorImage": \.backIndicatorImage,
          "backIndicatorTransitionMaskImage": \.backIndicatorTransitionMaskImage,
        ])
        $0.set("titleTextAttributes", .plain(.attributes, \.titleTextAttributes))
        $0.set("largeTitleTextAttributes", .plain(.attributes, \.largeTitleTextAttributes))
        $0.measured(
          "backgroundImage:", .image, { $0.setBackgroundImage($1, for: $2) }, { $0.backgroundImage(for: $1) })
        $0.keyed(
          "backgroundImage::", { KeyParts($0.position, $0.metrics) }, .image,
          { $0.setBackgroundImage($1, for: $2.one, barMetrics: $2.other) },
          { $0.backgroundImage(for: $1.one, barMetrics: $1.other) })
        $0.measured(
          "titleVerticalPositionAdjustment:", .number,
          { $0.setTitleVerticalPositionAdjustment($1 ?? 0, for: $2) },
          { $0.titleVerticalPositionAdjustment(for: $1) })
        $0.set("standardAppearance", .fixed(.navigationBar, \.standardAppearance))
        $0.set("compactAppearance", .plain(.navigationBar, \.compactAppearance))
        $0.set("scrollEdgeAppearance", .plain(.navigationBar, \.scrollEdgeAppearance))
        $0.set("compactScrollEdgeAppearance", .plain(.navigationBar, \.compactScrollEdgeAppearance))
      }
    }

    static func enterToolbarsAndTabBars(into table: inout SetterTable) {
      table.enter(UIToolbar.self, like: { [UIToolbar()] }) {
        $0.colors(["barTintColor": \.barTintColor])
        $0.word("barStyle", \.barStyle, barStyles)
        $0.flags(["translucent": \.isTranslucent])
        $0.keyed(
          "backgroundImage::", { KeyParts($0.position, $0.metrics) }, .image,
          { $0.setBackgroundImage($1, forToolbarPosition: $2.one, barMetrics: $2.other) },
          { $0.backgroundImage(forToolbarPosition: $1.one, barMetrics: $1.other) })
        $0.keyed(
          "shadowImage:", { $0.position }, .image, { $0.setShadowImage($1, forToolbarPosition: $2) },
          { $0.shadowImage(forToolbarPosition: $1) })
        $0.set("standardAppearance", .fixed(.toolbar, \.standardAppearance))
        $0.set("compactAppearance", .plain(.toolbar, \.compactAppearance))
        $0.set("scrollEdgeAppearance", .plain(.toolbar, \.scrollEdgeAppearance))
        $0.set("compactScrollEdgeAppearance", .plain(.toolbar, \.compactScrollEdgeAppearance))
      }
      table.enter(UITabBar.self, like: { [UITabBar()] }) {
        $0.colors([
          "barTintColor": \.barTintColor, "unselectedItemTintColor": \.unselectedItemTintColor,
          "selectedImageTintColor": \.tintColor,
        ])
        $0.word("barStyle", \.barStyle, barStyles)
        $0.flags(["translucent": \.isTranslucent])
        $0.images([
          "backgroundImage": \.backgroundImage, "selectionIndicatorImage": \.selectionIndicatorImage,
          "shadowImage": \.shadowImage,
        ])
        $0.word("itemPositioning", \.itemPositioning, positionings)
        $0.numbers(["itemWidth": \.itemWidth, "itemSpacing": \.itemSpacing])
        $0.set("standardAppearance", .fixed(.tabBar, \.standardAppearance))
        $0.set("scrollEdgeAppearance", .plain(.tabBar, \.scrollEdgeAppearance))
      }
    }

    static func enterSearchBars(into table: inout SetterTable) {
      table.enter(UISearchBar.self, like: { [UISearchBar()] }) {
        $0.colors(["barTintColor": \.barTintColor])
        $0.images([
          "backgroundImage": \.backgroundImage, "scopeBarBackgroundImage": \.scopeBarBackgroundImage,
        ])
        $0.word("barStyle", \.barStyle, barStyles)
        $0.word(
          "searchBarStyle", \.searchBarStyle,
          ["default": .default, "prominent": .prominent, "minimal": .minimal])
        $0.flags(["translucent": \.isTranslucent])
        $0.word("keyboardAppearance", \.keyboardAppearance, keyboards)
        $0.set(
          "searchFieldBackgroundPositionAdjustment",
          .fixed(.offset, \.searchFieldBackgroundPositionAdjustment))
        $0.set("searchTextPositionAdjustment", .fixed(.offset, \.searchTextPositionAdjustment))
        $0.keyed(
          "backgroundImage::", { KeyParts($0.position, $0.metrics) }, .image,
          { $0.setBackgroundImage($1, for: $2.one, barMetrics: $2.other) },
          { $0.backgroundImage(for: $1.one, barMetrics: $1.other) })
        $0.stated(
          "searchFieldBackgroundImage:", .image, { $0.setSearchFieldBackgroundImage($1, for: $2) },
          { $0.searchFieldBackgroundImage(for: $1) })
        $0.setIcons()
        $0.setScopes()
      }
    }

    static func enterBarItems(into table: inout SetterTable) {
      let styles: [String: UIBarButtonItem.Style] = [
        "plain": .plain, "bordered": .plain, "done": .done, "prominent": .done,
      ]
      table.enter(UIBarItem.self) {
        $0.stated(
          "titleTextAttributes:", .attributes, { $0.setTitleTextAttributes($1, for: $2) },
          { $0.titleTextAttributes(for: $1) })
        $0.insets(["imageInsets": \.imageInsets])
      }
      table.enter(UIBarButtonItem.self, like: { [UIBarButtonItem()] }) {
        $0.colors(["tintColor": \.tintColor])
        $0.numbers(["width": \.width])
        $0.keyed(
          "backgroundImage::", { KeyParts($0.state, $0.metrics) }, .image,
          { $0.setBackgroundImage($1, for: $2.one, barMetrics: $2.other) },
          { $0.backgroundImage(for: $1.one, barMetrics: $1.other) })
        $0.keyed(
          "backgroundImage:::", { KeyParts(KeyParts($0.state, $0.word(1, styles, nil)), $0.metrics) }, .image,
          { $0.setBackgroundImage($1, for: $2.one.one, style: $2.one.other, barMetrics: $2.other) },
          { $0.backgroundImage(for: $1.one.one, style: $1.one.other, barMetrics: $1.other) })
        $0.measured(
          "backgroundVerticalPositionAdjustment:", .number,
          { $0.setBackgroundVerticalPositionAdjustment($1 ?? 0, for: $2) },
          { $0.backgroundVerticalPositionAdjustment(for: $1) })
        $0.measured(
          "titlePositionAdjustment:", .offset, { $0.setTitlePositionAdjustment($1 ?? .zero, for: $2) },
          { $0.titlePositionAdjustment(for: $1) })
        $0.setBackButtons()
      }
      table.enter(UITabBarItem.self, like: { [UITabBarItem()] }) {
        $0.colors(["badgeColor": \.badgeColor])
        $0.set("titlePositionAdjustment", .fixed(.offset, \.titlePositionAdjustment))
        $0.stated(
          "badgeTextAttributes:", .attributes, { $0.setBadgeTextAttributes($1, for: $2) },
          { $0.badgeTextAttributes(for: $1) })
        $0.set("standardAppearance", .plain(.tabBar, \.standardAppearance))
        $0.set("scrollEdgeAppearance", .plain(.tabBar, \.scrollEdgeAppearance))
      }
    }
  }

  extension SetterList<UISearchBar> {
    fileprivate mutating func setIcons() {
      let icons: [String: UISearchBar.Icon] = [
        "search": .search, "clear": .clear, "bookmark": .bookmark, "resultsList": .resultsList,
      ]
      keyed(
        "image::", { KeyParts($0.word(0, icons, nil), $0.state(1)) }, .image,
        { $0.setImage($1, for: $2.one, state: $2.other) }, { $0.image(for: $1.one, state: $1.other) })
      keyed(
        "positionAdjustment:", { $0.word(0, icons, nil) }, .offset,
        { $0.setPositionAdjustment($1 ?? .zero, for: $2) }, { $0.positionAdjustment(for: $1) })
    }

    fileprivate mutating func setScopes() {
      stated(
        "scopeBarButtonBackgroundImage:", .image, { $0.setScopeBarButtonBackgroundImage($1, for: $2) },
        { $0.scopeBarButtonBackgroundImage(for: $1) })
      keyed(
        "scopeBarButtonDividerImage::", { KeyParts($0.state(0), $0.state(1)) }, .image,
        { $0.setScopeBarButtonDividerImage($1, forLeftSegmentState: $2.one, rightSegmentState: $2.other) },
        { $0.scopeBarButtonDividerImage(forLeftSegmentState: $1.one, rightSegmentState: $1.other) })
      stated(
        "scopeBarButtonTitleTextAttributes:", .attributes,
        { $0.setScopeBarButtonTitleTextAttributes($1, for: $2) },
        { $0.scopeBarButtonTitleTextAttributes(for: $1) })
    }
  }

  extension SetterList<UIBarButtonItem> {
    fileprivate mutating func setBackButtons() {
      keyed(
        "backButtonBackgroundImage::", { KeyParts($0.state, $0.metrics) }, .image,
        { $0.setBackButtonBackgroundImage($1, for: $2.one, barMetrics: $2.other) },
        { $0.backButtonBackgroundImage(for: $1.one, barMetrics: $1.other) })
      measured(
        "backButtonTitlePositionAdjustment:", .offset,
        { $0.setBackButtonTitlePositionAdjustment($1 ?? .zero, for: $2) },
        { $0.backButtonTitlePositionAdjustment(for: $1) })
      measured(
        "backButtonBackgroundVerticalPositionAdjustment:", .number,
        { $0.setBackButtonBackgroundVerticalPositionAdjustment($1 ?? 0, for: $2) },
        { $0.backButtonBackgroundVerticalPositionAdjustment(for: $1) })
    }
  }
#endif

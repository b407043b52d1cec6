#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import LiveryClient
  import UIKit

  /// The properties of bars and their items, as the kit `uikit` names them.
  extension LiverySetters {
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
        $0.set(
          "backgroundImage:",
          .keyed(metrics: .image, { $0.setBackgroundImage($1, for: $2) }, { $0.backgroundImage(for: $1) }))
        $0.set(
          "backgroundImage::",
          .keyed(
            { KeyParts($0.position, $0.metrics) }, .image,
            { $0.setBackgroundImage($1, for: $2.one, barMetrics: $2.other) },
            { $0.backgroundImage(for: $1.one, barMetrics: $1.other) }))
        $0.set(
          "titleVerticalPositionAdjustment:",
          .keyed(
            metrics: .number, { $0.setTitleVerticalPositionAdjustment($1 ?? 0, for: $2) },
            { $0.titleVerticalPositionAdjustment(for: $1) }))
        $0.set("standardAppearance", .fixed(.navigationBar, \.standardAppearance))
        $0.set("compactAppearance", .plain(.navigationBar, \.compactAppearance))
        $0.set("scrollEdgeAppearance", .plain(.navigationBar, \.scrollEdgeAppearance))
        $0.set("compactScrollEdgeAppearance", .plain(.navigationBar, \.compactScrollEdgeAppearance))
      }
    }

    static func enterToolbars(into table: inout SetterTable) {
      table.enter(UIToolbar.self, like: { [UIToolbar()] }) {
        $0.colors(["barTintColor": \.barTintColor])
        $0.word("barStyle", \.barStyle, barStyles)
        $0.flags(["translucent": \.isTranslucent])
        $0.set(
          "backgroundImage::",
          .keyed(
            { KeyParts($0.position, $0.metrics) }, .image,
            { $0.setBackgroundImage($1, forToolbarPosition: $2.one, barMetrics: $2.other) },
            { $0.backgroundImage(forToolbarPosition: $1.one, barMetrics: $1.other) }))
        $0.set(
          "shadowImage:",
          .keyed(
            { $0.position }, .image, { $0.setShadowImage($1, forToolbarPosition: $2) },
            { $0.shadowImage(forToolbarPosition: $1) }))
        $0.set("standardAppearance", .fixed(.toolbar, \.standardAppearance))
        $0.set("compactAppearance", .plain(.toolbar, \.compactAppearance))
        $0.set("scrollEdgeAppearance", .plain(.toolbar, \.scrollEdgeAppearance))
        $0.set("compactScrollEdgeAppearance", .plain(.toolbar, \.compactScrollEdgeAppearance))
      }
    }

    static func enterTabBars(into table: inout SetterTable) {
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
        $0.word(
          "itemPositioning", \.itemPositioning,
          ["automatic": .automatic, "fill": .fill, "centered": .centered])
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
        $0.set(
          "backgroundImage::",
          .keyed(
            { KeyParts($0.position, $0.metrics) }, .image,
            { $0.setBackgroundImage($1, for: $2.one, barMetrics: $2.other) },
            { $0.backgroundImage(for: $1.one, barMetrics: $1.other) }))
        $0.set(
          "searchFieldBackgroundImage:",
          .keyed(
            state: .image, { $0.setSearchFieldBackgroundImage($1, for: $2) },
            { $0.searchFieldBackgroundImage(for: $1) }))
        $0.setIcons()
        $0.setScopes()
      }
    }

    static func enterBarItems(into table: inout SetterTable) {
      table.enter(UIBarItem.self) {
        $0.set(
          "titleTextAttributes:",
          .keyed(
            state: .attributes, { $0.setTitleTextAttributes($1, for: $2) },
            { $0.titleTextAttributes(for: $1) }))
        $0.insets(["imageInsets": \.imageInsets])
      }
    }

    static func enterBarButtonItems(into table: inout SetterTable) {
      let styles: [String: UIBarButtonItem.Style] = [
        "plain": .plain, "bordered": .plain, "done": .done, "prominent": .done,
      ]
      table.enter(UIBarButtonItem.self, like: { [UIBarButtonItem()] }) {
        $0.colors(["tintColor": \.tintColor])
        $0.numbers(["width": \.width])
        $0.set(
          "backgroundImage::",
          .keyed(
            { KeyParts($0.state, $0.metrics) }, .image,
            { $0.setBackgroundImage($1, for: $2.one, barMetrics: $2.other) },
            { $0.backgroundImage(for: $1.one, barMetrics: $1.other) }))
        $0.set(
          "backgroundImage:::",
          .keyed(
            { KeyParts(KeyParts($0.state, $0.word(1, styles, nil)), $0.metrics) }, .image,
            { $0.setBackgroundImage($1, for: $2.one.one, style: $2.one.other, barMetrics: $2.other) },
            { $0.backgroundImage(for: $1.one.one, style: $1.one.other, barMetrics: $1.other) }))
        $0.set(
          "backgroundVerticalPositionAdjustment:",
          .keyed(
            metrics: .number, { $0.setBackgroundVerticalPositionAdjustment($1 ?? 0, for: $2) },
            { $0.backgroundVerticalPositionAdjustment(for: $1) }))
        $0.set(
          "titlePositionAdjustment:",
          .keyed(
            metrics: .offset, { $0.setTitlePositionAdjustment($1 ?? .zero, for: $2) },
            { $0.titlePositionAdjustment(for: $1) }))
        $0.setBackButtons()
      }
    }

    static func enterTabBarItems(into table: inout SetterTable) {
      table.enter(UITabBarItem.self, like: { [UITabBarItem()] }) {
        $0.colors(["badgeColor": \.badgeColor])
        $0.set("titlePositionAdjustment", .fixed(.offset, \.titlePositionAdjustment))
        $0.set(
          "badgeTextAttributes:",
          .keyed(
            state: .attributes, { $0.setBadgeTextAttributes($1, for: $2) },
            { $0.badgeTextAttributes(for: $1) }))
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
      set(
        "image::",
        .keyed(
          { KeyParts($0.word(0, icons, nil), $0.state(1)) }, .image,
          { $0.setImage($1, for: $2.one, state: $2.other) }, { $0.image(for: $1.one, state: $1.other) }))
      set(
        "positionAdjustment:",
        .keyed(
          { $0.word(0, icons, nil) }, .offset, { $0.setPositionAdjustment($1 ?? .zero, for: $2) },
          { $0.positionAdjustment(for: $1) }))
    }

    fileprivate mutating func setScopes() {
      set(
        "scopeBarButtonBackgroundImage:",
        .keyed(
          state: .image, { $0.setScopeBarButtonBackgroundImage($1, for: $2) },
          { $0.scopeBarButtonBackgroundImage(for: $1) }))
      set(
        "scopeBarButtonDividerImage::",
        .keyed(
          { KeyParts($0.state(0), $0.state(1)) }, .image,
          {
            $0.setScopeBarButtonDividerImage($1, forLeftSegmentState: $2.one, rightSegmentState: $2.other)
          },
          { $0.scopeBarButtonDividerImage(forLeftSegmentState: $1.one, rightSegmentState: $1.other) }))
      set(
        "scopeBarButtonTitleTextAttributes:",
        .keyed(
          state: .attributes, { $0.setScopeBarButtonTitleTextAttributes($1, for: $2) },
          { $0.scopeBarButtonTitleTextAttributes(for: $1) }))
    }
  }

  extension SetterList<UIBarButtonItem> {
    fileprivate mutating func setBackButtons() {
      set(
        "backButtonBackgroundImage::",
        .keyed(
          { KeyParts($0.state, $0.metrics) }, .image,
          { $0.setBackButtonBackgroundImage($1, for: $2.one, barMetrics: $2.other) },
          { $0.backButtonBackgroundImage(for: $1.one, barMetrics: $1.other) }))
      set(
        "backButtonTitlePositionAdjustment:",
        .keyed(
          metrics: .offset, { $0.setBackButtonTitlePositionAdjustment($1 ?? .zero, for: $2) },
          { $0.backButtonTitlePositionAdjustment(for: $1) }))
      set(
        "backButtonBackgroundVerticalPositionAdjustment:",
        .keyed(
          metrics: .number,
          { $0.setBackButtonBackgroundVerticalPositionAdjustment($1 ?? 0, for: $2) },
          { $0.backButtonBackgroundVerticalPositionAdjustment(for: $1) }))
    }
  }
#endif

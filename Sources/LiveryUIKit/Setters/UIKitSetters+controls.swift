#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import LiveryClient
  import UIKit

  /// The properties of controls, as the kit `uikit` names them.
  extension LiverySetters {
    static func enterButtons(into table: inout SetterTable) {
      let buttons: @MainActor () -> [NSObject] = {
        let configurations = [UIButton.Configuration.plain(), .filled()]
        return [UIButton(type: .custom), UIButton(type: .system)]
          + configurations.map { UIButton(configuration: $0) }
      }
      table.enter(UIButton.self, like: buttons) {
        $0.set("titleColor:", titleColor)
        $0.stated(
          "titleShadowColor:", .color, { $0.setTitleShadowColor($1, for: $2) },
          { $0.titleShadowColor(for: $1) })
        $0.stated("image:", .image, { $0.setImage($1, for: $2) }, { $0.image(for: $1) })
        $0.stated(
          "backgroundImage:", .image, { $0.setBackgroundImage($1, for: $2) }, { $0.backgroundImage(for: $1) })
        $0.stated(
          "preferredSymbolConfiguration:", .symbol,
          { $0.setPreferredSymbolConfiguration($1, forImageIn: $2) },
          { $0.preferredSymbolConfigurationForImage(in: $1) })
        $0.set("font", font)
        $0.set("backgroundColor", background)
        $0.set("contentEdgeInsets", contentInsets)
        $0.insets(["imageEdgeInsets": \.imageEdgeInsets, "titleEdgeInsets": \.titleEdgeInsets])
      }
    }

    /// A title always has a color: that of a button of the system is its tint. A configuration has one for all states,
    /// which wins over theirs.
    private static var titleColor: TypedSetter<UIButton, UIColor> {
      TypedSetter(
        kind: .color,
        get: { button, key in
          guard let state = key.state else { return nil }
          if let configuration = button.configuration {
            return state == .normal ? configuration.baseForegroundColor : nil
          }
          let color = button.titleColor(for: state)
          let usual = state == .normal ? button.tintColor : button.titleColor(for: .normal)
          return color == usual ? nil : color
        },
        set: { button, color, key in
          guard let state = key.state else { return }
          if button.configuration == nil { return button.setTitleColor(color, for: state) }
          if state == .normal { button.configuration?.baseForegroundColor = color }
        })
    }

    private static var font: TypedSetter<UIButton, UIFont> {
      TypedSetter(
        kind: .font,
        get: { button, _ in
          guard let configuration = button.configuration else { return button.titleLabel?.font }
          return configuration.titleTextAttributesTransformer?(AttributeContainer()).font
        },
        set: { button, font, _ in
          guard button.configuration != nil else {
            button.titleLabel?.font = font
            return
          }
          button.configuration?.titleTextAttributesTransformer = font.map { font in
            UIConfigurationTextAttributesTransformer { attributes in
              var attributes = attributes
              attributes.font = font
              return attributes
            }
          }
        })
    }

    private static var background: TypedSetter<UIButton, UIColor> {
      TypedSetter(
        kind: .color,
        get: { button, _ in
          button.configuration.map { $0.background.backgroundColor } ?? button.backgroundColor
        },
        set: { button, color, _ in
          if button.configuration == nil {
            button.backgroundColor = color
          } else {
            button.configuration?.background.backgroundColor = color
          }
        })
    }

    private static var contentInsets: TypedSetter<UIButton, UIEdgeInsets> {
      TypedSetter(
        kind: .insets,
        get: { button, _ in
          guard let insets = button.configuration?.contentInsets else { return button.contentEdgeInsets }
          return UIEdgeInsets(
            top: insets.top, left: insets.leading, bottom: insets.bottom, right: insets.trailing)
        },
        set: { button, insets, _ in
          guard let insets else { return }
          if button.configuration == nil {
            button.contentEdgeInsets = insets
          } else {
            button.configuration?.contentInsets = NSDirectionalEdgeInsets(
              top: insets.top, leading: insets.left, bottom: insets.bottom, trailing: insets.right)
          }
        })
    }

    static func enterSwitchesAndSliders(into table: inout SetterTable) {
      table.enter(UISwitch.self, like: { [UISwitch()] }) {
        $0.colors(["onTintColor": \.onTintColor, "thumbTintColor": \.thumbTintColor])
        $0.images(["onImage": \.onImage, "offImage": \.offImage])
        $0.word(
          "preferredStyle", \.preferredStyle,
          ["automatic": .automatic, "checkbox": .checkbox, "sliding": .sliding])
      }
      table.enter(UISlider.self, like: { [UISlider()] }) {
        $0.colors([
          "minimumTrackTintColor": \.minimumTrackTintColor, "maximumTrackTintColor": \.maximumTrackTintColor,
          "thumbTintColor": \.thumbTintColor,
        ])
        $0.images(["minimumValueImage": \.minimumValueImage, "maximumValueImage": \.maximumValueImage])
        $0.stated("thumbImage:", .image, { $0.setThumbImage($1, for: $2) }, { $0.thumbImage(for: $1) })
        $0.stated(
          "minimumTrackImage:", .image, { $0.setMinimumTrackImage($1, for: $2) },
          { $0.minimumTrackImage(for: $1) })
        $0.stated(
          "maximumTrackImage:", .image, { $0.setMaximumTrackImage($1, for: $2) },
          { $0.maximumTrackImage(for: $1) })
      }
      table.enter(UIStepper.self, like: { [UIStepper()] }) {
        $0.stated(
          "backgroundImage:", .image, { $0.setBackgroundImage($1, for: $2) }, { $0.backgroundImage(for: $1) })
        $0.stated(
          "incrementImage:", .image, { $0.setIncrementImage($1, for: $2) }, { $0.incrementImage(for: $1) })
        $0.stated(
          "decrementImage:", .image, { $0.setDecrementImage($1, for: $2) }, { $0.decrementImage(for: $1) })
        $0.keyed(
          "dividerImage::", { KeyParts($0.state(0), $0.state(1)) }, .image,
          { $0.setDividerImage($1, forLeftSegmentState: $2.one, rightSegmentState: $2.other) },
          { $0.dividerImage(forLeftSegmentState: $1.one, rightSegmentState: $1.other) })
      }
    }

    static func enterOtherControls(into table: inout SetterTable) {
      table.enter(UIPageControl.self, like: { [UIPageControl()] }) {
        $0.colors([
          "pageIndicatorTintColor": \.pageIndicatorTintColor,
          "currentPageIndicatorTintColor": \.currentPageIndicatorTintColor,
        ])
        $0.images(["preferredIndicatorImage": \.preferredIndicatorImage])
        $0.word(
          "backgroundStyle", \.backgroundStyle,
          ["automatic": .automatic, "prominent": .prominent, "minimal": .minimal])
      }
      table.enter(UIDatePicker.self, like: { [UIDatePicker()] }) {
        $0.word(
          "preferredDatePickerStyle", \.preferredDatePickerStyle,
          ["automatic": .automatic, "wheels": .wheels, "compact": .compact, "inline": .inline])
      }
      table.enter(UIRefreshControl.self, like: { [UIRefreshControl()] }) {
        $0.set("attributedTitle", .plain(.attributedText, \.attributedTitle))
      }
    }

    static func enterSegments(into table: inout SetterTable) {
      table.enter(UISegmentedControl.self, like: { [UISegmentedControl()] }) {
        $0.colors(["selectedSegmentTintColor": \.selectedSegmentTintColor])
        $0.flags(["apportionsSegmentWidthsByContent": \.apportionsSegmentWidthsByContent])
        $0.stated(
          "titleTextAttributes:", .attributes, { $0.setTitleTextAttributes($1, for: $2) },
          { $0.titleTextAttributes(for: $1) })
        $0.keyed(
          "backgroundImage::", { KeyParts($0.state, $0.metrics) }, .image,
          { $0.setBackgroundImage($1, for: $2.one, barMetrics: $2.other) },
          { $0.backgroundImage(for: $1.one, barMetrics: $1.other) })
        $0.keyed(
          "dividerImage:::", { KeyParts(KeyParts($0.state(0), $0.state(1)), $0.metrics) }, .image,
          {
            $0.setDividerImage(
              $1, forLeftSegmentState: $2.one.one, rightSegmentState: $2.one.other, barMetrics: $2.other)
          },
          {
            $0.dividerImage(
              forLeftSegmentState: $1.one.one, rightSegmentState: $1.one.other, barMetrics: $1.other)
          })
        let segments: [String: UISegmentedControl.Segment] = [
          "any": .any, "left": .left, "center": .center, "right": .right, "alone": .alone,
        ]
        $0.keyed(
          "contentPositionAdjustment::", { KeyParts($0.word(0, segments, nil), $0.metrics) }, .offset,
          { $0.setContentPositionAdjustment($1 ?? .zero, forSegmentType: $2.one, barMetrics: $2.other) },
          { $0.contentPositionAdjustment(forSegmentType: $1.one, barMetrics: $1.other) })
      }
    }
  }
#endif

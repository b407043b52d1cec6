#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import LiveryClient
  import UIKit

  /// The properties of views, as the kit `uikit` names them.
  extension LiverySetters {
    static func uikit() -> SetterTable {
      var table = SetterTable()
      for enter in [
        enterViews, enterPictures, enterTables, enterLabels, enterTexts, enterButtons,
        enterSwitchesAndSliders, enterOtherControls, enterSegments, enterNavigationBars,
        enterToolbarsAndTabBars, enterSearchBars, enterBarItems,
      ] { enter(&table) }
      return table
    }

    private static func enterViews(into table: inout SetterTable) {
      table.enter(UIView.self, like: { [UIView()] }) {
        $0.colors(["backgroundColor": \.backgroundColor])
        $0.numbers([
          "alpha": \.alpha, "cornerRadius": \.layer.cornerRadius, "borderWidth": \.layer.borderWidth,
        ])
        $0.insets(["layoutMargins": \.layoutMargins])
        $0.set(
          "borderColor",
          TypedSetter(
            kind: .color, get: { view, _ in view.layer.borderColor.map { UIColor(cgColor: $0) } },
            set: { view, color, _ in view.layer.borderColor = color?.cgColor }))
        $0.set("tintColor", tint)
        $0.word(
          "overrideUserInterfaceStyle", \.overrideUserInterfaceStyle,
          ["unspecified": .unspecified, "light": .light, "dark": .dark])
        $0.word(
          "tintAdjustmentMode", \.tintAdjustmentMode,
          ["automatic": .automatic, "normal": .normal, "dimmed": .dimmed])
      }
      table.enter(UIWindow.self, like: { [UIWindow(frame: .zero)] }) { _ in }
      table.enter(UIStackView.self, like: { [UIStackView()] }) { $0.numbers(["spacing": \.spacing]) }
      table.enter(UIVisualEffectView.self, like: { [UIVisualEffectView(effect: nil)] }) {
        $0.set("effect", .plain(.effect, \.effect))
      }
      table.enter(UIScrollView.self, like: { [UIScrollView()] }) {
        $0.word("indicatorStyle", \.indicatorStyle, ["default": .default, "black": .black, "white": .white])
        $0.word(
          "keyboardDismissMode", \.keyboardDismissMode,
          [
            "none": .none, "onDrag": .onDrag, "interactive": .interactive,
            "onDragWithAccessory": .onDragWithAccessory,
            "interactiveWithAccessory": .interactiveWithAccessory,
          ])
      }
    }

    /// An inherited color reads like one that is set, so it is compared with the view above.
    private static var tint: TypedSetter<UIView, UIColor> {
      TypedSetter(
        kind: .color,
        get: { view, _ in
          let above = view.superview
          return (above ?? view).undimmed {
            view.undimmed { view.tintColor == (above?.tintColor ?? view.tintColor) ? nil : view.tintColor }
          }
        },
        set: { view, color, _ in view.tintColor = color })
    }

    private static func enterPictures(into table: inout SetterTable) {
      table.enter(UIImageView.self, like: { [UIImageView()] }) {
        $0.images(["image": \.image, "highlightedImage": \.highlightedImage])
        $0.set("preferredSymbolConfiguration", .plain(.symbol, \.preferredSymbolConfiguration))
      }
      table.enter(UIActivityIndicatorView.self, like: { [UIActivityIndicatorView()] }) {
        $0.colors(["color": \.color])
        $0.word(
          "activityIndicatorViewStyle", \.style,
          ["medium": .medium, "large": .large, "white": .medium, "gray": .medium, "whiteLarge": .large])
      }
      table.enter(UIProgressView.self, like: { [UIProgressView()] }) {
        $0.colors(["progressTintColor": \.progressTintColor, "trackTintColor": \.trackTintColor])
        $0.images(["progressImage": \.progressImage, "trackImage": \.trackImage])
        $0.word("progressViewStyle", \.progressViewStyle, ["default": .default, "bar": .bar])
      }
    }

    private static func enterTables(into table: inout SetterTable) {
      let tables: @MainActor () -> [NSObject] = {
        [UITableView.Style.plain, .grouped, .insetGrouped].map { UITableView(frame: .zero, style: $0) }
      }
      table.enter(UITableView.self, like: tables) {
        $0.colors([
          "separatorColor": \.separatorColor, "sectionIndexColor": \.sectionIndexColor,
          "sectionIndexBackgroundColor": \.sectionIndexBackgroundColor,
          "sectionIndexTrackingBackgroundColor": \.sectionIndexTrackingBackgroundColor,
        ])
        $0.insets(["separatorInset": \.separatorInset])
        $0.set("separatorEffect", .plain(.effect, \.separatorEffect))
        $0.word(
          "separatorStyle", \.separatorStyle,
          ["none": .none, "singleLine": .singleLine, "singleLineEtched": .singleLine])
        $0.numbers([
          "rowHeight": \.rowHeight, "sectionHeaderHeight": \.sectionHeaderHeight,
          "sectionFooterHeight": \.sectionFooterHeight, "sectionHeaderTopPadding": \.sectionHeaderTopPadding,
        ])
      }
      // A table sets the backgrounds of its cells.
      let cells: @MainActor () -> [NSObject] = {
        [nil, UIColor.systemBackground, .secondarySystemGroupedBackground].map { color in
          let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
          if let color { cell.backgroundColor = color }
          return cell
        }
      }
      table.enter(UITableViewCell.self, like: cells) {
        $0.insets(["separatorInset": \.separatorInset])
        $0.word("focusStyle", \.focusStyle, ["default": .default, "custom": .custom])
        $0.word(
          "selectionStyle", \.selectionStyle,
          ["none": .none, "blue": .blue, "gray": .gray, "default": .default])
      }
    }

    private static func enterLabels(into table: inout SetterTable) {
      // The cells of tables have labels of other fonts and colors.
      let labels: @MainActor () -> [NSObject] = {
        let cells = [UITableViewCell.CellStyle.default, .value1, .value2, .subtitle].map {
          UITableViewCell(style: $0, reuseIdentifier: nil)
        }
        return [UILabel()] + cells.flatMap { [$0.textLabel, $0.detailTextLabel].compactMap { $0 } }
      }
      table.enter(UILabel.self, like: labels) {
        $0.colors(["highlightedTextColor": \.highlightedTextColor, "shadowColor": \.shadowColor])
        // Text with attributes of its own is the app's: a color or a font would be written over all of it.
        $0.set(
          "textColor",
          TypedSetter(
            kind: .color, isOwn: { $0.hasOwnAttributes }, get: { label, _ in label.textColor },
            set: { label, color, _ in label.textColor = color }))
        $0.set(
          "font",
          TypedSetter(
            kind: .font, isOwn: { $0.hasOwnAttributes }, get: { label, _ in label.font },
            set: { label, font, _ in label.font = font }))
        $0.set("shadowOffset", .fixed(.size, \.shadowOffset))
        $0.set("numberOfLines", .fixed(.integer, \.numberOfLines))
        $0.flags(["adjustsFontForContentSizeCategory": \.adjustsFontForContentSizeCategory])
        $0.word("textAlignment", \.textAlignment, alignments)
        $0.word("preferredVibrancy", \.preferredVibrancy, ["none": .none, "automatic": .automatic])
      }
    }

    private static func enterTexts(into table: inout SetterTable) {
      table.enter(UITextField.self, like: { [UITextField()] }) {
        $0.colors(["textColor": \.textColor])
        $0.set("font", .plain(.font, \.font))
        $0.word("textAlignment", \.textAlignment, alignments)
        $0.word("keyboardAppearance", \.keyboardAppearance, keyboards)
        $0.word(
          "borderStyle", \.borderStyle,
          ["none": .none, "line": .line, "bezel": .bezel, "roundedRect": .roundedRect])
        $0.word(
          "clearButtonMode", \.clearButtonMode,
          [
            "never": .never, "whileEditing": .whileEditing, "unlessEditing": .unlessEditing,
            "always": .always,
          ])
        $0.images(["background": \.background, "disabledBackground": \.disabledBackground])
        $0.set("defaultTextAttributes", .fixed(.attributes, \.defaultTextAttributes))
        $0.set("attributedPlaceholder", .plain(.attributedText, \.attributedPlaceholder))
      }
      table.enter(UITextView.self, like: { [UITextView()] }) {
        $0.colors(["textColor": \.textColor])
        $0.set("font", .plain(.font, \.font))
        $0.word("textAlignment", \.textAlignment, alignments)
        $0.word("keyboardAppearance", \.keyboardAppearance, keyboards)
        $0.insets(["textContainerInset": \.textContainerInset])
        $0.set("linkTextAttributes", .plain(.attributes, \.linkTextAttributes))
      }
    }

    static let alignments: [String: NSTextAlignment] = [
      "left": .left, "center": .center, "right": .right, "justified": .justified, "natural": .natural,
    ]
    static let keyboards: [String: UIKeyboardAppearance] = [
      "default": .default, "dark": .dark, "light": .light, "alert": .alert,
    ]
  }

  extension UIView {
    /// Returns the value that is read while the tint of this view is not dimmed, as it is under an alert.
    fileprivate func undimmed<Value>(_ read: () -> Value) -> Value {
      guard tintAdjustmentMode == .dimmed else { return read() }
      tintAdjustmentMode = .normal
      let value = read()
      tintAdjustmentMode = .automatic
      if tintAdjustmentMode != .dimmed { tintAdjustmentMode = .dimmed }
      return value
    }
  }

  extension UILabel {
    /// Indicates whether parts of the text have attributes of their own.
    fileprivate var hasOwnAttributes: Bool {
      guard let text = attributedText, text.length > 0 else { return false }
      var range = NSRange()
      _ = text.attributes(at: 0, effectiveRange: &range)
      return range.length < text.length
    }
  }
#endif

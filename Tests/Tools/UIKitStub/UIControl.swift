// From the documentation pages "UIControl.State", "UISwitch", "UISlider", "UIStepper", "UIPageControl",
// "UISegmentedControl", "UITextField", "UIDatePicker" and "UIRefreshControl".

import Foundation

@MainActor
open class UIControl: UIView {
  public struct State: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let normal: State = []
    public static let highlighted = State(rawValue: 1 << 0)
    public static let disabled = State(rawValue: 1 << 1)
    public static let selected = State(rawValue: 1 << 2)
    public static let focused = State(rawValue: 1 << 3)
  }

  /// Values by the name of a setter and its axes.
  private var stated = StatedValues()

  func put(
    _ name: String, _ value: Any?, _ axes: [Int], _ call: @escaping @MainActor (AnyObject) -> Void
  ) {
    let key = StatedValues.Key(name: name, axes: axes)
    let isRecorded = records(key) { object in
      if (object as? Self)?.stated.isDirect(key) != true { call(object) }
    }
    if !isRecorded { stated.put(value, key, isDirect: isSetDirectly) }
  }

  /// The value of a state, else that of the normal one.
  func get<Value>(_ name: String, _ axes: [Int]) -> Value? {
    stated[name, axes] as? Value ?? stated[name, [0] + axes.dropFirst()] as? Value
  }
}

extension UIControl.State {
  var axis: Int { Int(rawValue) }
}

@MainActor
open class UISwitch: UIControl {
  public enum Style: Int, Sendable {
    case automatic, checkbox, sliding
  }

  @Recorded open var onTintColor: UIColor?
  @Recorded open var thumbTintColor: UIColor?
  @Recorded open var onImage: UIImage?
  @Recorded open var offImage: UIImage?
  @Recorded open var preferredStyle = Style.automatic
}

@MainActor
open class UISlider: UIControl {
  @Recorded open var minimumTrackTintColor: UIColor?
  @Recorded open var maximumTrackTintColor: UIColor?
  @Recorded open var thumbTintColor: UIColor?
  @Recorded open var minimumValueImage: UIImage?
  @Recorded open var maximumValueImage: UIImage?

  open func setThumbImage(_ image: UIImage?, for state: State) {
    put("thumb", image, [state.axis]) { ($0 as? Self)?.setThumbImage(image, for: state) }
  }
  open func thumbImage(for state: State) -> UIImage? { get("thumb", [state.axis]) }
  open func setMinimumTrackImage(_ image: UIImage?, for state: State) {
    put("minimum", image, [state.axis]) { ($0 as? Self)?.setMinimumTrackImage(image, for: state) }
  }
  open func minimumTrackImage(for state: State) -> UIImage? { get("minimum", [state.axis]) }
  open func setMaximumTrackImage(_ image: UIImage?, for state: State) {
    put("maximum", image, [state.axis]) { ($0 as? Self)?.setMaximumTrackImage(image, for: state) }
  }
  open func maximumTrackImage(for state: State) -> UIImage? { get("maximum", [state.axis]) }
}

@MainActor
open class UIStepper: UIControl {
  open func setBackgroundImage(_ image: UIImage?, for state: State) {
    put("background", image, [state.axis]) { ($0 as? Self)?.setBackgroundImage(image, for: state) }
  }
  open func backgroundImage(for state: State) -> UIImage? { get("background", [state.axis]) }
  open func setIncrementImage(_ image: UIImage?, for state: State) {
    put("increment", image, [state.axis]) { ($0 as? Self)?.setIncrementImage(image, for: state) }
  }
  open func incrementImage(for state: State) -> UIImage? { get("increment", [state.axis]) }
  open func setDecrementImage(_ image: UIImage?, for state: State) {
    put("decrement", image, [state.axis]) { ($0 as? Self)?.setDecrementImage(image, for: state) }
  }
  open func decrementImage(for state: State) -> UIImage? { get("decrement", [state.axis]) }
  open func setDividerImage(
    _ image: UIImage?, forLeftSegmentState leftState: State, rightSegmentState rightState: State
  ) {
    put("divider", image, [leftState.axis, rightState.axis]) {
      ($0 as? Self)?.setDividerImage(image, forLeftSegmentState: leftState, rightSegmentState: rightState)
    }
  }
  open func dividerImage(forLeftSegmentState left: State, rightSegmentState right: State) -> UIImage? {
    get("divider", [left.axis, right.axis])
  }
}

@MainActor
open class UIPageControl: UIControl {
  public enum BackgroundStyle: Int, Sendable {
    case automatic, prominent, minimal
  }

  @Recorded open var pageIndicatorTintColor: UIColor?
  @Recorded open var currentPageIndicatorTintColor: UIColor?
  @Recorded open var preferredIndicatorImage: UIImage?
  @Recorded open var backgroundStyle = BackgroundStyle.automatic
}

/// A label inside a control, which the control writes.
final class UISegmentLabel: UILabel {}

@MainActor
open class UISegmentedControl: UIControl {
  public enum Segment: Int, Sendable {
    case any, left, center, right, alone
  }

  @Recorded open var selectedSegmentTintColor: UIColor?
  @Recorded open var apportionsSegmentWidthsByContent = false

  open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
    let label = UISegmentLabel()
    label.text = title
    addSubview(label)
  }

  open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: State) {
    put("title", attributes, [state.axis]) { ($0 as? Self)?.setTitleTextAttributes(attributes, for: state) }
  }
  open func titleTextAttributes(for state: State) -> [NSAttributedString.Key: Any]? {
    get("title", [state.axis])
  }
  open func setBackgroundImage(_ image: UIImage?, for state: State, barMetrics: UIBarMetrics) {
    put("background", image, [state.axis, barMetrics.rawValue]) {
      ($0 as? Self)?.setBackgroundImage(image, for: state, barMetrics: barMetrics)
    }
  }
  open func backgroundImage(for state: State, barMetrics: UIBarMetrics) -> UIImage? {
    get("background", [state.axis, barMetrics.rawValue])
  }
  open func setDividerImage(
    _ dividerImage: UIImage?, forLeftSegmentState leftState: State, rightSegmentState rightState: State,
    barMetrics: UIBarMetrics
  ) {
    put("divider", dividerImage, [leftState.axis, rightState.axis, barMetrics.rawValue]) {
      ($0 as? Self)?.setDividerImage(
        dividerImage, forLeftSegmentState: leftState, rightSegmentState: rightState, barMetrics: barMetrics)
    }
  }
  open func dividerImage(
    forLeftSegmentState leftState: State, rightSegmentState rightState: State, barMetrics: UIBarMetrics
  ) -> UIImage? { get("divider", [leftState.axis, rightState.axis, barMetrics.rawValue]) }
  open func setContentPositionAdjustment(
    _ adjustment: UIOffset, forSegmentType leftCenterRightOrAlone: Segment, barMetrics: UIBarMetrics
  ) {
    put("content", adjustment, [leftCenterRightOrAlone.rawValue, barMetrics.rawValue]) {
      ($0 as? Self)?.setContentPositionAdjustment(
        adjustment, forSegmentType: leftCenterRightOrAlone, barMetrics: barMetrics)
    }
  }
  open func contentPositionAdjustment(
    forSegmentType leftCenterRightOrAlone: Segment, barMetrics: UIBarMetrics
  ) -> UIOffset { get("content", [leftCenterRightOrAlone.rawValue, barMetrics.rawValue]) ?? .zero }
}

@MainActor
open class UITextField: UIControl {
  public enum BorderStyle: Int, Sendable {
    case none, line, bezel, roundedRect
  }

  public enum ViewMode: Int, Sendable {
    case never, whileEditing, unlessEditing, always
  }

  open var text: String?
  open var placeholder: String? {
    get { attributedPlaceholder?.string }
    set { attributedPlaceholder = newValue.map { NSAttributedString(string: $0) } }
  }
  @Recorded open var textColor: UIColor? = .label
  @Recorded open var font: UIFont? = .systemFont(ofSize: 17)
  @Recorded open var textAlignment = NSTextAlignment.natural
  @Recorded open var borderStyle = BorderStyle.none
  @Recorded open var background: UIImage?
  @Recorded open var disabledBackground: UIImage?
  @Recorded open var clearButtonMode = ViewMode.never
  @Recorded open var keyboardAppearance = UIKeyboardAppearance.default
  @Recorded open var defaultTextAttributes: [NSAttributedString.Key: Any] = [:]
  @Recorded open var attributedPlaceholder: NSAttributedString?
}

public enum UIDatePickerStyle: Int, Sendable {
  case automatic, wheels, compact, inline
}

@MainActor
open class UIDatePicker: UIControl {
  @Recorded open var preferredDatePickerStyle = UIDatePickerStyle.automatic
}

@MainActor
open class UIRefreshControl: UIControl {
  @Recorded open var attributedTitle: NSAttributedString?
}

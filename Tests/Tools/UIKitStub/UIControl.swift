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
}

@MainActor
open class UIButton: UIControl {
  private var titleColors: [State: UIColor] = [:]
  private var shadowColors: [State: UIColor] = [:]
  private var images: [State: UIImage] = [:]
  private var backgrounds: [State: UIImage] = [:]
  private var titles: [State: String] = [:]

  open func setTitle(_ title: String?, for state: State) { titles[state] = title }
  open func title(for state: State) -> String? { titles[state] ?? titles[.normal] }
  open func setTitleColor(_ color: UIColor?, for state: State) { titleColors[state] = color }
  open func titleColor(for state: State) -> UIColor? { titleColors[state] ?? titleColors[.normal] }
  open func setTitleShadowColor(_ color: UIColor?, for state: State) { shadowColors[state] = color }
  open func titleShadowColor(for state: State) -> UIColor? { shadowColors[state] ?? shadowColors[.normal] }
  open func setImage(_ image: UIImage?, for state: State) { images[state] = image }
  open func image(for state: State) -> UIImage? { images[state] ?? images[.normal] }
  open func setBackgroundImage(_ image: UIImage?, for state: State) { backgrounds[state] = image }
  open func backgroundImage(for state: State) -> UIImage? { backgrounds[state] ?? backgrounds[.normal] }
}

@MainActor
open class UISwitch: UIControl {
  open var onTintColor: UIColor?
  open var thumbTintColor: UIColor?
}

@MainActor
open class UISlider: UIControl {
  open var minimumTrackTintColor: UIColor?
  open var maximumTrackTintColor: UIColor?
  open var thumbTintColor: UIColor?
}

@MainActor
open class UIPageControl: UIControl {
  open var pageIndicatorTintColor: UIColor?
  open var currentPageIndicatorTintColor: UIColor?
  open var preferredIndicatorImage: UIImage?
}

@MainActor
open class UISegmentedControl: UIControl {
  private var attributes: [State: [NSAttributedString.Key: Any]] = [:]

  open var selectedSegmentTintColor: UIColor?
  open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: State) {
    self.attributes[state] = attributes
  }
  open func titleTextAttributes(for state: State) -> [NSAttributedString.Key: Any]? { attributes[state] }
}

@MainActor
open class UITextField: UIControl {
  open var text: String?
  open var textColor: UIColor?
  open var font: UIFont?
  open var keyboardAppearance = UIKeyboardAppearance.default
}

@MainActor open class UIRefreshControl: UIControl {}

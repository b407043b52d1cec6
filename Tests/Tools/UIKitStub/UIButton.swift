// From the documentation pages "UIButton", "UIButton.ButtonType", "titleColor(for:)", "UIButton.Configuration",
// "UIBackgroundConfiguration" and "UIConfigurationTextAttributesTransformer".

import Foundation

/// A label inside a button, which the button writes.
final class UIButtonLabel: UILabel {}

@MainActor
open class UIButton: UIControl {
  public enum ButtonType: Int, Sendable {
    case custom, system
  }

  open private(set) var buttonType = ButtonType.custom
  private lazy var label: UILabel = {
    let label = UIButtonLabel()
    addSubview(label)
    return label
  }()

  public convenience init(type buttonType: ButtonType) {
    self.init(frame: .zero)
    self.buttonType = buttonType
  }

  public convenience init(configuration: Configuration) {
    self.init(frame: .zero)
    buttonType = .system
    self.configuration = configuration
  }

  /// Its colors win over those of the states.
  open var configuration: Configuration?
  open var titleLabel: UILabel? { label }

  open func setTitle(_ title: String?, for state: State) {
    if state == .normal { label.text = title }
    put("title", title, [state.axis]) { ($0 as? Self)?.setTitle(title, for: state) }
  }
  open func title(for state: State) -> String? { get("title", [state.axis]) }
  open func setTitleColor(_ color: UIColor?, for state: State) {
    put("color", color, [state.axis]) { ($0 as? Self)?.setTitleColor(color, for: state) }
  }
  /// Never nil: white, or the tint of a button of the system.
  open func titleColor(for state: State) -> UIColor? {
    get("color", [state.axis]) ?? (buttonType == .system ? tintColor : .white)
  }
  open func setTitleShadowColor(_ color: UIColor?, for state: State) {
    put("shadow", color, [state.axis]) { ($0 as? Self)?.setTitleShadowColor(color, for: state) }
  }
  open func titleShadowColor(for state: State) -> UIColor? { get("shadow", [state.axis]) }
  open func setImage(_ image: UIImage?, for state: State) {
    put("image", image, [state.axis]) { ($0 as? Self)?.setImage(image, for: state) }
  }
  open func image(for state: State) -> UIImage? { get("image", [state.axis]) }
  open func setBackgroundImage(_ image: UIImage?, for state: State) {
    put("background", image, [state.axis]) { ($0 as? Self)?.setBackgroundImage(image, for: state) }
  }
  open func backgroundImage(for state: State) -> UIImage? { get("background", [state.axis]) }
  open func setPreferredSymbolConfiguration(
    _ configuration: UIImage.SymbolConfiguration?, forImageIn state: State
  ) {
    put("symbol", configuration, [state.axis]) {
      ($0 as? Self)?.setPreferredSymbolConfiguration(configuration, forImageIn: state)
    }
  }
  open func preferredSymbolConfigurationForImage(in state: State) -> UIImage.SymbolConfiguration? {
    get("symbol", [state.axis])
  }

  @Recorded open var contentEdgeInsets = UIEdgeInsets.zero
  @Recorded open var imageEdgeInsets = UIEdgeInsets.zero
  @Recorded open var titleEdgeInsets = UIEdgeInsets.zero

  public struct Configuration {
    public var title: String?
    public var image: UIImage?
    public var baseForegroundColor: UIColor?
    public var baseBackgroundColor: UIColor?
    public var background = UIBackgroundConfiguration()
    public var contentInsets = NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
    public var titleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?

    public static func plain() -> Configuration { Configuration() }
    public static func filled() -> Configuration { Configuration() }
  }
}

public struct UIBackgroundConfiguration {
  public var backgroundColor: UIColor?
}

public struct UIConfigurationTextAttributesTransformer {
  private let transform: (AttributeContainer) -> AttributeContainer

  public init(_ transform: @escaping (AttributeContainer) -> AttributeContainer) {
    self.transform = transform
  }

  public func callAsFunction(_ input: AttributeContainer) -> AttributeContainer { transform(input) }
}

/// The attribute of a font in an attributed string.
public enum FontAttribute: AttributedStringKey {
  public typealias Value = UIFont
  public static let name = "NSFont"
}

extension AttributeContainer {
  public var font: UIFont? {
    get { self[FontAttribute.self] }
    set { self[FontAttribute.self] = newValue }
  }
}

// From the documentation pages "UIScrollView", "UITableView", "UITableViewCell", "UITableViewHeaderFooterView",
// "dequeueReusableCell(withIdentifier:)", "UICollectionView", "UICollectionViewCell" and "UITextView".

import Foundation

@MainActor
open class UIScrollView: UIView {
  public enum IndicatorStyle: Int, Sendable {
    case `default`, black, white
  }

  public enum KeyboardDismissMode: Int, Sendable {
    case none, onDrag, interactive, onDragWithAccessory, interactiveWithAccessory
  }

  @Recorded open var indicatorStyle = IndicatorStyle.default
  @Recorded open var keyboardDismissMode = KeyboardDismissMode.none
}

@MainActor
open class UITableView: UIScrollView {
  public enum Style: Int, Sendable {
    case plain, grouped, insetGrouped
  }

  public private(set) var style = Style.plain

  public required init(frame: CGRect) {
    super.init(frame: frame)
    role = .applying
    backgroundColor = .systemBackground
    role = .object
  }

  public convenience init(frame: CGRect, style: Style) {
    self.init(frame: frame)
    self.style = style
    role = .applying
    backgroundColor = style == .plain ? .systemBackground : .systemGroupedBackground
    role = .object
  }

  @Recorded open var separatorColor: UIColor? = .separator
  @Recorded open var separatorEffect: UIVisualEffect?
  @Recorded open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
  @Recorded open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine
  @Recorded open var sectionIndexColor: UIColor?
  @Recorded open var sectionIndexBackgroundColor: UIColor?
  @Recorded open var sectionIndexTrackingBackgroundColor: UIColor?
  @Recorded open var rowHeight: CGFloat = -1
  @Recorded open var sectionHeaderHeight: CGFloat = -1
  @Recorded open var sectionFooterHeight: CGFloat = -1
  @Recorded open var sectionHeaderTopPadding: CGFloat = -1

  private var queue: [String: [UITableViewCell]] = [:]

  /// Returns a cell that has left the table, as it was then; nil if there is none.
  open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    guard let cell = queue[identifier]?.popLast() else { return nil }
    cell.prepareForReuse()
    return cell
  }

  /// Takes a cell off the screen, as scrolling does.
  public func scrollAway(_ cell: UITableViewCell) {
    cell.removeFromSuperview()
    queue[cell.reuseIdentifier ?? "", default: []].append(cell)
  }
}

@MainActor
open class UITableViewCell: UIView {
  public enum CellStyle: Int, Sendable {
    case `default`, value1, value2, subtitle
  }

  public enum SelectionStyle: Int, Sendable {
    case none, blue, gray, `default`
  }

  public enum SeparatorStyle: Int, Sendable {
    case none, singleLine, singleLineEtched
  }

  public enum FocusStyle: Int, Sendable {
    case `default`, custom
  }

  open private(set) var reuseIdentifier: String?
  public let contentView = UIView()
  open private(set) var textLabel: UILabel?
  open private(set) var detailTextLabel: UILabel?

  public required init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(contentView)
  }

  public convenience init(style: CellStyle, reuseIdentifier: String?) {
    self.init(frame: .zero)
    self.reuseIdentifier = reuseIdentifier
    textLabel = label(.preferredFont(forTextStyle: .body), .label)
    if style != .default { detailTextLabel = label(.preferredFont(forTextStyle: .caption1), .secondaryLabel) }
  }

  private func label(_ font: UIFont, _ color: UIColor) -> UILabel {
    let label = UILabel()
    label.role = .applying
    (label.font, label.textColor) = (font, color)
    label.role = .object
    contentView.addSubview(label)
    return label
  }

  open func prepareForReuse() {}

  @Recorded open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
  @Recorded open var focusStyle = FocusStyle.default
  @Recorded open var selectionStyle = SelectionStyle.default
}

@MainActor open class UITableViewHeaderFooterView: UIView {}
@MainActor open class UICollectionReusableView: UIView {}
@MainActor open class UICollectionViewCell: UICollectionReusableView {}
@MainActor open class UICollectionView: UIScrollView {}

@MainActor
open class UITextView: UIScrollView {
  @Recorded open var textColor: UIColor?
  @Recorded open var font: UIFont?
  @Recorded open var textAlignment = NSTextAlignment.natural
  @Recorded open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  @Recorded open var linkTextAttributes: [NSAttributedString.Key: Any]! = [:]
  @Recorded open var keyboardAppearance = UIKeyboardAppearance.default
}

public enum UIKeyboardAppearance: Int, Sendable {
  case `default`, dark, light
  public static var alert: UIKeyboardAppearance { .dark }
}

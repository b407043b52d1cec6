import Foundation

@MainActor
open class UIScrollView: UIView {
  public enum IndicatorStyle: Int, Sendable {
    case `default`, black, white
  }

  open var indicatorStyle = IndicatorStyle.default
}

@MainActor
open class UITableView: UIScrollView {
  open var separatorColor: UIColor?
  open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
  open var sectionIndexColor: UIColor?
  open var sectionIndexBackgroundColor: UIColor?
}

@MainActor open class UITableViewCell: UIView {}
@MainActor open class UICollectionView: UIScrollView {}

@MainActor
open class UITextView: UIScrollView {
  open var textColor: UIColor?
  open var font: UIFont?
  open var keyboardAppearance = UIKeyboardAppearance.default
}

public enum UIKeyboardAppearance: Int, Sendable {
  case `default`, dark, light
}

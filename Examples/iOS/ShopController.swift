import LiveryUIKit
import UIKit

/// A product, and a button that buys it.
final class ShopController: UIViewController {
  private let picture = UIImageView()
  private let name = UILabel()
  private let buy = UIButton()
  private let badge = Badge()
  private let draft = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    picture.livery.image = "logo"
    name.text = "Winter coat"
    buy.setTitle("Buy", for: .normal)
    buy.livery.styles = ["sure"]
    badge.livery.onTheme { badge, theme in badge.dotColor = theme.uiColor("accent") }
    draft.livery.onTheme { label, _ in
      label.text = shopLivery.draft.map { "Draft of \($0.title)" }
      label.isHidden = label.text == nil
    }
    for part in [picture, name, buy, badge, draft] { view.addSubview(part) }
  }
}

/// A dot that marks something new.
final class Badge: UIView {
  var dotColor: UIColor?
}

import UIKit

// What the tests use of the stand-in for UIKit, so that they build without it. The tests that need it to do something do not run.

enum TraitChanges {
  static let areWaiting = false
}

@MainActor enum AppearanceRecords {
  static func forget() {}
}

extension UIImage {
  @MainActor static var bundle: [String] = []
  @MainActor static var asked: [String] = []
}

extension UITableView {
  func scrollAway(_ cell: UITableViewCell) {}
}

extension UIAlertController {
  var titleLabel: UILabel { UILabel() }
}

extension UIBarAppearance {
  var background: String { "" }
}

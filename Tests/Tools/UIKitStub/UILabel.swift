import Foundation

@MainActor
open class UILabel: UIView {
  open var text: String?
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var textColor: UIColor! = .black
  open var highlightedTextColor: UIColor?
  open var shadowColor: UIColor?
  open var shadowOffset = CGSize(width: 0, height: -1)
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var font: UIFont! = .systemFont(ofSize: 17)
  open var numberOfLines = 1
}

@MainActor
open class UIImageView: UIView {
  open var image: UIImage?
}

@MainActor
open class UIVisualEffectView: UIView {
  open override func insertSubview(_ view: UIView, at index: Int) {
    preconditionFailure("Do not add subviews directly to the visual effect view itself.")
  }
}

@MainActor
open class UIProgressView: UIView {
  open var progressTintColor: UIColor?
  open var trackTintColor: UIColor?
}

@MainActor
open class UIActivityIndicatorView: UIView {
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var color: UIColor! = .black
}

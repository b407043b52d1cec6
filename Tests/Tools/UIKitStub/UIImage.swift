// From the documentation pages "UIImage", "UIImage.SymbolConfiguration" and "init(named:)".

import Foundation

open class UIImage: NSObject, @unchecked Sendable {
  /// The names of the images in the app's bundle: a test sets it.
  @MainActor public static var bundle: Set<String> = []
  /// The names for which `init(named:)` was called.
  @MainActor public static var asked: [String] = []

  public let scale: CGFloat
  private let content: Data

  init(_ content: Data, scale: CGFloat) {
    self.content = content
    self.scale = scale
  }

  @MainActor
  public convenience init?(named name: String) {
    Self.asked.append(name)
    guard Self.bundle.contains(name) else { return nil }
    self.init(Data(name.utf8), scale: 1)
  }

  public convenience init?(data: Data, scale: CGFloat) {
    guard !data.isEmpty else { return nil }
    self.init(data, scale: scale)
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UIImage)?.content == content }
  open override var hash: Int { content.hashValue }

  public enum SymbolWeight: Int, Sendable {
    case unspecified, ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
  }

  public enum SymbolScale: Int, Sendable {
    case `default` = -1
    case unspecified, small, medium, large
  }

  /// A list of its parts, each later one stronger.
  open class SymbolConfiguration: NSObject, @unchecked Sendable {
    let parts: [String]

    init(parts: [String]) { self.parts = parts }

    public convenience init(pointSize: CGFloat) { self.init(parts: ["size \(pointSize)"]) }
    public convenience init(weight: SymbolWeight) { self.init(parts: ["weight \(weight)"]) }
    public convenience init(scale: SymbolScale) { self.init(parts: ["scale \(scale)"]) }
    public convenience init(textStyle: UIFont.TextStyle) { self.init(parts: ["style \(textStyle.rawValue)"]) }
    public convenience init(font: UIFont) { self.init(parts: ["font \(font)"]) }
    public convenience init(hierarchicalColor: UIColor) {
      self.init(parts: ["hierarchical \(hierarchicalColor)"])
    }
    public convenience init(paletteColors: [UIColor]) { self.init(parts: ["palette \(paletteColors)"]) }
    open class func preferringMulticolor() -> Self { Self(parts: ["multicolor"]) }
    public required convenience init(parts: [String], _: Void = ()) { self.init(parts: parts) }
    open func applying(_ otherConfiguration: SymbolConfiguration) -> Self {
      Self(parts: parts + otherConfiguration.parts, ())
    }

    open override func isEqual(_ object: Any?) -> Bool {
      (object as? SymbolConfiguration)?.parts == parts
    }
    open override var hash: Int { parts.hashValue }
  }
}

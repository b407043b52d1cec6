import Foundation

open class UIImage: NSObject, @unchecked Sendable {
  /// The names of what the app's bundle holds: a test sets it.
  @MainActor public static var bundle: Set<String> = []

  public let scale: CGFloat
  private let content: Data

  init(_ content: Data, scale: CGFloat) {
    self.content = content
    self.scale = scale
  }

  @MainActor
  public convenience init?(named name: String) {
    guard Self.bundle.contains(name) else { return nil }
    self.init(Data(name.utf8), scale: 1)
  }

  public convenience init?(data: Data, scale: CGFloat) {
    guard !data.isEmpty else { return nil }
    self.init(data, scale: scale)
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UIImage)?.content == content }
  open override var hash: Int { content.hashValue }
}

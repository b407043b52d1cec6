internal import Bindings
internal import ThemeAPI

/// An image that is being sent.
final class OpenImage: HeldFile {
  let file: OpenFile
  private let stamp: FileStamp

  init(_ file: OpenFile, stamp: FileStamp) {
    self.file = file
    self.stamp = stamp
  }

  var count: Int { Int(stamp.size) }

  /// Whether its bytes are no longer those that it had when it was opened.
  var hasChanged: Bool { (try? file.stamp).map { !$0.hasSameBytes(as: stamp) } ?? true }
}

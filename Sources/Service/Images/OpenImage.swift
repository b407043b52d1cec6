internal import Bindings
internal import Synchronization
internal import ThemeAPI

/// An image that is being sent.
final class OpenImage: HeldFile {
  let file: OpenFile
  private let stamp: FileStamp
  /// Of one that was uploaded.
  private let share: ImageShare?
  /// What has taken over the file's descriptor, so that there is only one.
  private let response = Mutex<Response?>(nil)

  init(_ file: OpenFile, stamp: FileStamp, share: ImageShare? = nil) {
    (self.file, self.stamp, self.share) = (file, stamp, share)
  }

  var count: Int { Int(stamp.size) }

  func bytes() -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    do throws(SystemError) { try file.forEachPiece { bytes += $0 } } catch { return nil }
    return hasChanged ? nil : bytes
  }

  /// A response that sends a part of it; nil when memory has run out, or there is no descriptor for a second one.
  func response(sending range: Range<Int>, headers: [(name: String, value: String)]) -> Response? {
    let made = Response(file: file, range, headers: headers)
    response.withLock { $0 = $0 ?? made }
    return made
  }

  /// Whether its bytes are no longer those that it had when it was opened.
  var hasChanged: Bool { (try? file.stamp).map { !$0.hasSameBytes(as: stamp) } ?? true }
}

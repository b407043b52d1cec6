internal import Bindings
internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Storage
internal import Synchronization
internal import ThemeAPI
internal import Themes

/// Opens images of the config folder and uploaded images for requests.
final class ImageFiles: Sendable {
  private let folder: String
  private let known: Mutex<[String: HashedImage]>
  private let sending = SendingImages()

  init(of folder: ConfigFolder) {
    self.folder = "\(folder.path)/images"
    known = Mutex(folder.hashedImages)
  }

  /// Uses the images of a config folder that was read again.
  func take(_ folder: ConfigFolder) { known.withLock { $0 = folder.hashedImages } }

  /// Opens an image. Returns `.gone` if the file is no longer the one that was hashed.
  func open(_ image: ImageFolder.ImageFile, in snapshot: Snapshot) -> FileOpening {
    if let uploaded = snapshot.state.images[image.name], uploaded.fingerprint == image.fingerprint {
      return open(uploaded.content)
    }
    guard let hashed = known.withLock({ $0[image.name] }), hashed.fingerprint == image.fingerprint else {
      return .gone
    }
    do throws(SystemError) {
      let file = try OpenFile("\(folder)/\(image.name)")
      let stamp = try file.stamp
      return stamp.hasSameBytes(as: hashed.stamp) ? .open(OpenImage(file, stamp: stamp)) : .gone
    } catch { return error.isExhaustion ? .busy : .gone }
  }

  private func open(_ content: any ImageBytes) -> FileOpening {
    guard let stored = content as? StoredImage else { return .gone }
    do throws(SystemError) {
      let file = try stored.file.duplicate()
      return .open(OpenImage(file, stamp: try file.stamp, share: sending.share(of: stored)))
    } catch { return error.isExhaustion ? .busy : .gone }
  }
}

/// An image that is being sent.
final class OpenImage: HeldFile {
  let file: OpenFile
  private let stamp: FileStamp
  /// The share of an uploaded image; nil for other images.
  private let share: ImageShare?
  /// The response that has taken over the descriptor of the file, so that there is only one.
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

  /// Returns a response that sends a part of the image, or nil if memory or descriptors have run out.
  func response(sending range: Range<Int>, headers: [(name: String, value: String)]) -> Response? {
    let made = Response(file: file, range, headers: headers)
    response.withLock { $0 = $0 ?? made }
    return made
  }

  /// Indicates whether the file has changed since it was opened.
  var hasChanged: Bool { (try? file.stamp).map { !$0.hasSameBytes(as: stamp) } ?? true }
}

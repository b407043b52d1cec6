internal import Bindings
internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Storage
internal import Synchronization
internal import ThemeAPI
internal import Themes

/// Opens images and fonts of the config folder, and uploaded ones, for requests.
final class ImageFiles: Sendable {
  private let folder: String
  private let known: Mutex<[String: HashedImage]>
  private let sending = SendingImages()

  init(of folder: ConfigFolder) {
    self.folder = folder.path
    known = Mutex(folder.hashedImages)
  }

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
      let file = try OpenFile("\(folder)/\(image.path)")
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

/// The uploaded images that are being sent.
///
/// An image that is replaced or deleted during this stays in memory for its readers. The memory of all such images is
/// limited; beyond the limit the oldest are emptied, which cuts off their readers.
final class SendingImages: Sendable {
  private struct Image {
    let file: OpenFile
    /// Nil when only readers hold the image.
    weak var content: StoredImage?
    let order: Int
    let cost: Int
    var shares = 1
  }

  private let sent = Mutex((images: [ObjectIdentifier: Image](), last: 0))
  private let limit: Int

  /// - Parameter limit: the largest size of all replaced and deleted images together, in bytes.
  init(limit: Int = 64 << 20) { self.limit = limit }

  /// Returns a share for a reader of the image. Only this enforces the limit: without new readers, the images can't take more
  /// than all images of one moment did.
  func share(of content: StoredImage) -> ImageShare {
    let id = ObjectIdentifier(content.file)
    let order = sent.withLock { sent in
      if let known = sent.images[id]?.order {
        sent.images[id]?.shares += 1
        return known
      }
      sent.last += 1
      // Even the smallest image takes a descriptor and some pages.
      sent.images[id] = Image(
        file: content.file, content: content, order: sent.last, cost: max(content.count, 64 << 10))
      emptyOldest(&sent.images)
      return sent.last
    }
    return ImageShare { [self] in end(id, order) }
  }

  private func emptyOldest(_ images: inout [ObjectIdentifier: Image]) {
    let replaced = images.filter { $0.value.content == nil }
    var cost = replaced.values.reduce(0) { $0 + $1.cost }
    guard cost > limit else { return }
    for (id, image) in replaced.sorted(by: { $0.value.order < $1.value.order }) where cost > limit {
      image.file.empty()
      images[id] = nil
      cost -= image.cost
    }
  }

  /// - Parameter order: the number of the image, because its identifier may have been reused.
  private func end(_ id: ObjectIdentifier, _ order: Int) {
    sent.withLock { sent in
      guard sent.images[id]?.order == order else { return }
      sent.images[id]?.shares -= 1
      if sent.images[id]?.shares == 0 { sent.images[id] = nil }
    }
  }
}

/// The reference of one reader to an uploaded image, held as long as the image is being sent.
final class ImageShare: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}

internal import Bindings
internal import Storage
internal import Synchronization

/// The uploaded images that are being sent.
///
/// An image that is replaced or deleted during this stays in memory for its readers. The memory of all such
/// images is limited; beyond the limit the oldest are emptied, which cuts off their readers.
final class SendingImages: Sendable {
  private struct SentImage {
    let file: OpenFile
    /// Nil when only readers hold the image.
    weak var content: StoredImage?
    let order: Int
    let cost: Int
    var shares = 1
  }

  private struct SentImages {
    var images: [ObjectIdentifier: SentImage] = [:]
    var last = 0
  }

  private let sent = Mutex(SentImages())
  private let limit: Int

  /// - Parameter limit: the largest size of all replaced and deleted images together, in bytes.
  init(limit: Int = 64 << 20) { self.limit = limit }

  /// Even the smallest image takes a descriptor and some pages.
  private static let smallestCost = 64 << 10

  /// Returns a share for a reader of the image. Only this enforces the limit: without new readers, the
  /// images can't take more than all images of one moment did.
  func share(of content: StoredImage) -> ImageShare {
    let id = ObjectIdentifier(content.file)
    let order = sent.withLock { sent in
      if let known = sent.images[id]?.order {
        sent.images[id]?.shares += 1
        return known
      }
      sent.last += 1
      sent.images[id] = SentImage(
        file: content.file, content: content, order: sent.last, cost: max(content.count, Self.smallestCost))
      emptyOldest(&sent.images)
      return sent.last
    }
    return ImageShare { [self] in end(id, order) }
  }

  private func emptyOldest(_ images: inout [ObjectIdentifier: SentImage]) {
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

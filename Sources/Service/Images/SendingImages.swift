internal import Bindings
internal import Storage
internal import Synchronization

/// The uploaded images that are being sent.
///
/// One that is replaced or deleted meanwhile stays in memory for those who are being sent it. What all such images take
/// has a bound; beyond it the oldest are emptied, so that whoever is still reading them is cut off.
final class SendingImages: Sendable {
  private struct SentImage {
    let file: OpenFile
    /// Nil once nobody but readers holds the image.
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

  /// - Parameter limit: what images may take that nobody else can ask for any more, in bytes.
  init(limit: Int = 64 << 20) { self.limit = limit }

  /// However small an image is, it takes a descriptor and some pages.
  private static let smallestCost = 64 << 10

  /// A share for one who is going to be sent the image. The bound is looked at here: without new readers, no more is
  /// held than all images of one moment took.
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

  /// - Parameter order: of the image, whose place may be another's by now.
  private func end(_ id: ObjectIdentifier, _ order: Int) {
    sent.withLock { sent in
      guard sent.images[id]?.order == order else { return }
      sent.images[id]?.shares -= 1
      if sent.images[id]?.shares == 0 { sent.images[id] = nil }
    }
  }
}

/// What a reader of an uploaded image holds for as long as the image is being sent.
final class ImageShare: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}

internal import Bindings
internal import Resolution
internal import Synchronization
internal import ThemeAPI

/// Opens the images of the config folder for those who ask for them.
final class ImageFiles: Sendable {
  private let folder: String
  private let known: Mutex<[String: HashedImage]>

  init(of folder: ConfigFolder) {
    self.folder = "\(folder.path)/images"
    known = Mutex(folder.hashedImages)
  }

  /// The folder has been read again.
  func take(_ folder: ConfigFolder) { known.withLock { $0 = folder.hashedImages } }

  /// Nil where the file is no longer the one that was hashed.
  func open(_ image: ImageFolder.ImageFile) -> (any HeldFile)? {
    guard let hashed = known.withLock({ $0[image.name] }), hashed.fingerprint == image.fingerprint,
      let file = try? OpenFile("\(folder)/\(image.name)"), let stamp = try? file.stamp,
      stamp.hasSameBytes(as: hashed.stamp)
    else { return nil }
    return OpenImage(file, stamp: stamp)
  }
}

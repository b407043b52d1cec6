internal import Bindings
internal import Changes
internal import Resolution
internal import Storage
internal import Synchronization
internal import ThemeAPI
internal import Themes

/// Opens the images of the config folder, and those that were uploaded, for those who ask for them.
final class ImageFiles: Sendable {
  private let folder: String
  private let known: Mutex<[String: HashedImage]>
  private let sending = SendingImages()

  init(of folder: ConfigFolder) {
    self.folder = "\(folder.path)/images"
    known = Mutex(folder.hashedImages)
  }

  /// The folder has been read again.
  func take(_ folder: ConfigFolder) { known.withLock { $0 = folder.hashedImages } }

  /// It is gone where it is no longer the one that was hashed.
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

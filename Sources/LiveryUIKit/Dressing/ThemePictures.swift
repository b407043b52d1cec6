#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import LiveryClient
  import UIKit

  /// The images of themes: those of the app first, then the server's files, each requested once.
  @MainActor
  final class ThemePictures {
    /// The result of looking for an image.
    enum Result {
      case found(UIImage)
      case awaited
      case none
    }

    private let livery: Livery
    private var files: [String: UIImage] = [:]
    private var fetching: Set<String> = []
    /// The files that a theme has.
    private var wanted: Set<String> = []
    private var waiting: [Weak] = []
    /// The pause before a failed request is sent again.
    var pause: TimeInterval = 5
    /// Called when a requested file has arrived, with the objects that wait for images.
    var onArrival: @MainActor ([NSObject]) -> Void = { _ in }

    private struct Weak {
      weak var object: NSObject?
    }

    init(_ livery: Livery) { self.livery = livery }

    /// Removes the files that none of these themes has.
    func keep(_ themes: some Sequence<Theme>) {
      let urls = Set(themes.flatMap { $0.images.values.compactMap(\.url) })
      files = files.filter { urls.contains($0.key) }
      wanted = urls
    }

    func add(waiting object: NSObject) { waiting.append(Weak(object: object)) }

    func image(_ name: String, of theme: Theme) -> Result {
      let known = theme.images[name] ?? theme.images.values.first { $0.candidates.last == name }
      for candidate in known?.candidates ?? theme.imagePrefixes.map({ $0 + name }) + [name] {
        if let image = UIImage(named: candidate) { return .found(image) }
      }
      guard let known, let url = known.url else { return .none }
      if let image = files[url] { return .found(image) }
      if let image = livery.keptFile(at: url).flatMap({ UIImage(data: $0, scale: known.scale) }) {
        files[url] = image
        return .found(image)
      }
      fetch(url, scale: known.scale)
      return .awaited
    }

    private func fetch(_ url: String, scale: Double) {
      guard fetching.insert(url).inserted else { return }
      Task { [weak self, livery] in
        let data = try? await livery.file(at: url)
        guard let self else { return }
        if let image = data.flatMap({ UIImage(data: $0, scale: scale) }) {
          files[url] = image
          fetching.remove(url)
          arrived()
        } else {
          await retry(url, scale: scale)
        }
      }
    }

    /// Requests a file again after a pause, as long as a theme has it.
    private func retry(_ url: String, scale: Double) async {
      let seconds = pause * Double.random(in: 1...1.25)
      pause = min(pause * 2, 60)
      try? await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))
      fetching.remove(url)
      if wanted.contains(url) { fetch(url, scale: scale) }
    }

    private func arrived() {
      let objects = waiting.compactMap(\.object)
      waiting = []
      onArrival(objects)
    }
  }

  extension ThemeImage {
    /// The scale in the file's name: `logo@2x.png`.
    fileprivate var scale: Double {
      guard let file, let at = file.lastIndex(of: "@"), let scale = Double(file[at...].dropFirst().prefix(1))
      else { return 1 }
      return scale
    }
  }
#endif

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  /// The images of a theme: those of the app first, then the server's files, each requested once.
  @MainActor
  final class ThemePictures {
    private let livery: Livery
    private var files: [String: UIImage] = [:]
    private var fetching: Set<String> = []
    /// Called when a requested file has arrived.
    var onArrival: @MainActor () -> Void = {}

    /// Files that only another theme has are removed.
    var theme: Theme? {
      didSet {
        let urls = Set((theme?.images ?? [:]).values.compactMap(\.url))
        files = files.filter { urls.contains($0.key) }
      }
    }

    init(_ livery: Livery) { self.livery = livery }

    /// Returns the image for a name of the theme or of the app; nil while it is being requested, or if there is none.
    func image(_ name: String) -> UIImage? {
      guard let theme else { return UIImage(named: name) }
      let known = theme.images[name] ?? theme.images.values.first { $0.candidates.last == name }
      for candidate in known?.candidates ?? theme.imagePrefixes.map({ $0 + name }) + [name] {
        if let image = UIImage(named: candidate) { return image }
      }
      guard let known, let url = known.url else { return nil }
      if let image = files[url] { return image }
      fetch(url, scale: known.scale)
      return nil
    }

    private func fetch(_ url: String, scale: Double) {
      guard fetching.insert(url).inserted else { return }
      Task { [weak self, livery] in
        let data = try? await livery.file(at: url)
        guard let self else { return }
        if let image = data.flatMap({ UIImage(data: $0, scale: scale) }) {
          files[url] = image
          onArrival()
        }
        fetching.remove(url)
      }
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

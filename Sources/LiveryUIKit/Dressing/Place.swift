#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import LiveryClient
  import UIKit

  /// A theme as views wear it, with its images and in one text size. A change makes another one.
  @MainActor
  final class Fitting {
    let theme: Theme
    let traits: UITraitCollection?
    private let pictures: ThemePictures
    private var images: [String: UIImage] = [:]
    /// The number of images that were asked for before they arrived.
    private(set) var awaited = 0

    init(_ theme: Theme, _ traits: UITraitCollection?, _ pictures: ThemePictures) {
      (self.theme, self.traits, self.pictures) = (theme, traits, pictures)
    }

    /// Returns the image for a name of the theme or of the app; nil while it is being requested, or if there is none.
    func image(_ name: String) -> UIImage? {
      if let image = images[name] { return image }
      switch pictures.image(name, of: theme) {
      case .found(let image):
        images[name] = image
        return image
      case .awaited: awaited += 1
      case .none: break
      }
      return nil
    }
  }

  /// A class in its containers: all views in the same place wear the same.
  @MainActor
  final class Place {
    private struct Step: Hashable {
      let type: ObjectIdentifier
      let styles: [String]
    }

    let line: ClassLine?
    /// Tells the places of one scene from those of others.
    let scene: ObjectIdentifier
    private let path: [StyledClass]
    private var inner: [Step: Place] = [:]
    /// For light and for dark.
    private var looks: [(fitting: Fitting, pieces: [any DressPiece])] = []
    private static var lineages = ClassLine.lineages

    init(_ scene: ObjectIdentifier, _ line: ClassLine? = nil, _ path: [StyledClass] = []) {
      (self.scene, self.line, self.path) = (scene, line, path)
    }

    /// Returns the place of a view or an item in this one.
    func inside(_ object: NSObject, _ styles: [String]) -> Place {
      let step = Step(type: ObjectIdentifier(type(of: object)), styles: styles)
      if let place = inner[step] { return place }
      let line = ClassLine.of(type(of: object))
      let place = Place(scene, line, path + [StyledClass(line.id, styles: styles)])
      inner[step] = place
      return place
    }

    /// Returns what a theme sets here, ready to be set.
    func pieces(in fitting: Fitting) -> [any DressPiece] {
      if let look = looks.first(where: { $0.fitting === fitting }) { return look.pieces }
      guard let line, let own = path.last, !line.isInternal else { return [] }
      let look = fitting.theme.look(of: own, in: Array(path.dropLast()), &Self.lineages)
      let pieces = look.sorted { $0.key < $1.key }.compactMap { text, value -> (any DressPiece)? in
        let key = ThemeKey.of(text)
        guard let setter = line.setter(of: key) else {
          LiverySetters.note(key, line)
          return nil
        }
        return setter.piece(key, value, fitting)
      }
      if looks.count > 1 { looks.removeFirst() }
      looks.append((fitting, pieces))
      return pieces
    }
  }

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

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
#endif

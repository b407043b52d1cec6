internal import Resolution
internal import Themes

/// Finds images that themes name and the image folder has no file for.
///
/// A client may well have them in its own bundle, so each is a note.
struct MissingImages {
  private let catalog: Catalog
  private(set) var notes: [Problem] = []

  init(_ catalog: Catalog) {
    self.catalog = catalog
    guard !catalog.images.baseNames.isEmpty else { return }
    for name in catalog.themes.keys.sorted() { look(into: name) }
  }

  private mutating func look(into name: String) {
    let library = catalog.library
    guard let theme = library.themes[name], let compiled = catalog.themes[name],
      let text = library.sources[name].map({ SourceText($0.legible) })
    else { return }
    let family = compiled.lineage.compactMap { library.themes[$0] }
    let entries = Set(family.flatMap(\.images.keys))
    for (_, entry) in theme.images.sorted(by: { $0.key < $1.key }) {
      if let base = entry.base { check(base, at: entry.place, of: text, compiled) }
      for variant in entry.variants {
        if let image = variant.content { check(image, at: variant.place, of: text, compiled) }
      }
    }
    for setting in theme.rules.flatMap(\.settings) {
      for image in setting.value.images where !entries.contains(image) {
        check(image, at: setting.place, of: text, compiled)
      }
    }
  }

  private mutating func check(
    _ image: String, at place: TextPosition, of text: SourceText, _ theme: CompiledTheme
  ) {
    let candidates = theme.imagePrefixes.map { $0 + image } + [image]
    let files = Set(catalog.images.baseNames)
    guard !candidates.contains(where: files.contains) else { return }
    let bare = ImageFolder.bareName(of: image).flatMap { files.contains($0) ? $0 : nil }
    let advice =
      bare.map { "; write '\($0)', without what follows in the file's name." }
      ?? NearestName.question(image, among: files)
    notes.append(
      Problem(
        .note, code: "missing-image", place: text.place(at: place),
        message: "The image folder has no file for '\(image)'\(advice)"))
  }
}

extension Value {
  /// Every image in it.
  fileprivate var images: [String] {
    switch self {
    case .image(let name): [name]
    case .list(let items): items.flatMap(\.images)
    case .object(let members): members.flatMap(\.value.images)
    case .blocked, .color, .number, .bool, .string, .reference: []
    }
  }
}

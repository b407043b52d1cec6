internal import Documents
internal import Resolution
internal import Themes

/// The files of one image set.
struct AssetImages {
  struct Entry: Sendable, Hashable {
    let toggles: Set<SchemeToggle>
    package let idiom: String
    /// Nil for drawings, which have any size.
    package let scale: String?
    package let file: ImageFolder.ImageFile
  }

  package private(set) var entries: [Entry] = []

  /// - Parameter bases: the bare name of the image's files, in each appearance.
  init(_ bases: [(toggles: Set<SchemeToggle>, base: String?)], in folder: ImageFolder) {
    let plain = bases.first?.base
    let isVaried = bases.contains { $0.base != plain }
    for (toggles, base) in bases where toggles.isEmpty || isVaried {
      guard let base else { continue }
      entries += Self.entries(folder.files(base), toggles)
    }
  }

  /// One file for each idiom and scale; where there are several, of the type that Xcode likes best.
  private static func entries(_ files: [ImageFolder.ImageFile], _ toggles: Set<SchemeToggle>) -> [Entry] {
    var entries: [Entry] = []
    for type in types {
      for file in files where file.type == type {
        guard let idiom = idiom(file.idiom), let scale = scale(file) else { continue }
        let entry = Entry(toggles: toggles, idiom: idiom, scale: scale.isEmpty ? nil : scale, file: file)
        if !entries.contains(where: { $0.idiom == idiom && $0.scale == entry.scale }) {
          entries.append(entry)
        }
      }
    }
    return entries.sorted { ($0.idiom, $0.scale ?? "") < ($1.idiom, $1.scale ?? "") }
  }

  /// Each file once.
  package var files: [ImageFolder.ImageFile] {
    var seen: Set<String> = []
    return entries.map(\.file).filter { seen.insert($0.name).inserted }
  }

  /// The member of the set's document.
  package func write(to json: inout JSONWriter) {
    json.member("images") { json in
      json.array { json in
        for entry in entries {
          json.object { json in
            json.appearances(entry.toggles)
            json.member("filename", entry.file.name)
            json.member("idiom", entry.idiom)
            if let scale = entry.scale { json.member("scale", scale) }
          }
        }
      }
    }
    guard entries.contains(where: { $0.scale == nil }) else { return }
    json.member("properties") { json in json.object { $0.member("preserves-vector-representation", true) } }
  }

  /// What a catalog takes, the preferred one first.
  private static let types = ["pdf", "svg", "png", "jpg", "jpeg"]

  /// Empty for drawings; nil for a scale that no screen of Apple's has.
  private static func scale(_ file: ImageFolder.ImageFile) -> String? {
    if file.type == "pdf" || file.type == "svg" { return "" }
    return [1, 2, 3].contains(file.scale) ? "\(Int(file.scale))x" : nil
  }

  /// Nil for one that catalogs do not know.
  private static func idiom(_ idiom: String?) -> String? {
    switch idiom {
    case nil: "universal"
    case "phone": "iphone"
    case "pad": "ipad"
    case "carPlay": "car"
    case "tv", "mac", "vision", "watch": idiom
    default: nil
    }
  }
}

internal import Documents
internal import Resolution
internal import Themes

/// Writes a theme as an asset catalog, in the format of Apple's "Asset Catalog Format Reference".
struct AssetCatalog {
  private let theme: CompiledTheme
  private let appearances: [SystemAppearance]
  private var archive: ThemeArchive
  private var names = AssetNames()
  private static let folder = "Livery.xcassets"

  static func render(
    _ theme: CompiledTheme, _ traits: [String: String], hasImages: Bool, into archive: ThemeArchive
  ) throws(ArchiveError) -> [UInt8] {
    let appearances = SystemAppearance.all(of: theme, given: traits, by: [.scheme, .contrast])
    var writer = AssetCatalog(theme: theme, appearances: appearances, archive: archive)
    try writer.archive.add("\(folder)/Contents.json", contents { _ in })
    try writer.writeColors()
    if hasImages { try writer.writeImages() }
    return writer.archive.finished()
  }

  private mutating func writeColors() throws(ArchiveError) {
    let palettes = appearances.map { ($0.toggles, $0.context.resolved().colors) }
    var sets: [String: [(toggles: Set<SchemeToggle>, color: ResolvedColor)]] = [:]
    for (toggles, colors) in palettes {
      for color in colors { sets[color.name, default: []].append((toggles, color.color)) }
    }
    for (name, variants) in sets.sorted(by: { $0.key < $1.key }) {
      // An appearance in which a color is unset has no entry.
      let isVaried = variants.count < palettes.count || variants.contains { $0.color != variants[0].color }
      let content = Self.contents { json in
        json.objects("colors", for: variants.filter { $0.toggles.isEmpty || isVaried }) {
          Self.write($1.color, $1.toggles, to: &$0)
        }
      }
      try archive.add("\(Self.folder)/\(names.take(name)).colorset/Contents.json", content)
    }
  }

  private mutating func writeImages() throws(ArchiveError) {
    let folders = appearances.map { ($0.toggles, $0.context.namedImages) }
    for (index, plain) in (folders.first?.1 ?? []).enumerated() {
      let set = AssetImages(folders.map { ($0, $1[index].file?.base) }, in: theme.images)
      guard !set.entries.isEmpty else { continue }
      let path = "\(Self.folder)/\(names.take(plain.name)).imageset"
      try archive.add("\(path)/Contents.json", Self.contents { set.write(to: &$0) })
      for file in set.files { try archive.add("\(path)/\(file.name)", file) }
    }
  }

  /// Returns the document that every folder of a catalog has.
  private static func contents(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(.pretty)
    json.object { json in
      members(&json)
      json.object("info") { json in
        json.member("author", "livery")
        json.member("version", 1)
      }
    }
    return json.finished()
  }

  private static func write(_ color: ResolvedColor, _ toggles: Set<SchemeToggle>, to json: inout JSONWriter) {
    json.appearances(toggles)
    json.object("color") { json in
      json.member("color-space", "srgb")
      json.object("components") { json in
        // Thousandths distinguish all 256 values of alpha.
        let alpha = (Int(color.alpha) * 1000 + 127) / 255
        json.member("alpha", "\(alpha / 1000).\(String(alpha % 1000 + 1000).dropFirst())")
        for (name, channel) in [("blue", color.blue), ("green", color.green), ("red", color.red)] {
          var digits = Array("0x".utf8)
          digits.append(hexadecimal: channel, inCapitals: true)
          json.member(name, String(decoding: digits, as: UTF8.self))
        }
      }
    }
    json.member("idiom", "universal")
  }
}

extension JSONWriter {
  /// Writes the appearance for which an entry of a catalog is, if any.
  fileprivate mutating func appearances(_ toggles: Set<SchemeToggle>) {
    guard !toggles.isEmpty else { return }
    objects("appearances", for: SchemeToggle.allCases.filter(toggles.contains)) { json, toggle in
      json.member("appearance", toggle == .scheme ? "luminosity" : "contrast")
      json.member("value", toggle == .scheme ? "dark" : "high")
    }
  }
}

/// The names of the folders of an asset catalog. No two differ only in case, since most disks of Macs ignore case.
struct AssetNames: Sendable {
  private var taken: Set<String> = []
  private var numbers: [String: Int] = [:]

  /// Returns a name for a folder, with a number at its end if the name is taken.
  mutating func take(_ name: String) -> String {
    let plain = String(String.UnicodeScalarView(name.unicodeScalars.map { Self.isPlain($0) ? $0 : "-" }))
    let safe = plain.hasPrefix(".") ? "-" + plain.dropFirst() : plain
    var candidate = safe
    while !taken.insert(candidate.lowercased()).inserted {
      let number = numbers[safe.lowercased(), default: 1] + 1
      numbers[safe.lowercased()] = number
      candidate = "\(safe)-\(number)"
    }
    return candidate
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && scalar.value != 0x7f && !"/\\:".unicodeScalars.contains(scalar)
  }
}

/// The files of one image set.
private struct AssetImages {
  struct Entry {
    let toggles: Set<SchemeToggle>
    let idiom: String
    /// The scale, or nil for drawings, which have any size.
    let scale: String?
    let file: ImageFolder.ImageFile
  }

  private(set) var entries: [Entry] = []

  /// - Parameter bases: the base names of the image's files in each appearance.
  init(_ bases: [(toggles: Set<SchemeToggle>, base: String?)], in folder: ImageFolder) {
    let plain = bases.first?.base
    let isVaried = bases.contains { $0.base != plain }
    for (toggles, base) in bases where toggles.isEmpty || isVaried {
      guard let base else { continue }
      entries += Self.entries(folder.files(base), toggles)
    }
  }

  /// Returns one file for each idiom and scale. Of several it is the one of the type that Xcode prefers.
  private static func entries(_ files: [ImageFolder.ImageFile], _ toggles: Set<SchemeToggle>) -> [Entry] {
    var entries: [Entry] = []
    for type in ["pdf", "svg", "png", "jpg", "jpeg"] {
      for file in files where file.type == type {
        let isDrawing = type == "pdf" || type == "svg"
        guard let idiom = idiom(file.idiom), isDrawing || [1, 2, 3].contains(file.scale) else { continue }
        let scale = isDrawing ? nil : "\(Int(file.scale))x"
        guard !entries.contains(where: { $0.idiom == idiom && $0.scale == scale }) else { continue }
        entries.append(Entry(toggles: toggles, idiom: idiom, scale: scale, file: file))
      }
    }
    return entries.sorted { ($0.idiom, $0.scale ?? "") < ($1.idiom, $1.scale ?? "") }
  }

  var files: [ImageFolder.ImageFile] {
    var seen: Set<String> = []
    return entries.map(\.file).filter { seen.insert($0.name).inserted }
  }

  func write(to json: inout JSONWriter) {
    json.objects("images", for: entries) { json, entry in
      json.appearances(entry.toggles)
      json.member("filename", entry.file.name)
      json.member("idiom", entry.idiom)
      if let scale = entry.scale { json.member("scale", scale) }
    }
    guard entries.contains(where: { $0.scale == nil }) else { return }
    json.object("properties") { $0.member("preserves-vector-representation", true) }
  }

  /// Returns the idiom in Apple's words, or nil for one that catalogs do not have.
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

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
    try writer.archive.add("Livery.swift", SwiftExtensions.source(for: theme, traits))
    return writer.archive.finished()
  }

  private mutating func writeColors() throws(ArchiveError) {
    let palettes = appearances.map { ($0.toggles, $0.context.resolved(asWritten: true).colors) }
    var sets: [String: [(toggles: Set<SchemeToggle>, color: ResolvedTheme.NamedColor)]] = [:]
    for (toggles, colors) in palettes {
      for color in colors { sets[color.name, default: []].append((toggles, color)) }
    }
    for (name, variants) in sets.sorted(by: { $0.key < $1.key }) {
      // An appearance in which a color is unset has no entry.
      let isVaried =
        variants.count < palettes.count
        || variants.contains {
          $0.color.color != variants[0].color.color
            || Self.wide($0.color.exact) != Self.wide(variants[0].color.exact)
        }
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

  private static func write(
    _ color: ResolvedTheme.NamedColor, _ toggles: Set<SchemeToggle>, to json: inout JSONWriter
  ) {
    json.appearances(toggles)
    json.object("color") { json in
      let wide = wide(color.exact)
      json.member("color-space", wide == nil ? "srgb" : "display-p3")
      json.object("components") { json in
        json.member("alpha", thousandths((Int(color.color.alpha) * 1000 + 127) / 255))
        let bytes = [color.color.red, color.color.green, color.color.blue]
        for (index, name) in [(2, "blue"), (1, "green"), (0, "red")] {
          json.member(name, wide.map { thousandths($0[index]) } ?? hexadecimal(bytes[index]))
        }
      }
    }
    json.member("idiom", "universal")
  }

  /// Returns the components in Display P3, in thousandths, of a color that sRGB lacks; nil for other colors.
  private static func wide(_ color: ColorExpression?) -> [Int]? {
    guard case .exact(let exact)? = color, !exact.isInSRGB else { return nil }
    let numbers = exact.components.map { $0 ?? 0 }
    let linear = ColorConversion.linearSRGB(Triple(numbers[0], numbers[1], numbers[2]), in: exact.space)
    return ColorConversion.components(linearSRGB: linear, in: .displayP3).map { component in
      Int((min(1, max(0, component ?? 0)) * 1000).rounded())
    }
  }

  /// Returns a number of thousandths as text. They distinguish all 256 values of a byte.
  private static func thousandths(_ number: Int) -> String {
    "\(number / 1000).\(String(number % 1000 + 1000).dropFirst())"
  }

  private static func hexadecimal(_ channel: UInt8) -> String {
    var digits = Array("0x".utf8)
    digits.append(hexadecimal: channel, inCapitals: true)
    return String(decoding: digits, as: UTF8.self)
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

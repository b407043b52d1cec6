internal import Resolution
internal import Themes

/// Writes a theme as an archive that unpacks into the folder `res` of an Android app.
struct AndroidArchive {
  private let theme: CompiledTheme
  private var archive: ThemeArchive
  private let fonts: AndroidFonts
  private let hasImages: Bool
  /// The elements of `values` by name. For the night only the differing ones are written.
  private var day: [String: String] = [:]
  private var dayFiles: AndroidDrawables.Files = [:]

  static func render(
    _ theme: CompiledTheme, _ traits: [String: String], hasImages: Bool, hasFonts: Bool,
    into archive: ThemeArchive
  ) throws(ArchiveError) -> [UInt8] {
    let fonts = AndroidFonts(hasFonts ? theme.fonts : [])
    var writer = AndroidArchive(theme: theme, archive: archive, fonts: fonts, hasImages: hasImages)
    for appearance in SystemAppearance.all(of: theme, given: traits, by: [.scheme]) {
      try writer.write(appearance.context.resolved(), isNight: appearance.toggles.contains(.scheme))
    }
    for (path, content) in fonts.families { try writer.archive.add(path, content) }
    for (path, file) in fonts.files { try writer.archive.add(path, file) }
    return writer.archive.finished()
  }

  private mutating func write(_ resolved: ResolvedTheme, isNight: Bool) throws(ArchiveError) {
    let items = FlatTheme(resolved, theme.kit.names).items
    let drawables = AndroidDrawables(hasImages ? items : [], in: theme.images)
    let elements = items.compactMap { item in
      drawables.element(of: item).map { (name: item.name.snake, text: $0) }
    }
    let changed = elements.filter { day[$0.name] != $0.text }
    if !isNight || !changed.isEmpty {
      try archive.add(
        "\(isNight ? "values-night" : "values")/livery.xml",
        ThemeXML.document((isNight ? [] : fonts.comments) + changed.map(\.text)))
    }
    for (name, files) in drawables.files.sorted(by: { $0.key < $1.key }) {
      for (density, file) in files.sorted(by: { $0.key < $1.key })
      where dayFiles[name]?[density]?.fingerprint != file.fingerprint {
        try archive.add("drawable-\(isNight ? "night-" : "")\(density)/\(name).\(file.type)", file)
      }
    }
    guard !isNight else { return }
    day = Dictionary(elements.map { ($0.name, $0.text) }) { first, _ in first }
    dayFiles = drawables.files
  }
}

/// The images of a theme that Android can draw.
private struct AndroidDrawables {
  /// The files of each resource by density, such as `xhdpi`.
  typealias Files = [String: [String: ImageFolder.ImageFile]]

  private(set) var files: Files = [:]

  init(_ items: [FlatTheme.Item], in folder: ImageFolder) {
    for item in items {
      guard case .image(let image) = item.value, item.name == .image(image.name), let base = image.file?.base
      else { continue }
      var densities: [String: ImageFolder.ImageFile] = [:]
      for type in Self.types {
        for file in folder.files(base) where file.idiom == nil && file.type == type {
          densities[Self.density(file.scale)] = densities[Self.density(file.scale)] ?? file
        }
      }
      if !densities.isEmpty { files[item.name.snake] = densities }
    }
  }

  /// Returns the element of an item in `values`, or nil for an image whose drawable has the same name.
  func element(of item: FlatTheme.Item) -> String? {
    guard case .image(let image) = item.value else { return ThemeXML.element(item) }
    let drawable = FlatName.image(image.name).snake
    guard files[drawable] != nil else { return ThemeXML.element(item) }
    guard item.name != .image(image.name) else { return nil }
    return "<item name=\"\(item.name.snake)\" type=\"drawable\">@drawable/\(drawable)</item>"
  }

  /// The types that Android draws, the preferred one first.
  private static let types = ["png", "webp", "jpg", "jpeg", "gif"]

  private static func density(_ scale: Double) -> String {
    switch scale {
    case 0.75: "ldpi"
    case 1: "mdpi"
    case 1.5: "hdpi"
    case 2: "xhdpi"
    case 3: "xxhdpi"
    case 4: "xxxhdpi"
    default: "\(Int((scale * 160).rounded()))dpi"
    }
  }
}

/// The fonts of a theme as Android takes them: files and families in the folder `font`.
struct AndroidFonts {
  private(set) var files: [(path: String, file: ImageFolder.ImageFile)] = []
  private(set) var families: [(path: String, content: [UInt8])] = []
  /// The comments that name what Android does not take.
  private(set) var comments: [String] = []
  private var taken: Set<String> = []

  init(_ fonts: [FontFamily]) {
    for family in fonts {
      let name = unused(FlatName.color(family.name).snake)
      var elements: [String] = []
      for one in family.faces {
        guard ["ttf", "otf"].contains(one.file.type) else {
          // A comment of XML has no two dashes in a row.
          let shown = one.file.name.reduce(into: "") { $0.append($1 == "-" && $0.last == "-" ? "_" : $1) }
          comments.append("<!-- \(shown): Android takes no .\(one.file.type). -->")
          continue
        }
        let stem = one.file.name.prefix { $0 != "." }
        let file = unused(FlatName.color(String(stem)).snake)
        files.append(("font/\(file).\(one.file.type)", one.file))
        let weight = min(max(one.face.weights.contains(400) ? 400 : one.face.weights.lowerBound, 1), 1000)
        elements.append(
          "    <font android:fontStyle=\"\(one.face.style == .normal ? "normal" : "italic")\" android:fontWeight=\"\(weight)\" "
            + "android:font=\"@font/\(file)\" />\n")
      }
      guard !elements.isEmpty else { continue }
      let text =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<font-family xmlns:android=\"http://schemas.android.com/apk/res/android\">\n"
        + elements.joined() + "</font-family>\n"
      families.append(("font/\(name).xml", Array(text.utf8)))
    }
  }

  /// Returns a name that no other resource of this type has: two of one name get a number.
  private mutating func unused(_ name: String) -> String {
    var (candidate, number) = (name, 2)
    while !taken.insert(candidate).inserted {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return candidate
  }
}

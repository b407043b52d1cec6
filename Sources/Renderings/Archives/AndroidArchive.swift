internal import Resolution
internal import Themes

/// Writes a theme as what unpacks into the folder `res` of an Android app.
package struct AndroidArchive {
  private let theme: CompiledTheme
  private var archive: ThemeArchive
  private let hasImages: Bool
  /// What `values` says, by name: at night only what differs is said again.
  private var day: [String: String] = [:]
  private var dayFiles: [String: [String: ImageFolder.ImageFile]] = [:]

  package static func render(_ question: ArchiveQuestion, into archive: ThemeArchive) throws(ArchiveError)
    -> [UInt8]
  {
    var writer = AndroidArchive(
      theme: question.theme, archive: archive, hasImages: question.hasImages)
    for appearance in SystemAppearances(question.theme, given: question.traits, by: [.scheme]).list {
      try writer.write(appearance.context.resolved(), isNight: appearance.toggles.contains(.scheme))
    }
    return writer.archive.finished()
  }

  private init(theme: CompiledTheme, archive: ThemeArchive, hasImages: Bool) {
    (self.theme, self.archive, self.hasImages) = (theme, archive, hasImages)
  }

  private mutating func write(_ resolved: ResolvedTheme, isNight: Bool) throws(ArchiveError) {
    let items = FlatTheme(resolved, theme.kit.names).items
    let drawables = AndroidDrawables(hasImages ? items : [], in: theme.images)
    let elements = items.compactMap { item in
      drawables.element(of: item).map { (name: item.name.snake, text: $0) }
    }
    let news = elements.filter { day[$0.name] != $0.text }
    if !isNight || !news.isEmpty {
      try archive.add(
        "\(isNight ? "values-night" : "values")/livery.xml", ThemeXML.document(news.map(\.text)))
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

internal import Documents
internal import Resolution
internal import ThemeAPI
internal import Themes

/// The problems with the fonts of a config folder, beside the errors for which it is not served.
extension Catalog {
  /// - Parameter facts: the facts that the files state, by their names.
  func fontProblems(_ facts: [String: FontFile.Facts]) -> [Problem] {
    var named: Set<String> = []
    var problems: [Problem] = []
    for name in themes.keys.sorted() {
      guard let theme = library.themes[name], let text = library.sources[name].map({ SourceText($0.legible) })
      else { continue }
      for (_, faces) in theme.fonts.sorted(by: { $0.key < $1.key }) {
        named.formUnion(faces.map(\.file))
        problems += faces.compactMap { missing($0.file, $0.place, text) }
      }
      problems += otherFaces(of: name) { facts[$0] }
      problems += unknownFamilies(of: theme, text)
    }
    let unnamed = images.fontNames.filter { !named.contains($0) }
    return problems
      + unnamed.map {
        Problem(
          .note, code: "unused-font", place: SourceLocation(file: "fonts/\($0)", line: 1, column: 1),
          message: "No theme names this font.")
      }
  }

  private func missing(_ file: String, _ place: TextPosition, _ text: SourceText) -> Problem? {
    guard images.font(named: file) == nil else { return nil }
    return Problem(
      .note, code: "missing-font", place: text.place(at: place),
      message: "There is no font '\(file)' in fonts/\(NearestName.question(file, among: images.fontNames))")
  }

  /// Returns warnings of families that nothing gives. Without any `fonts`, an app has its families itself.
  private func unknownFamilies(of theme: Theme, _ text: SourceText) -> [Problem] {
    let known = Set(library.lineage(of: theme.name).flatMap(\.fonts.keys))
    guard !known.isEmpty else { return [] }
    let lower = Set(known.map { $0.lowercased() })
    return theme.namedFamilies.compactMap { family, place in
      guard !lower.contains(family.lowercased()), !FontFamilies.isOfPlatform(family) else { return nil }
      return Problem(
        .warning, code: "unknown-family", place: text.place(at: place),
        message: "No 'fonts' give the family '\(family)'\(NearestName.question(family, among: known))")
    }
  }
}

extension Theme {
  /// The families that its values and rules name, with their places.
  fileprivate var namedFamilies: [(family: String, place: TextPosition)] {
    let ofValues = values.sorted { $0.key < $1.key }.flatMap { _, entry in
      entry.contents.flatMap { content -> [(String, TextPosition)] in
        let family = content.type == .typography ? content.content.part(["fontFamily"]) : content.content
        guard content.type == .typography || content.type == .fontFamily else { return [] }
        return (family?.texts ?? []).map { ($0, entry.place) }
      }
    }
    let ofRules = rules.flatMap(\.settings).flatMap { setting -> [(String, TextPosition)] in
      let value = setting.value
      guard ["fontFamily", "font", "typeface"].contains(setting.key.name) else { return [] }
      if case .string(let text) = value {
        return setting.key.name == "font" ? [] : FontFamilies.names(in: text).map { ($0, setting.place) }
      }
      return (value.part(["family"])?.texts ?? []).map { ($0, setting.place) }
    }
    return ofValues + ofRules
  }
}

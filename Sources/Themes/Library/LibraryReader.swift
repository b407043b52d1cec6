/// Reads files in the order in which they build on each other: kits, then parents, then children.
struct LibraryReader {
  private(set) var kits: [String: KitIndex] = [:]
  private(set) var themes: [String: Theme] = [:]
  private(set) var sources: [String: SourceFile] = [:]
  private(set) var kitSources: [String: SourceFile] = [:]
  private(set) var fileOrder: [String: Int] = [:]
  private(set) var problems: [Problem] = []
  private(set) var kept: Set<String> = []
  private(set) var fileNames: [String: String] = [:]
  private(set) var known = KnownDocuments()
  private let earlier: Library
  private var keepsKits = false
  private var outlines: [String: ThemeOutline] = [:]

  /// - Parameter earlier: what it has read from the same documents is taken over.
  init(knowing earlier: Library) { self.earlier = earlier }

  /// The kit of a theme that names none.
  static let standardKit = "uikit"

  mutating func readKits(_ files: [SourceFile]) {
    keepsKits = earlier.known.kits.map(\.source) == files
    known.kits = keepsKits ? earlier.known.kits : files.map { Self.read(kit: $0) }
    for read in known.kits {
      fileOrder[read.source.name] = fileOrder.count
      problems += read.problems
      guard let kit = read.index else { continue }
      kits[kit.definition.name] = kit
      kitSources[kit.definition.name] = read.source
    }
  }

  private static func read(kit file: SourceFile) -> KnownDocuments.KnownKit {
    let (kit, found) = KitReader.read(file)
    return KnownDocuments.KnownKit(source: file, index: kit.map { KitIndex($0) }, problems: found)
  }

  /// A file whose themes have all been uploaded does not count.
  mutating func readThemes(_ files: [SourceFile], under uploads: [SourceFile] = []) {
    let all = files + uploads
    for file in all { fileOrder[file.name] = fileOrder.count }
    // Few formats look for a file beside the one that is read.
    lazy var byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    // What goes with a file goes with what was uploaded in its place.
    lazy var byBaseName = Dictionary(files.map { (String($0.baseName), $0) }) { first, _ in first }
    for file in uploads {
      let found = outlines(of: file) { byName[file.folder + $0] ?? byBaseName[$0] }
      add(found, hiddenBy: [])
    }
    let uploaded = Set(outlines.keys)
    for file in files {
      let found = outlines(of: file) { byName[file.folder + $0] }
      for theme in found.themes where fileNames[theme.name] == nil { fileNames[theme.name] = file.name }
      add(found, hiddenBy: uploaded)
    }
    let order = familyOrder()
    for name in order { read(name) }
    for name in order { check(name) }
  }

  // MARK: Names and families

  private mutating func outlines(
    of file: SourceFile, beside: (String) -> SourceFile?
  ) -> KnownDocuments.KnownOutlines {
    if let found = earlier.known.outlines[file.name], found.source == file {
      known.outlines[file.name] = found
      return found
    }
    guard let (dialect, name) = Dialects.find(for: file) else {
      return KnownDocuments.KnownOutlines(source: file, themes: [], problems: [Self.unknownFormat(file)])
    }
    let (themes, problems) = dialect.outlines(of: file, named: name, beside: beside)
    let found = KnownDocuments.KnownOutlines(source: file, themes: themes, problems: problems)
    let isAlone = dialect.isOffered && dialect.companionSuffixes.isEmpty
    if isAlone { known.outlines[file.name] = found.light(dialect, named: name) }
    return found
  }

  private static func unknownFormat(_ file: SourceFile) -> Problem {
    let endings = Quoted.list(ThemeFormat.all.map(\.suffix))
    return Problem(
      code: "unknown-format", place: SourceLocation(file: file.name, line: 1, column: 1),
      message:
        "No format of themes has files named like \(Quoted.name(file.baseName)); their names end in \(endings)."
    )
  }

  private mutating func add(_ found: KnownDocuments.KnownOutlines, hiddenBy uploaded: Set<String>) {
    if !found.themes.isEmpty, found.themes.allSatisfy({ uploaded.contains($0.name) }) { return }
    problems += found.problems
    for outline in found.themes { add(outline) }
  }

  private mutating func add(_ outline: ThemeOutline) {
    guard Name.isValid(outline.name) else {
      problems.append(
        outline.nameSpot.problem(
          code: "bad-name", "\(Quoted.name(outline.name)) can't name a theme: \(Name.rule)"))
      return
    }
    if let other = outlines[outline.name] {
      problems.append(
        outline.nameSpot.problem(
          code: "duplicate-theme",
          "There is a theme '\(outline.name)' already, in \(other.nameSpot.place.file); rename one."))
      return
    }
    outlines[outline.name] = outline
  }

  /// Every theme after its parent. Themes whose family can't be told are left out, each with its problem.
  private mutating func familyOrder() -> [String] {
    var order: [String] = []
    var state: [String: Bool] = [:]
    for name in outlines.keys.sorted() {
      var path: [String] = []
      var next: String? = name
      while let current = next, state[current] == nil {
        if let start = path.firstIndex(of: current) {
          reportCycle(path[start...])
          break
        }
        path.append(current)
        next = parent(of: current)
      }
      let isSound = next.map { state[$0] == true } ?? true
      for name in path.reversed() {
        let isSound = isSound && hasKnownParent(name, state)
        state[name] = isSound
        if isSound { order.append(name) }
      }
    }
    return order
  }

  private func hasKnownParent(_ name: String, _ state: [String: Bool]) -> Bool {
    guard let parent = outlines[name]?.parent else { return true }
    return state[parent] == true
  }

  private mutating func parent(of name: String) -> String? {
    guard let outline = outlines[name], let parent = outline.parent else { return nil }
    if outlines[parent] != nil { return parent }
    let advice = NearestName.question(parent, among: outlines.keys)
    problems.append(
      outline.parentSpot.problem(
        code: "missing-parent", "There is no theme \(Quoted.name(parent)) to extend\(advice)"))
    return nil
  }

  private mutating func reportCycle(_ cycle: ArraySlice<String>) {
    for name in cycle {
      guard let outline = outlines[name], let parent = outline.parent else { continue }
      let message =
        name == parent
        ? "A theme can't extend itself."
        : "'\(name)' extends '\(parent)', which in the end extends '\(name)'; one of them must come first."
      problems.append(outline.parentSpot.problem(code: "parent-cycle", message))
    }
  }

  // MARK: Reading

  private mutating func read(_ name: String) {
    guard let outline = outlines[name], let kit = kit(of: outline), !keep(outline) else { return }
    let ancestors = ancestors(of: outline)
    let colors = ancestors.reduce(into: Set<String>()) { $0.formUnion($1.colors.keys) }
    let known = ancestors.reversed().reduce(kit) { $0.adding($1.addedProperties) }
    let (theme, found) = outline.read(ThemeSurroundings(kit: known, colors: colors))
    problems += found
    self.known.problems[name] = KnownDocuments.KnownProblems(reading: found)
    themes[name] = theme
    sources[name] = outline.source
  }

  /// Takes a theme over that can't have changed; false for one that must be read.
  private mutating func keep(_ outline: ThemeOutline) -> Bool {
    let name = outline.name
    guard keepsKits, outline.parent.map({ kept.contains($0) }) ?? true,
      earlier.sources[name] == outline.source,
      earlier.known.outlines[outline.source.name] != nil, let theme = earlier.themes[name],
      let found = earlier.known.problems[name]
    else { return false }
    kept.insert(name)
    problems += found.reading
    known.problems[name] = found
    themes[name] = theme
    sources[name] = outline.source
    return true
  }

  private func ancestors(of outline: ThemeOutline) -> [Theme] {
    outline.parent.map { themes.lineage(of: $0) } ?? []
  }

  private mutating func kit(of outline: ThemeOutline) -> KitIndex? {
    let inherited = outline.parent.flatMap { themes[$0]?.kit }
    if let parent = outline.parent, inherited == nil, themes[parent] == nil { return nil }
    if let inherited, let kit = outline.kit, kit != inherited {
      problems.append(
        outline.kitSpot.problem(
          code: "kit-mismatch",
          "The parent '\(outline.parent ?? "")' is written for the kit '\(inherited)'; a child can't choose "
            + "another."))
      return nil
    }
    let name = outline.kit ?? inherited ?? Self.standardKit
    if let kit = kits[name] { return kit }
    let advice = NearestName.question(name, among: kits.keys)
    problems.append(
      outline.kitSpot.problem(code: "unknown-kit", "There is no kit \(Quoted.name(name))\(advice)"))
    return nil
  }

  private mutating func check(_ name: String) {
    guard let theme = themes[name], let outline = outlines[name] else { return }
    if kept.contains(name) { return problems += known.problems[name]?.family ?? [] }
    var check = PaletteAndNameCheck(lineage: [theme] + ancestors(of: outline), text: outline.nameSpot.text)
    check.run()
    known.problems[name]?.family = check.findings.problems
    problems += check.findings.problems
  }
}

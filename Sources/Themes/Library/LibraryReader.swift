internal import Documents

/// Reads files in the order in which they build on each other: kits, then parents, then children.
struct LibraryReader {
  private(set) var kits: [String: KitIndex] = [:]
  var themes: PersistentMap<String, Theme> = [:]
  var sources: PersistentMap<String, SourceFile> = [:]
  /// The names of the kits whose documents have errors.
  private var brokenKits: Set<String> = []
  private(set) var kitSources: [String: SourceFile] = [:]
  private(set) var kitSums: [String: UInt64] = [:]
  var fileNames: PersistentMap<String, String> = [:]
  var tree = ThemeTree()
  var owners = TraitOwners()
  var known = KnownDocuments()
  var reading = ProblemTable()
  private(set) var problems: [Problem] = []
  /// The themes that are reused from the earlier library.
  private var kept: Set<String> = []
  private(set) var keepsKits = false
  let dialects: Dialects
  let earlier: Library?
  var outlines: [String: ThemeOutline] = [:]
  private let named: Set<String>?

  init(in dialects: Dialects, knowing earlier: Library?, naming named: Set<String>? = nil) {
    (self.dialects, self.earlier, self.named) = (dialects, earlier, named)
  }

  /// The kit of a theme that names none.
  static let standardKit = "uikit"

  mutating func readKits(_ files: [SourceFile]) {
    let before = earlier?.known.kits ?? []
    keepsKits = before.map(\.source) == files
    known.kits = keepsKits ? before : KitFamilies.read(files)
    for read in known.kits {
      problems += read.problems
      guard let kit = read.index else {
        brokenKits.insert(KitDocument.name(of: read.source))
        continue
      }
      kits[kit.definition.name] = kit
      kitSources[kit.definition.name] = read.source
    }
    let sums = keepsKits ? earlier?.kitSums : nil
    kitSums = sums ?? kitSources.mapValues { $0.bytes.reduce(FNV1a.start) { FNV1a.hash($0, with: $1) } }
  }

  /// Reads everything except files whose themes have all been uploaded.
  mutating func readThemes(_ files: [SourceFile], under uploads: [SourceFile], by pool: WorkerPool) {
    (known.files, known.uploads) = (files, uploads)
    let byName = Dictionary((files + uploads).map { ($0.name, $0) }) { first, _ in first }
    // The companions of a file belong to the upload that replaces it.
    let byBaseName = Dictionary(files.map { (String($0.baseName), $0) }) { first, _ in first }
    let uploaded = documents(uploads, isUpload: true, by: pool) { byName[$0.folder + $1] ?? byBaseName[$1] }
    for document in uploaded { add(document, hiddenBy: []) }
    let hidden = Set(outlines.keys)
    for document in documents(files, isUpload: false, by: pool, beside: { byName[$0.folder + $1] }) {
      for name in document.names where fileNames[name] == nil { fileNames[name] = document.source.name }
      add(document, hiddenBy: hidden)
    }
    let order = familyOrder()
    if keepsKits, let earlier { takeOver(earlier, order) }
    for generation in generations(of: order) { read(generation, by: pool) }
    check(order, by: pool)
    readOrphans(besides: order)
    tree = ThemeTree(of: order.compactMap { name in outlines[name]?.parent.map { (name, $0) } })
    reading = ProblemTable(problems)
  }

  /// Reuses the results of an earlier library that may still be right.
  private mutating func takeOver(_ earlier: Library, _ order: [String]) {
    (themes, sources, known.problems) = (earlier.themes, earlier.sources, earlier.known.problems)
    owners = earlier.owners
    let names = Set(order)
    for name in themes.keys where !names.contains(name) { forget(name) }
  }

  mutating func add(_ problem: Problem) { problems.append(problem) }

  mutating func report(_ spot: SourceAnchor, _ code: String, _ message: Message) {
    problems.append(spot.problem(code: code, message))
  }

  mutating func forget(_ name: String) {
    if let theme = themes[name] { owners.remove(theme) }
    themes[name] = nil
    sources[name] = nil
    known.problems[name] = nil
  }

  private mutating func documents(
    _ files: [SourceFile], isUpload: Bool, by pool: WorkerPool,
    beside: @escaping @Sendable (SourceFile, String) -> SourceFile?
  ) -> [KnownDocument] {
    let (dialects, earlier, keepsKits) = (dialects, earlier, keepsKits)
    let read = pool.map(files) { file -> (whole: KnownDocument, light: KnownDocument) in
      if let found = earlier?.known.documents[file.name], found.isAlone, found.isUpload == isUpload,
        found.source == file,
        // With other kits, a document of several themes would be read whole for each of them.
        keepsKits || found.outlines.count <= 1
      {
        return (found, found)
      }
      let document = KnownDocument(file, in: dialects, isUpload: isUpload) { beside(file, $0) }
      return (document, document.light(in: dialects))
    }
    for document in read { known.add(document.light) }
    return read.map(\.whole)
  }

  private mutating func add(_ document: KnownDocument, hiddenBy uploaded: Set<String>) {
    let names = document.names
    if !names.isEmpty, names.allSatisfy(uploaded.contains) { return }
    problems += document.problems
    for outline in document.outlines { add(outline) }
  }

  private mutating func add(_ outline: ThemeOutline) {
    guard Name.isValid(outline.name) else {
      report(outline.nameSpot, "bad-name", "\(Quoted.name(outline.name)) can't name a theme: \(Name.rule)")
      return
    }
    if let other = outlines[outline.name] {
      report(
        outline.nameSpot, "duplicate-theme",
        "There is a theme '\(outline.name)' already, in \(other.nameSpot.place.file); rename one.")
      return
    }
    outlines[outline.name] = outline
  }

  /// Returns every theme after its parent. Reports the themes whose family is unknown, and leaves them out.
  private mutating func familyOrder() -> [String] {
    let graph = familyGraph(of: outlines.keys.sorted())
    for circle in graph.circles { reportCycle(circle) }
    let circular = Set(graph.circles.joined())
    var sound: Set<String> = []
    return graph.order.filter { name in
      let parent = outlines[name]?.parent
      if let parent, outlines[parent] == nil { reportMissingParent(of: name) }
      let isSound = !circular.contains(name) && parent.map { sound.contains($0) } ?? true
      if isSound { sound.insert(name) }
      return isSound
    }
  }

  func familyGraph(of names: some Sequence<String>) -> ReferenceGraph {
    ReferenceGraph(names) { [outlines] name in
      outlines[name]?.parent.flatMap { outlines[$0] == nil ? nil : [$0] } ?? []
    }
  }

  private mutating func reportMissingParent(of name: String) {
    guard let outline = outlines[name], let parent = outline.parent else { return }
    let advice = NearestName.question(likelyParent(of: outline))
    report(
      outline.parentSpot, "missing-parent", "There is no theme \(Quoted.name(parent)) to extend\(advice)")
  }

  /// Returns the theme that was probably meant by the name of an unknown parent.
  func likelyParent(of outline: ThemeOutline) -> String? {
    guard let parent = outline.parent else { return nil }
    guard let named else { return NearestName.of(parent, among: outlines.keys) }
    return NearestName.of(
      parent, among: outlines.keys.filter { named.contains($0) || outlines[$0]?.source == outline.source })
  }

  private mutating func reportCycle(_ cycle: [String]) {
    for name in cycle {
      guard let outline = outlines[name], let parent = outline.parent else { continue }
      let message: Message =
        name == parent
        ? "A theme can't extend itself."
        : "'\(name)' extends '\(parent)', which in the end extends '\(name)'; one of them must come first."
      report(outline.parentSpot, "parent-cycle", message)
    }
  }

  /// Returns the themes without parents, then those whose parents are among these, and so on.
  private func generations(of order: [String]) -> [[String]] {
    var depths: [String: Int] = [:]
    var generations: [[String]] = []
    for name in order {
      let depth = outlines[name]?.parent.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
      depths[name] = depth
      if depth == generations.count { generations.append([]) }
      generations[depth].append(name)
    }
    return generations
  }

  mutating func read(_ names: [String], by pool: WorkerPool) {
    let reading = names.compactMap { toRead($0) }
    let themes = themes
    let found = pool.map(reading) { outline, kit in
      outline.read(ThemeSurroundings(kit, under: outline.parent.map { themes.lineage(of: $0) } ?? []))
    }
    for ((outline, _), (theme, found)) in zip(reading, found) {
      problems += found
      known.problems[outline.name] = KnownDocuments.KnownProblems(reading: found)
      if let earlier = self.themes[outline.name] { owners.remove(earlier) }
      owners.add(theme)
      self.themes[outline.name] = theme
      sources[outline.name] = outline.source
      // The values of its document are no longer needed.
      let light = known.documents[outline.source.name]?.outlines.first { $0.name == outline.name }
      outlines[outline.name] = light ?? outline
    }
  }

  private mutating func toRead(_ name: String) -> (outline: ThemeOutline, kit: KitIndex)? {
    guard let outline = outlines[name], let kit = kit(of: outline) else {
      forget(name)
      return nil
    }
    return keep(outline) ? nil : (outline, kit)
  }

  /// Keeps a theme that can't have changed. Returns false for one that must be read.
  private mutating func keep(_ outline: ThemeOutline) -> Bool {
    let name = outline.name
    guard keepsKits, outline.parent.map({ kept.contains($0) }) ?? true, themes[name] != nil,
      sources[name] == outline.source, earlier?.known.documents[outline.source.name]?.isAlone ?? false,
      let found = known.problems[name]
    else { return false }
    kept.insert(name)
    problems += found.reading
    return true
  }

  private mutating func kit(of outline: ThemeOutline) -> KitIndex? {
    let inherited = outline.parent.flatMap { themes[$0]?.kit }
    if let parent = outline.parent, inherited == nil, themes[parent] == nil { return nil }
    if let inherited, let kit = outline.kit, kits[kit].map({ !$0.definition.builds(on: inherited) }) ?? false
    {
      report(
        outline.kitSpot, "kit-mismatch",
        "The parent '\(outline.parent ?? "")' is written for the kit '\(inherited)'; a child has the same, or "
          + "one that extends it.")
      return nil
    }
    let name = outline.kit ?? inherited ?? Self.standardKit
    if let kit = kits[name] { return kit }
    reportKit(name, of: outline)
    return nil
  }

  mutating func reportKit(_ name: String, of outline: ThemeOutline) {
    guard !brokenKits.contains(name) else {
      let sentence: Message = "The kit '\(name)' has errors, or builds on a kit that has; mend that first."
      return report(outline.kitSpot, "broken-kit", sentence)
    }
    let advice = NearestName.question(name, among: kits.keys)
    report(outline.kitSpot, "unknown-kit", "There is no kit \(Quoted.name(name))\(advice)")
  }

  mutating func check(_ names: [String], by pool: WorkerPool) {
    let (themes, sources, kept) = (themes, sources, kept)
    let found = pool.map(names) { name -> [Problem] in
      guard !kept.contains(name), let source = sources[name] else { return [] }
      var check = PaletteAndNameCheck(lineage: themes.lineage(of: name), text: SourceText(source.legible))
      check.run()
      return check.findings.problems
    }
    for (name, found) in zip(names, found) {
      if !found.isEmpty { known.problems[name]?.family = found }
      problems += known.problems[name]?.family ?? []
    }
  }
}

internal import Documents

/// A document of themes, read without its kit and its ancestors.
struct KnownDocument: Sendable {
  let source: SourceFile
  let isUpload: Bool
  /// Indicates whether no other document has a part in it. Otherwise it is read each time.
  let isAlone: Bool
  /// The files beside it that belong to it.
  private let companions: [SourceFile]
  private(set) var outlines: [ThemeOutline]
  let problems: [Problem]

  var names: [String] { outlines.map(\.name) }

  init(_ file: SourceFile, in dialects: Dialects, isUpload: Bool, beside: (String) -> SourceFile?) {
    source = file
    self.isUpload = isUpload
    guard let (dialect, name) = dialects.find(for: file) else {
      (isAlone, companions, outlines, problems) = (true, [], [], [Self.unknownFormat(file, dialects)])
      return
    }
    isAlone = Self.isAlone(dialect)
    var found: [SourceFile] = []
    (outlines, problems) = dialect.outlines(of: file, named: name) { wanted in
      guard let companion = beside(wanted) else { return nil }
      found.append(companion)
      return companion
    }
    companions = found
  }

  /// Returns whether no other document can have a part in a file's themes, by its format.
  static func isAlone(_ file: SourceFile, in dialects: Dialects) -> Bool {
    dialects.find(for: file).map { isAlone($0.dialect) } ?? true
  }

  private static func isAlone(_ dialect: any Dialect) -> Bool {
    dialect.isOffered && dialect.companionSuffixes.isEmpty
  }

  private static func unknownFormat(_ file: SourceFile, _ dialects: Dialects) -> Problem {
    let endings = Quoted.list(dialects.suffixes)
    return Problem(
      code: "unknown-format", place: SourceLocation(file: file.name, line: 1, column: 1),
      message:
        "No format of themes has files named like \(Quoted.name(file.baseName)); their names end in \(endings)."
    )
  }

  /// Returns the same without the values of the document, which take several times its size. They are read again if
  /// an ancestor has changed.
  func light(in dialects: Dialects) -> KnownDocument {
    guard let (dialect, name) = dialects.find(for: source), !outlines.isEmpty else { return self }
    var document = self
    document.outlines = outlines.enumerated().map { index, outline in
      let spot = outline.nameSpot.light(nil)
      return ThemeOutline(
        name: outline.name, parent: outline.parent, kit: outline.kit, nameSpot: spot,
        parentSpot: outline.parentSpot.light(spot.text), kitSpot: outline.kitSpot.light(spot.text),
        source: source
      ) { [source, companions] surroundings in
        dialect.outlines(of: source, named: name) { wanted in
          companions.first { $0.baseName == wanted }
        }.themes[index].read(surroundings)
      }
    }
    return document
  }
}

extension SourceAnchor {
  /// Returns the same anchor in a text without cached lines and values.
  /// - Parameter known: such a text, perhaps of another file.
  fileprivate func light(_ known: SourceText?) -> SourceAnchor {
    let shared = known.flatMap { $0.part == text.part && $0.file.name == text.file.name ? $0 : nil }
    return SourceAnchor(
      shared ?? SourceText(text.file, part: text.part), offset: offset, pointer: pointer)
  }
}

/// The results of a reading by document, which the next reading of nearly the same documents reuses.
struct KnownDocuments: Sendable {
  var kits: [KnownKit] = []
  var files: [SourceFile] = []
  var uploads: [SourceFile] = []
  private(set) var documents: PersistentMap<String, KnownDocument> = [:]
  /// The names of the documents that have a theme, by its name.
  private(set) var holders: PersistentMap<String, Set<String>> = [:]
  var problems: PersistentMap<String, KnownProblems> = [:]

  typealias KnownKit = (source: SourceFile, index: KitIndex?, problems: [Problem])

  struct KnownProblems: Sendable {
    let reading: [Problem]
    /// The problems of the theme together with its ancestors.
    var family: [Problem] = []
  }

  mutating func add(_ document: KnownDocument) {
    documents[document.source.name] = document
    for name in document.names { holders.insert(document.source.name, under: name) }
  }

  mutating func remove(_ document: KnownDocument) {
    documents[document.source.name] = nil
    for name in document.names { holders.remove(document.source.name, under: name) }
  }
}

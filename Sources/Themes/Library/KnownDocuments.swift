/// What a reading found in each document, for the next reading of nearly the same documents to take over.
struct KnownDocuments: Sendable {
  /// In the order in which they were given.
  var kits: [KnownKit] = []
  /// By the file's name. Documents that are read with a companion are not among them.
  var outlines: [String: KnownOutlines] = [:]
  /// By the theme's name.
  var problems: [String: KnownProblems] = [:]

  struct KnownKit: Sendable {
    let source: SourceFile
    let index: KitIndex?
    let problems: [Problem]
  }

  struct KnownOutlines: Sendable {
    let source: SourceFile
    let themes: [ThemeOutline]
    let problems: [Problem]
  }

  struct KnownProblems: Sendable {
    /// Found when the theme was read.
    let reading: [Problem]
    /// Found when it was looked at together with its ancestors.
    var family: [Problem] = []
  }
}

extension KnownDocuments.KnownOutlines {
  /// The same without the values of the document, which take several times its size. They are read once more where
  /// an ancestor has changed.
  func light(_ dialect: any Dialect, named name: String) -> KnownDocuments.KnownOutlines {
    let text = SourceText(source)
    let outlines = themes.enumerated().map { index, outline in
      ThemeOutline(
        name: outline.name, parent: outline.parent, kit: outline.kit,
        nameSpot: outline.nameSpot.moved(to: text),
        parentSpot: outline.parentSpot.moved(to: text), kitSpot: outline.kitSpot.moved(to: text),
        source: source
      ) { [source] surroundings in
        dialect.outlines(of: source, named: name) { _ in nil }.themes[index].read(surroundings)
      }
    }
    return KnownDocuments.KnownOutlines(source: source, themes: outlines, problems: problems)
  }
}

extension SourceAnchor {
  fileprivate func moved(to text: SourceText) -> SourceAnchor {
    SourceAnchor(text, offset: offset, pointer: pointer)
  }
}

/// A document of themes, as far as it is known without its kit and its ancestors.
struct KnownDocument: Sendable {
  let source: SourceFile
  let isUpload: Bool
  /// Whether no other document has a part in it. One that has is read each time.
  let isAlone: Bool
  let outlines: [ThemeOutline]
  let problems: [Problem]

  var names: [String] { outlines.map(\.name) }

  init(_ file: SourceFile, isUpload: Bool, beside: (String) -> SourceFile?) {
    source = file
    self.isUpload = isUpload
    guard let (dialect, name) = Dialects.find(for: file) else {
      (isAlone, outlines, problems) = (true, [], [Self.unknownFormat(file)])
      return
    }
    isAlone = dialect.isOffered && dialect.companionSuffixes.isEmpty
    (outlines, problems) = dialect.outlines(of: file, named: name, beside: beside)
  }

  private init(_ document: KnownDocument, outlines: [ThemeOutline]) {
    (source, isUpload, isAlone) = (document.source, document.isUpload, document.isAlone)
    (self.outlines, problems) = (outlines, document.problems)
  }

  private static func unknownFormat(_ file: SourceFile) -> Problem {
    let endings = Quoted.list(ThemeFormat.suffixes)
    return Problem(
      code: "unknown-format", place: SourceLocation(file: file.name, line: 1, column: 1),
      message:
        "No format of themes has files named like \(Quoted.name(file.baseName)); their names end in \(endings)."
    )
  }

  /// The same without the values of the document, which take several times its size. They are read once more where
  /// an ancestor has changed.
  var light: KnownDocument {
    guard isAlone, let (dialect, name) = Dialects.find(for: source), let first = outlines.first else {
      return self
    }
    let text = SourceText(first.nameSpot.text.file)
    let outlines = outlines.enumerated().map { index, outline in
      ThemeOutline(
        name: outline.name, parent: outline.parent, kit: outline.kit,
        nameSpot: outline.nameSpot.moved(to: text), parentSpot: outline.parentSpot.moved(to: text),
        kitSpot: outline.kitSpot.moved(to: text), source: source
      ) { [source] surroundings in
        dialect.outlines(of: source, named: name) { _ in nil }.themes[index].read(surroundings)
      }
    }
    return KnownDocument(self, outlines: outlines)
  }
}

extension SourceAnchor {
  fileprivate func moved(to text: SourceText) -> SourceAnchor {
    SourceAnchor(text, offset: offset, pointer: pointer)
  }
}

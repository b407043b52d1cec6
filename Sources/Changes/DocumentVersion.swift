package import Themes

/// A theme's document as it was from a revision on, until the next one that is kept of the theme.
package struct DocumentVersion: Sendable, Hashable {
  package let theme: String
  package let since: UInt64
  /// The document with its file's name; nil where the theme was gone from then on, and where only its fingerprint was
  /// read.
  package let source: SourceFile?
  /// The document's fingerprint; nil where the theme was gone from then on.
  package let fingerprint: Fingerprint?

  package init(theme: String, since: UInt64, source: SourceFile?) {
    self.init(theme: theme, since: since, source: source, fingerprint: source.map { Fingerprint(of: $0) })
  }

  /// - Parameter fingerprint: the document's, known already: a document of many themes is kept with each of them.
  package init(theme: String, since: UInt64, source: SourceFile?, fingerprint: Fingerprint?) {
    self.theme = theme
    self.since = since
    self.source = source
    self.fingerprint = fingerprint
  }

  /// What earlier documents take in a log at most, in bytes: the oldest go first.
  package static let room = 64 << 20
}

extension Fingerprint {
  /// Of a document alone: what tells whether another has to be kept.
  package init(of source: SourceFile) {
    self.init()
    add(source.baseName.description)
    add(source.bytes)
  }

  /// Of the documents of these themes, by theme. One that has many themes is gone through once.
  static func documents(
    of themes: [String], in sources: PersistentMap<String, SourceFile>
  ) -> [String: Fingerprint] {
    var (byTheme, byFile) = ([String: Fingerprint](), [String: Fingerprint]())
    for theme in themes {
      guard let source = sources[theme] else { continue }
      let fingerprint = byFile[source.name] ?? Fingerprint(of: source)
      (byTheme[theme], byFile[source.name]) = (fingerprint, fingerprint)
    }
    return byTheme
  }

  package init(of document: DocumentVersion) {
    self.init()
    add(document.theme)
    add(document.since)
    add(document.fingerprint.map(\.word.hex16))
  }
}

package import Documents
internal import Themes

/// A theme's document as it was from a revision on, until the next version.
package struct DocumentVersion: Sendable, Hashable {
  package let theme: String
  package let since: UInt64
  /// The document with its file's name; nil if the theme was gone, or if only the fingerprint was read.
  package let source: SourceFile?
  /// The fingerprint of the document; nil if the theme was gone.
  package let fingerprint: Fingerprint?

  package init(theme: String, since: UInt64, source: SourceFile?) {
    self.init(theme: theme, since: since, source: source, fingerprint: source.map { Fingerprint(of: $0) })
  }

  /// - Parameter fingerprint: the fingerprint of the document, if it is known: a document of many themes is stored
  ///   with each of them.
  package init(theme: String, since: UInt64, source: SourceFile?, fingerprint: Fingerprint?) {
    (self.theme, self.since, self.source, self.fingerprint) = (theme, since, source, fingerprint)
  }

  /// The limit for earlier documents in a log, in bytes: the oldest are deleted first.
  package static let room = 64 << 20
}

extension Fingerprint {
  /// The fingerprint of a document: another version is stored if it differs.
  package init(of source: SourceFile) {
    self.init()
    add(source.baseName.description)
    add(source.bytes)
  }

  /// Returns the fingerprints of the documents of these themes. A document of many themes is read once.
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

internal import Documents

/// The results of a reading by document, which the next reading of nearly the same documents reuses.
struct KnownDocuments: Sendable {
  /// The kits in the order in which they were given.
  package var kits: [KnownKit] = []
  /// The documents that were given, in their order.
  package var files: [SourceFile] = []
  package var uploads: [SourceFile] = []
  /// The documents by the file's name.
  package var documents: PersistentMap<String, KnownDocument> = [:]
  /// The names of the documents that have a theme, by its name.
  package var holders: PersistentMap<String, Set<String>> = [:]
  /// The problems by the theme's name.
  package var problems: PersistentMap<String, KnownProblems> = [:]

  struct KnownKit: Sendable {
    package let source: SourceFile
    package let index: KitIndex?
    package let problems: [Problem]
  }

  struct KnownProblems: Sendable {
    /// Found when the theme was read.
    let reading: [Problem]
    /// Found when it was looked at together with its ancestors.
    var family: [Problem] = []
  }

  package mutating func add(_ document: KnownDocument) {
    documents[document.source.name] = document
    for name in document.names { holders[name, default: []].insert(document.source.name) }
  }

  package mutating func remove(_ document: KnownDocument) {
    documents[document.source.name] = nil
    for name in document.names {
      let others = (holders[name] ?? []).subtracting([document.source.name])
      holders[name] = others.isEmpty ? nil : others
    }
  }
}

/// What a reading found in each document, for the next reading of nearly the same documents to take over.
struct KnownDocuments: Sendable {
  /// In the order in which they were given.
  var kits: [KnownKit] = []
  /// The documents that were given, in their order.
  var files: [SourceFile] = []
  var uploads: [SourceFile] = []
  /// By the file's name.
  var documents: PersistentMap<String, KnownDocument> = [:]
  /// The names of the documents that have a theme, by its name.
  var holders: PersistentMap<String, Set<String>> = [:]
  /// By the theme's name.
  var problems: PersistentMap<String, KnownProblems> = [:]

  struct KnownKit: Sendable {
    let source: SourceFile
    let index: KitIndex?
    let problems: [Problem]
  }

  struct KnownProblems: Sendable {
    /// Found when the theme was read.
    let reading: [Problem]
    /// Found when it was looked at together with its ancestors.
    var family: [Problem] = []
  }

  mutating func add(_ document: KnownDocument) {
    documents[document.source.name] = document
    for name in document.names { holders[name, default: []].insert(document.source.name) }
  }

  mutating func remove(_ document: KnownDocument) {
    documents[document.source.name] = nil
    for name in document.names {
      let others = (holders[name] ?? []).subtracting([document.source.name])
      holders[name] = others.isEmpty ? nil : others
    }
  }
}

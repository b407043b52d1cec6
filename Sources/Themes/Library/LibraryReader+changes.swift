internal import Documents

extension LibraryReader {
  /// Reads the documents that have changed, with their themes and all that extend those, and reuses everything else. Returns
  /// false if that is not enough; then the results of this reader must not be used.
  mutating func readChanges(_ files: [SourceFile], under uploads: [SourceFile]) -> Bool {
    guard keepsKits, let earlier, !earlier.hasErrors else { return false }
    (themes, sources, fileNames) = (earlier.themes, earlier.sources, earlier.fileNames)
    (tree, owners, reading) = (earlier.tree, earlier.owners, earlier.reading)
    let kits = known.kits
    known = earlier.known
    known.kits = kits
    guard let changed = takeIn(files, uploads), changed.allSatisfy({ settle($0) }) else { return false }
    let affected = changed.union(changed.flatMap { tree.descendants(of: $0) })
    guard let order = order(of: affected) else { return false }
    var concerned = Set(changed.flatMap { known.holders[$0] ?? [] })
    for name in affected {
      if let source = earlier.sources[name] { concerned.insert(source.name) }
      forget(name)
    }
    for name in order { read([name], by: .caller) }
    check(order, by: .caller)
    for name in changed { tree.move(name, from: earlier.themes[name]?.parent, to: outlines[name]?.parent) }
    // The documents that are new, gone or have changed.
    concerned.formUnion(known.documents.changedKeys(since: earlier.known.documents) { _, _ in false })
    report(concerned, leavingOut: affected)
    return true
  }

  /// The maximum number of changed documents. If more have changed, reading everything is no slower.
  private static var mostChanges: Int { 256 }

  /// Adds the documents that are new or have changed, and removes the missing ones. Returns the names of their themes;
  /// nil for documents that belong to others, or for too many.
  private mutating func takeIn(_ files: [SourceFile], _ uploads: [SourceFile]) -> Set<String>? {
    var names: Set<String> = []
    let changedFiles = files.part(unlike: known.files)
    let changedUploads = uploads.part(unlike: known.uploads)
    var present = files.count - changedFiles.count + uploads.count - changedUploads.count
    (known.files, known.uploads) = (files, uploads)
    let earlier = earlier
    let news = (changedFiles.map { ($0, false) } + changedUploads.map { ($0, true) }).filter {
      file, isUpload in
      guard let found = earlier?.known.documents[file.name] else { return true }
      present += 1
      return found.isUpload != isUpload || found.source != file
    }
    var gone: [KnownDocument] = []
    if present < known.documents.count {
      let given = Set(files.map(\.name) + uploads.map(\.name))
      gone = known.documents.values.filter { !given.contains($0.source.name) }
    }
    guard news.count + gone.count <= Self.mostChanges,
      news.allSatisfy({ KnownDocument.isAlone($0.0, in: dialects) })
    else { return nil }
    gone += news.compactMap { known.documents[$0.0.name] }
    for document in gone {
      guard document.isSimple else { return nil }
      names.formUnion(document.names)
      known.remove(document)
    }
    for (file, isUpload) in news {
      let document = KnownDocument(file, in: dialects, isUpload: isUpload) { _ in nil }
      guard document.isSimple else { return nil }
      names.formUnion(document.names)
      known.add(document.light(in: dialects))
      for outline in document.outlines { outlines[outline.name] = outline }
    }
    return known.documents.count == files.count + uploads.count ? names : nil
  }

  /// Decides which document a theme is read from. Returns false unless that is its upload, or the only file that has it.
  private mutating func settle(_ name: String) -> Bool {
    let holders = (known.holders[name] ?? []).compactMap { known.documents[$0] }
    let (uploads, files) = (holders.filter(\.isUpload), holders.filter { !$0.isUpload })
    guard Name.isValid(name), uploads.count <= 1, files.count <= 1, holders.allSatisfy(\.isSimple) else {
      return false
    }
    fileNames[name] = files.first?.source.name
    guard let winner = uploads.first ?? files.first else {
      outlines[name] = nil
      return true
    }
    if outlines[name]?.source != winner.source { outlines[name] = winner.outlines.first }
    return true
  }

  /// Returns the existing themes with parents first. Returns nil if a parent is missing, there is a circle,
  /// or a document has to be read together with others.
  private mutating func order(of affected: Set<String>) -> [String]? {
    for name in affected where outlines[name] == nil {
      guard let source = sources[name], let document = known.documents[source.name] else { continue }
      guard document.isAlone else { return nil }
      outlines[name] = document.outlines.first { $0.name == name }
    }
    let present = affected.filter { outlines[$0] != nil }
    let parents = present.compactMap { outlines[$0]?.parent }
    guard parents.allSatisfy({ affected.contains($0) ? outlines[$0] != nil : themes[$0] != nil }) else {
      return nil
    }
    let graph = ReferenceGraph(present.sorted()) { [outlines] name in
      outlines[name]?.parent.flatMap { affected.contains($0) ? [$0] : nil } ?? []
    }
    return graph.circles.isEmpty ? graph.order : nil
  }

  private mutating func report(_ files: Set<String>, leavingOut affected: Set<String>) {
    let found = Dictionary(grouping: problems, by: \.place.file)
    for file in files {
      guard let document = known.documents[file], !isHidden(document) else {
        reading[file] = []
        continue
      }
      let kept = document.names.filter { !affected.contains($0) }.compactMap { known.problems[$0] }
      reading[file] = document.problems + kept.flatMap { $0.reading + $0.family } + (found[file] ?? [])
    }
  }

  private func isHidden(_ document: KnownDocument) -> Bool {
    guard !document.isUpload, !document.names.isEmpty else { return false }
    return document.names.allSatisfy { name in
      (known.holders[name] ?? []).contains { known.documents[$0]?.isUpload ?? false }
    }
  }
}

extension [SourceFile] {
  /// Returns the range from the first to the last document that another list does not have at the same position: few if one of
  /// thousands has changed, since looking up each would take as long as reading one.
  fileprivate func part(unlike other: [SourceFile]) -> ArraySlice<SourceFile> {
    // The same list is equal at once, whatever its length.
    if self == other { return self[..<0] }
    let shared = Swift.min(count, other.count)
    var start = 0
    while start < shared, self[start] == other[start] { start += 1 }
    var rest = 0
    while rest < shared - start, self[count - 1 - rest] == other[other.count - 1 - rest] { rest += 1 }
    return self[start..<count - rest]
  }
}

extension KnownDocument {
  /// Indicates whether no other document has a part in it, and it has at most one theme.
  fileprivate var isSimple: Bool { isAlone && outlines.count <= 1 }
}

internal import Documents

/// Reading only what has changed since an earlier library.
extension LibraryReader {
  /// Reads the documents that have changed, with the themes in them and all that build on those, and takes everything
  /// else over. False where it is not as simple as that; then this reader has nothing to tell.
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
    for change in changed { moveToParent(change) }
    report(concerned.union(changedFiles(since: earlier)), leavingOut: affected)
    return true
  }

  /// The maximum number of changed documents. If more have changed, reading everything is no slower.
  private static var mostChanges: Int { 256 }

  /// Takes in the documents that are new or have changed, and lets go of those that are gone; the names of the themes
  /// in them. Nil for documents that stand together with others, or are too many.
  private mutating func takeIn(_ files: [SourceFile], _ uploads: [SourceFile]) -> Set<String>? {
    var names: Set<String> = []
    let changedFiles = files.part(unlike: known.files)
    let changedUploads = uploads.part(unlike: known.uploads)
    var present = files.count - changedFiles.count + uploads.count - changedUploads.count
    (known.files, known.uploads) = (files, uploads)
    let earlier = earlier
    func isKnown(_ file: SourceFile, isUpload: Bool) -> Bool {
      guard let found = earlier?.known.documents[file.name] else { return false }
      present += 1
      return found.isUpload == isUpload && found.source == file
    }
    let news =
      changedFiles.filter { !isKnown($0, isUpload: false) }.map { ($0, false) }
      + changedUploads.filter { !isKnown($0, isUpload: true) }.map { ($0, true) }
    var gone: [KnownDocument] = []
    if present < known.documents.count {
      let given = Set(files.map(\.name) + uploads.map(\.name))
      gone = known.documents.values.filter { !given.contains($0.source.name) }
    }
    guard news.count + gone.count <= Self.mostChanges,
      news.allSatisfy({ KnownDocument.isAlone($0.0, in: dialects) })
    else {
      return nil
    }
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

  /// Decides which document a theme is read from. False unless that is its upload, or the one file that has it.
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

  /// Parents first, those that are gone left out. Nil where a parent is missing or there is a circle, or where a
  /// document has to be read together with others.
  private mutating func order(of affected: Set<String>) -> [String]? {
    for name in affected where outlines[name] == nil {
      guard let source = sources[name], let document = known.documents[source.name] else { continue }
      guard document.isAlone else { return nil }
      outlines[name] = document.outlines.first { $0.name == name }
    }
    var order: [String] = []
    var done: Set<String> = []
    for name in affected.sorted() where outlines[name] != nil {
      var path: [String] = []
      var next: String? = name
      while let current = next, !done.contains(current) {
        guard affected.contains(current) else {
          guard themes[current] != nil else { return nil }
          break
        }
        guard let outline = outlines[current], path.count <= affected.count else { return nil }
        path.append(current)
        next = outline.parent
      }
      order += path.reversed()
      done.formUnion(path)
    }
    return order
  }

  private mutating func moveToParent(_ name: String) {
    let (old, new) = (earlier?.themes[name]?.parent, outlines[name]?.parent)
    guard old != new else { return }
    if let old { tree.remove(name, from: old) }
    if let new { tree.add(name, to: new) }
  }

  /// The documents that are new, gone or have changed.
  private func changedFiles(since earlier: Library) -> [String] {
    known.documents.changedKeys(since: earlier.known.documents) { _, _ in false }
  }

  /// Tells anew what was found in documents.
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

  /// Returns whether each of its themes was uploaded.
  private func isHidden(_ document: KnownDocument) -> Bool {
    guard !document.isUpload, !document.names.isEmpty else { return false }
    return document.names.allSatisfy { name in
      (known.holders[name] ?? []).contains { known.documents[$0]?.isUpload ?? false }
    }
  }
}

extension [SourceFile] {
  /// Returns the range from the first to the last document that another list has not in the same place: a few, if one
  /// of thousands was given anew, and to look each of them up would take as long as reading that one.
  fileprivate func part(unlike other: [SourceFile]) -> ArraySlice<SourceFile> {
    let shared = Swift.min(count, other.count)
    var start = 0
    while start < shared, self[start] == other[start] { start += 1 }
    var rest = 0
    while rest < shared - start, self[count - 1 - rest] == other[other.count - 1 - rest] { rest += 1 }
    return self[start..<count - rest]
  }
}

extension KnownDocument {
  /// A Boolean value that indicates whether it stands by itself and has one theme at most.
  fileprivate var isSimple: Bool { isAlone && outlines.count <= 1 }
}

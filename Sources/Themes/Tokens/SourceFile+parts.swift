extension SourceFile {
  /// One document is made of at most so many files with so many bytes.
  static let (mostParts, mostPartBytes) = (256, 16 << 20)

  /// The document together with the files that it refers to, and that these refer to: its bytes are then all of it in one.
  /// The same document where it refers to none, or is in a format of one file.
  ///
  /// - Parameter read: the bytes of a file, by its name; nil where it is not there. Asked once for each name. Names are
  ///   those of files in the document's folder and below.
  package func gathering<Failure: Error>(
    _ read: (String) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> SourceFile {
    guard parts.isEmpty, let (dialect, _) = Dialects.find(for: self),
      dialect.name == ResolverDialect.formatName,
      dialect.isOffered
    else { return self }
    var files = ResolverFiles(self)
    var found = [SourceFile(name: name, bytes: bytes, format: format)]
    var asked: Set<String> = []
    while !found.areTooMany {
      let wanted = files.wanted().filter { asked.insert($0).inserted }.sorted()
      guard !wanted.isEmpty else { break }
      for path in wanted where !found.areTooMany {
        guard let bytes = try read(folder + path) else { continue }
        found.append(SourceFile(name: folder + path, bytes: bytes))
        files.add(found[found.count - 1], number: found.count)
      }
    }
    guard found.count > 1 else { return self }
    var reader = ResolverReader(files)
    _ = reader.read()
    let bundle = ResolverBundle(found, following: reader.references, in: files)
    return SourceFile(
      name: name, bytes: bundle.text.bytes, format: format, parts: found, sections: bundle.text.sections)
  }
}

extension [SourceFile] {
  /// Whether these are more than one document may be made of.
  package var areTooMany: Bool {
    count > SourceFile.mostParts || reduce(0) { $0 + $1.bytes.count } > SourceFile.mostPartBytes
  }

  /// The documents of a folder, with those put together that are one in several files; a file that is a part of such a one
  /// is no document of its own.
  ///
  /// - Parameter read: as for one document; asked for what is not among these.
  package func gathered<Failure: Error>(
    _ read: (String) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> [SourceFile] {
    var documents: [SourceFile] = []
    var parts: Set<String> = []
    for file in StudioFolder.gathered(self) {
      let document = try file.gathering { (name: String) throws(Failure) -> [UInt8]? in
        if let own = first(where: { $0.name == name }) { return own.bytes }
        return try read(name)
      }
      parts.formUnion(document.parts.lazy.dropFirst().map(\.name))
      documents.append(document)
    }
    return parts.isEmpty ? documents : documents.filter { !parts.contains($0.name) }
  }
}

extension ResolverFiles {
  /// The paths of files that are referred to and not here.
  fileprivate mutating func wanted() -> Set<String> {
    var reader = ResolverReader(self)
    _ = reader.read()
    return reader.files.missing
  }
}

package import Documents

/// The formats that themes are read from.
package struct Dialects: Sendable {
  /// Their order counts where endings overlap: the first that fits a name reads it.
  package let list: [any Dialect]
  private let guess: @Sendable (SourceFile) -> String?

  /// The formats that a client can choose, Livery's own first, then the others by name.
  package let formats: [ThemeFormat]

  /// The endings of documents' names, such as `.json`, each once.
  package let endings: [String]

  /// Livery's own format alone.
  package static let livery = Dialects([LiveryDialect()]) { _ in nil }

  /// - Parameter guess: returns the name of the format that a document seems to be in by its content.
  package init(_ list: [any Dialect], guessing guess: @escaping @Sendable (SourceFile) -> String?) {
    self.list = list
    self.guess = guess
    let formats = list.filter(\.isOffered).compactMap { dialect in
      dialect.suffixes.first.map { ThemeFormat(name: dialect.name, suffix: $0) }
    }
    self.formats =
      formats.filter { $0.name == LiveryDialect.formatName }
      + formats.filter { $0.name != LiveryDialect.formatName }.sorted { $0.name < $1.name }
    let endings = list.flatMap(\.suffixes).compactMap { suffix in
      suffix.lastIndex(of: ".").map { String(suffix[$0...]) }
    }
    self.endings = Set(endings).sorted()
  }

  /// The dialect of a file, with the part of its base name before the ending.
  package func find(for file: SourceFile) -> (dialect: any Dialect, name: String)? {
    let base = file.baseName
    for dialect in list where file.format == nil || dialect.name == file.format {
      for suffix in dialect.suffixes where Self.endsIgnoringCase(base, suffix) {
        return (dialect, String(base.dropLast(suffix.count)))
      }
    }
    guard let format = file.format, let dialect = list.first(where: { $0.name == format && $0.isOffered })
    else { return nil }
    return (dialect, Self.stem(of: base))
  }

  /// A file's name without its last ending.
  private static func stem(of base: Substring) -> String {
    guard let dot = base.lastIndex(of: "."), dot > base.startIndex else { return String(base) }
    return String(base[..<dot])
  }

  private static func endsIgnoringCase(_ name: Substring, _ suffix: String) -> Bool {
    name.utf8.count >= suffix.utf8.count && name.lowercased().hasSuffix(suffix.lowercased())
  }
}

// MARK: Documents in several files

extension Dialects {
  /// The documents of a folder, with those put together that are one in several files; a file that is a part of such a one
  /// is no document of its own.
  ///
  /// - Parameters:
  ///   - isArchive: whether folders that are one document may have any name.
  ///   - read: returns the bytes of a file that is not among these.
  package func gathered<Failure: Error>(
    _ files: [SourceFile], isArchive: Bool = false, _ read: (String) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> [SourceFile] {
    let files = isArchive ? list.reduce(files) { $1.foldersGathered($0, isArchive: true) } : files
    var gathered = list.reduce(files) { $1.foldersGathered($0, isArchive: false) }
    var parts: Set<String> = []
    for index in gathered.indices {
      gathered[index] = try self.gathered(gathered[index]) { (name: String) throws(Failure) -> [UInt8]? in
        if let own = files.first(where: { $0.name == name }) { return own.bytes }
        return try read(name)
      }
      parts.formUnion(gathered[index].parts.lazy.dropFirst().map(\.name))
    }
    return parts.isEmpty ? gathered : gathered.filter { !parts.contains($0.name) }
  }

  /// The document together with the files that it refers to, and that these refer to: its bytes are then all of it in one.
  /// The same document where it refers to none, or is in a format of one file.
  ///
  /// - Parameter read: the bytes of a file, by its name; nil where it is not there. Asked once for each name. Names are
  ///   those of files in the document's folder and below.
  package func gathered<Failure: Error>(
    _ file: SourceFile, _ read: (String) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> SourceFile {
    guard file.parts.isEmpty, let (dialect, _) = find(for: file), dialect.isOffered else { return file }
    return try dialect.gathered(file, read)
  }
}

// MARK: Formats by name

extension Dialects {
  /// What files of themes end in, such as `.metheme.json`: those of each format side by side.
  package var suffixes: [String] {
    formats.flatMap { format in
      list.filter { $0.isOffered && $0.name == format.name }.flatMap(\.suffixes).filter {
        $0.hasPrefix(".")
      }
    }
  }

  package func named(_ name: some StringProtocol) -> ThemeFormat? { formats.first { $0.name == name } }

  /// The format of a file and what its theme is called: by what somebody said of it, else by its name, else by what is in
  /// it. Nil where nothing fits.
  package func recognized(
    _ file: SourceFile
  ) -> (format: ThemeFormat, theme: String, isByContent: Bool)? {
    guard let (dialect, name) = find(for: file) else {
      guard let guess = guess(file) else { return nil }
      return recognized(SourceFile(name: file.name, bytes: file.bytes, format: guess))
        .map { ($0.format, $0.theme, true) }
    }
    // Any JSON is called like a theme of Livery's own.
    let isVague = file.format == nil && dialect.name == LiveryDialect.formatName
    let guess = isVague ? guess(file) : nil
    let isOther = guess.map { $0 != dialect.name } ?? false
    guard let format = named(isOther ? guess ?? "" : dialect.name) else { return nil }
    return (format, name, isOther)
  }

  /// Whether a file only goes with another one.
  package func isCompanion(_ file: SourceFile) -> Bool {
    find(for: SourceFile(name: file.name, bytes: [])).map { !$0.dialect.isOffered } ?? false
  }

  /// What to say where there is no format of that name.
  package func unknown(_ name: some StringProtocol) -> String {
    let names = formats.map(\.name)
    let nearest = NearestName.of(name, among: names).map { "did you mean '\($0)'?" }
    return "There is no format \(Quoted.name(name)); \(nearest ?? "there are \(Quoted.list(names)).")"
  }

  /// The names of files that go with this one where they lie beside it.
  package func companionNames(of file: SourceFile) -> [String] {
    guard let (dialect, name) = find(for: file) else { return [] }
    return dialect.companionSuffixes.map { file.folder + name + $0 }
  }
}

package import Documents

package struct Dialects: Sendable {
  /// The formats; where endings overlap, the first that fits a name reads it.
  package let list: [any Dialect]
  private let guess: @Sendable (SourceFile) -> (name: String, reason: String)?

  /// The formats that a client can choose, Livery's own first, then the others by name.
  package let formats: [ThemeFormat]

  /// The endings of documents' names, such as `.json`, each once.
  package let endings: [String]

  package static let livery = Dialects([LiveryDialect()]) { _ in nil }

  /// - Parameter guess: returns the name of the format that a document seems to be in by its content, and why.
  package init(
    _ list: [any Dialect],
    guessing guess: @escaping @Sendable (SourceFile) -> (name: String, reason: String)?
  ) {
    self.list = list
    self.guess = guess
    let formats = list.filter(\.isOffered).compactMap { dialect in
      dialect.suffixes.first.map { ThemeFormat(name: dialect.name, suffix: $0) }
    }
    let own = LiveryDialect.formatName
    self.formats =
      formats.filter { $0.name == own } + formats.filter { $0.name != own }.sorted { $0.name < $1.name }
    let endings = list.flatMap(\.suffixes).compactMap { suffix in
      suffix.lastIndex(of: ".").map { String(suffix[$0...]) }
    }
    self.endings = Set(endings + [".json5", ".jsonc"]).sorted()
  }

  /// Returns the dialect of a file, with the part of its base name before the ending.
  package func find(for file: SourceFile) -> (dialect: any Dialect, name: String)? {
    let base = JSON5.plainName(file.baseName)
    for dialect in list where file.format == nil || dialect.name == file.format {
      for suffix in dialect.suffixes where Self.endsIgnoringCase(base, suffix) {
        return (dialect, String(base.dropLast(suffix.count)))
      }
    }
    guard let format = file.format, let dialect = list.first(where: { $0.name == format && $0.isOffered })
    else { return nil }
    let dot = base.lastIndex(of: ".").flatMap { $0 > base.startIndex ? $0 : nil }
    return (dialect, String(base[..<(dot ?? base.endIndex)]))
  }

  private static func endsIgnoringCase(_ name: Substring, _ suffix: String) -> Bool {
    name.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
      $0.asciiLowercased == $1.asciiLowercased
    }
  }

  /// Returns the documents of a folder: those in several files are put together, and their parts left out.
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

  /// Returns a document together with the files that it refers to, and that these refer to, as one; a document without such
  /// files unchanged.
  ///
  /// - Parameter read: returns the bytes of a file in the document's folder or below, or nil if it doesn't exist. It is called
  ///   once for each name.
  package func gathered<Failure: Error>(
    _ file: SourceFile, _ read: (String) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> SourceFile {
    guard file.parts.isEmpty, let (dialect, _) = find(for: file), dialect.isOffered else { return file }
    return try dialect.gathered(file, read)
  }

  /// The endings of the names of themes' files, such as `.metheme.json`, in the order of the formats.
  package var suffixes: [String] {
    formats.flatMap { format in
      list.filter { $0.isOffered && $0.name == format.name }.flatMap(\.suffixes).filter { $0.hasPrefix(".") }
    }
  }

  package func named(_ name: some StringProtocol) -> ThemeFormat? { formats.first { $0.name == name } }

  /// Returns the format of a file and the name of its theme: by the format that it was given, its name, or its content. Returns
  /// nil if none fits. The reason is nil unless the content determines the format.
  package func recognized(_ file: SourceFile) -> (format: ThemeFormat, theme: String, reason: String?)? {
    guard let (dialect, name) = find(for: file) else {
      guard let guess = guess(file) else { return nil }
      return recognized(SourceFile(name: file.name, bytes: file.bytes, format: guess.name))
        .map { ($0.format, $0.theme, guess.reason) }
    }
    // Any JSON file has a name that fits a theme of Livery's own.
    let isVague = file.format == nil && dialect.name == LiveryDialect.formatName
    let other = isVague ? guess(file).flatMap { $0.name == dialect.name ? nil : $0 } : nil
    guard let format = named(other?.name ?? dialect.name) else { return nil }
    return (format, name, other?.reason)
  }

  package func isCompanion(_ file: SourceFile) -> Bool {
    find(for: SourceFile(name: file.name, bytes: [])).map { !$0.dialect.isOffered } ?? false
  }

  package func unknown(_ name: some StringProtocol) -> String {
    let names = formats.map(\.name)
    let nearest = NearestName.of(name, among: names).map { "did you mean '\($0)'?" }
    return "There is no format \(Quoted.name(name)); \(nearest ?? "there are \(Quoted.list(names)).")"
  }

  /// Returns the names of the files that may lie beside this one and go with it.
  package func companionNames(of file: SourceFile) -> [String] {
    guard let (dialect, name) = find(for: file) else { return [] }
    return dialect.companionSuffixes.map { file.folder + name + $0 }
  }
}

package struct ThemeFormat: Sendable, Hashable {
  package let name: String
  package let suffix: String

  package func fileName(for theme: String) -> String { theme + suffix }
}

/// Livery's own format: `NAME.json`, with one theme in each file.
package struct LiveryDialect: Dialect {
  package static let formatName = "livery"

  package let name = formatName
  package let suffixes = [".json"]

  package init() {}

  package func outlines(
    of file: SourceFile, named name: String, beside: (String) -> SourceFile?
  ) -> (themes: [ThemeOutline], problems: [Problem]) {
    let (root, problems) = JSONReader.read(file)
    guard let root else { return ([], problems) }
    var decoder = ObjectDecoder()
    guard let members = decoder.members(of: root, "a theme", allowed: ThemeReader.members) else {
      return ([], problems + decoder.diagnostics.problems)
    }
    let kit = members["kit"].flatMap { decoder.string($0, "'kit'") }
    let parent = members["extends"].flatMap { decoder.string($0, "'extends'") }
    let outline = ThemeOutline(
      name: name, parent: parent, kit: kit, nameSpot: SourceAnchor(root),
      parentSpot: SourceAnchor(members["extends"] ?? root),
      kitSpot: SourceAnchor(members["kit"] ?? root), source: file
    ) { surroundings in
      var reader = ThemeReader(surroundings, members)
      let theme = reader.read(named: name, parent: parent, in: file.name)
      return (theme, reader.diagnostics.problems)
    }
    return ([outline], problems + decoder.diagnostics.problems)
  }
}

/// The files beside themes of a format, which are read with them and have no themes of their own.
package struct CompanionDialect: Dialect {
  package let name: String
  package let suffixes: [String]
  package let isOffered = false
  /// The endings of the names of files with themes.
  private let themeSuffixes: [String]

  package init(of dialect: some Dialect) {
    (name, suffixes, themeSuffixes) = (dialect.name, dialect.companionSuffixes, dialect.suffixes)
  }

  package func outlines(
    of file: SourceFile, named name: String, beside: (String) -> SourceFile?
  ) -> (themes: [ThemeOutline], problems: [Problem]) {
    let themes = themeSuffixes.map { name + $0 }
    guard themes.allSatisfy({ beside($0) == nil }) else { return ([], []) }
    let problem = Problem(
      code: "missing-theme", place: SourceLocation(file: file.name, line: 1, column: 1),
      message: "This belongs to \(Quoted.name(themes[0])), which is not here.")
    return ([], [problem])
  }
}

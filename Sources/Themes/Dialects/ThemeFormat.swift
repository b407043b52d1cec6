/// A format of themes that somebody can choose by name, as `?format=` and `--from` do.
package struct ThemeFormat: Sendable, Hashable {
  /// Such as `metheme`.
  package let name: String
  /// What files of it end in.
  package let suffix: String

  /// Livery's own first, then the others by name.
  package static let all: [ThemeFormat] = {
    let formats = Dialects.all.filter(\.isOffered).compactMap { dialect in
      dialect.suffixes.first.map { ThemeFormat(name: dialect.name, suffix: $0) }
    }
    let own = formats.filter { $0.name == LiveryDialect.formatName }
    return own + formats.filter { $0.name != LiveryDialect.formatName }.sorted { $0.name < $1.name }
  }()

  /// What files of themes end in, such as `.metheme.json`: those of each format side by side.
  static let suffixes: [String] = all.flatMap { format in
    Dialects.all.filter { $0.isOffered && $0.name == format.name }.flatMap(\.suffixes).filter {
      $0.hasPrefix(".")
    }
  }

  package static func named(_ name: some StringProtocol) -> ThemeFormat? { all.first { $0.name == name } }

  /// The format of a file and what its theme is called: by what somebody said of it, else by its name, else by what is in
  /// it. Nil where nothing fits.
  package static func recognized(
    _ file: SourceFile
  ) -> (format: ThemeFormat, theme: String, isByContent: Bool)? {
    guard let (dialect, name) = Dialects.find(for: file) else {
      guard let guess = FormatGuess.format(of: file) else { return nil }
      return recognized(SourceFile(name: file.name, bytes: file.bytes, format: guess))
        .map { ($0.format, $0.theme, true) }
    }
    // Any JSON is called like a theme of Livery's own.
    let isVague = file.format == nil && dialect.name == LiveryDialect.formatName
    let guess = isVague ? FormatGuess.format(of: file) : nil
    let isOther = guess.map { $0 != dialect.name } ?? false
    guard let format = named(isOther ? guess ?? "" : dialect.name) else { return nil }
    return (format, name, isOther)
  }

  /// Whether a file only goes with another one.
  package static func isCompanion(_ file: SourceFile) -> Bool {
    Dialects.find(for: SourceFile(name: file.name, bytes: [])).map { !$0.dialect.isOffered } ?? false
  }

  /// What to say where there is no format of that name.
  package static func unknown(_ name: some StringProtocol) -> String {
    let names = all.map(\.name)
    let nearest = NearestName.of(name, among: names).map { "did you mean '\($0)'?" }
    return "There is no format \(Quoted.name(name)); \(nearest ?? "there are \(Quoted.list(names)).")"
  }

  /// What the names of documents end in, such as `.json`, each once.
  package static let endings: [String] = {
    let endings = Dialects.all.flatMap(\.suffixes).compactMap { suffix in
      suffix.lastIndex(of: ".").map { String(suffix[$0...]) }
    }
    return Set(endings).sorted()
  }()

  /// The names of files that go with this one where they lie beside it.
  package static func companionNames(of file: SourceFile) -> [String] {
    guard let (dialect, name) = Dialects.find(for: file) else { return [] }
    return dialect.companionSuffixes.map { file.folder + name + $0 }
  }

  /// The name that a file of this format has when it holds a theme of that name.
  package func fileName(for theme: String) -> String { theme + suffix }
}

/// The formats that are read, and which one a file is in.
enum Dialects {
  /// Their order counts where endings overlap: the first that fits a name reads it.
  static let all: [any Dialect] = [
    CompanionDialect(of: METhemeDialect()),
    CompanionDialect(of: TokensDialect()),
    CompanionDialect(of: ResolverDialect()),
    ResolverDialect(),
    CompanionDialect(of: StudioDialect()),
    StudioDialect(),
    TokensDialect(),
    METhemeDialect(),
    SwiftThemeDialect(),
    DKColorTableDialect(),
    LiveryDialect(),
  ]

  /// The dialect of a file, with the part of its base name before the ending.
  static func find(for file: SourceFile) -> (dialect: any Dialect, name: String)? {
    let base = file.baseName
    for dialect in all where file.format == nil || dialect.name == file.format {
      for suffix in dialect.suffixes where endsIgnoringCase(base, suffix) {
        return (dialect, String(base.dropLast(suffix.count)))
      }
    }
    guard let format = file.format, let dialect = all.first(where: { $0.name == format && $0.isOffered })
    else { return nil }
    return (dialect, stem(of: base))
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

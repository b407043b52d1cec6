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

  package static func named(_ name: some StringProtocol) -> ThemeFormat? { all.first { $0.name == name } }

  /// The format that a file's name tells; nil when it tells none.
  package static func of(_ file: SourceFile) -> ThemeFormat? {
    Dialects.find(for: file).flatMap { named($0.dialect.name) }
  }

  /// The names of files that go with this one where they lie beside it.
  package static func companionNames(of file: SourceFile) -> [String] {
    guard let (dialect, name) = Dialects.find(for: file) else { return [] }
    let folder = file.name.dropLast(file.baseName.count)
    return dialect.companionSuffixes.map { folder + name + $0 }
  }

  /// The name that a file of this format has when it holds a theme of that name.
  package func fileName(for theme: String) -> String { theme + suffix }
}

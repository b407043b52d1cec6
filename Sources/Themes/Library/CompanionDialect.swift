package import Documents

/// The files beside themes of a format, which are read with them and are no themes themselves.
package struct CompanionDialect: Dialect {
  package let name: String
  package let suffixes: [String]
  package let isOffered = false
  /// What the names of the themes end in.
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

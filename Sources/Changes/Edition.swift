package import Resolution
package import Themes

/// What the server was given to serve: the files of `Config/`, as somebody else read them.
package struct ThemeFiles: Sendable {
  package let kits: [SourceFile]
  package let themes: [SourceFile]
  package let images: ImageFolder

  package init(kits: [SourceFile], themes: [SourceFile], images: ImageFolder) {
    self.kits = kits
    self.themes = themes
    self.images = images
  }
}

/// All themes at one moment, files and uploads together, checked and compiled.
package final class Edition: Sendable {
  package let files: ThemeFiles
  /// The files alone, so that an upload can be taken back.
  package let base: Library
  package let library: Library
  package let catalog: Catalog

  /// What is wrong with the documents.
  package struct Rejected: Error, Sendable, Hashable {
    package let problems: [Problem]

    package init(problems: [Problem]) { self.problems = problems }
  }

  /// Reads everything anew; what is as it was in an earlier edition is not compiled again.
  package convenience init(
    files: ThemeFiles, uploads: some Collection<Upload>, reusing earlier: Edition? = nil
  ) throws(Rejected) {
    let base = Library.read(kits: files.kits, themes: files.themes)
    let library = uploads.sorted { ($0.at, $0.name) < ($1.at, $1.name) }
      .reduce(base) { $0.replacing($1.source) }
    try self.init(files: files, base: base, library: library, reusing: earlier?.catalog)
  }

  /// The same with one upload more, or another in its place.
  package func adding(_ upload: Upload) throws(Rejected) -> Edition {
    try Edition(files: files, base: base, library: library.replacing(upload.source), reusing: catalog)
  }

  /// The same without an upload: the file of that name shows again where there is one.
  package func removing(upload name: String) throws(Rejected) -> Edition {
    guard let file = base.sources[name] else {
      return try Edition(files: files, base: base, library: library.removing(theme: name), reusing: catalog)
    }
    return try Edition(files: files, base: base, library: library.replacing(file), reusing: catalog)
  }

  private init(
    files: ThemeFiles, base: Library, library: Library, reusing earlier: Catalog?
  ) throws(Rejected) {
    guard !library.hasErrors else { throw Rejected(problems: library.problems) }
    self.files = files
    self.base = base
    self.library = library
    do {
      catalog = try Catalog(library, images: files.images, reusing: earlier)
    } catch {
      throw Rejected(problems: [error.problem(in: library)])
    }
  }

  /// What shows where nobody has chosen: the preferred theme, else `default`, else the first by name.
  package func defaultTheme(preferring preferred: String?) -> String? {
    [preferred, "default"].compactMap { $0 }.first { library.themes[$0] != nil } ?? library.themes.keys.min()
  }

  /// The themes that build on this one, by name.
  package func descendants(of name: String) -> [String] {
    library.themes.keys.filter { other in
      other != name && Outline.chain(of: other, in: library).contains { $0.name == name }
    }.sorted()
  }
}

extension Upload {
  package var source: SourceFile { SourceFile(name: "uploads/\(file)", bytes: bytes) }
}

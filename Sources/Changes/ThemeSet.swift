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
package final class ThemeSet: Sendable {
  package let files: ThemeFiles
  /// The files alone, so that an upload can be taken back.
  package let base: Library
  private let uploads: [String: Upload]
  package let library: Library
  package let catalog: Catalog

  /// What is wrong with the documents.
  package struct LoadError: Error, Sendable, Hashable {
    package let problems: [Problem]

    package init(problems: [Problem]) { self.problems = problems }
  }

  /// Reads everything anew; what is as it was in an earlier set of themes is not compiled again.
  package convenience init(
    files: ThemeFiles, uploads: some Collection<Upload>, reusing earlier: ThemeSet? = nil
  ) throws(LoadError) {
    let base = Library.read(kits: files.kits, themes: files.themes)
    try self.init(
      files: files, base: base, uploads: Dictionary(uploads.map { ($0.name, $0) }) { $1 },
      reusing: earlier?.catalog)
  }

  /// The same with one upload more, or another in its place.
  package func adding(_ upload: Upload) throws(LoadError) -> ThemeSet {
    var uploads = uploads
    uploads[upload.name] = upload
    return try ThemeSet(files: files, base: base, uploads: uploads, reusing: catalog)
  }

  /// The same without an upload: the file of that name shows again where there is one.
  package func removing(upload name: String) throws(LoadError) -> ThemeSet {
    var uploads = uploads
    uploads[name] = nil
    return try ThemeSet(files: files, base: base, uploads: uploads, reusing: catalog)
  }

  /// What reading everything finds with one upload more.
  package func trying(_ upload: Upload) -> Library {
    var uploads = uploads
    uploads[upload.name] = upload
    return Self.library(files, base, uploads)
  }

  /// All documents, an upload in place of the file whose themes it has.
  private static func library(_ files: ThemeFiles, _ base: Library, _ uploads: [String: Upload]) -> Library {
    guard !uploads.isEmpty else { return base }
    return Library.read(
      kits: files.kits, themes: files.themes,
      uploads: uploads.values.sorted { $0.name < $1.name }.map(\.source))
  }

  private init(
    files: ThemeFiles, base: Library, uploads: [String: Upload], reusing earlier: Catalog?
  ) throws(LoadError) {
    let library = Self.library(files, base, uploads)
    guard !library.hasErrors else { throw LoadError(problems: library.problems) }
    let absences = uploads.values.compactMap { $0.absence(in: library) }
    guard absences.isEmpty else { throw LoadError(problems: absences) }
    self.files = files
    self.base = base
    self.uploads = uploads
    self.library = library
    do {
      catalog = try Catalog(library, images: files.images, reusing: earlier)
    } catch {
      throw LoadError(problems: [error.problem(in: library)])
    }
  }

  /// What shows where nobody has chosen: the preferred theme, else `default`, else the first by name.
  package func defaultTheme(preferring preferred: String?) -> String? {
    [preferred, "default"].compactMap { $0 }.first { library.themes[$0] != nil } ?? library.themes.keys.min()
  }

  /// The themes that build on this one, by name.
  package func descendants(of name: String) -> [String] {
    library.themes.keys.filter { other in
      other != name && ThemeFingerprints.chain(of: other, in: library).contains { $0.name == name }
    }.sorted()
  }
}

extension Upload {
  package var source: SourceFile { SourceFile(name: "uploads/\(file)", bytes: bytes) }

  /// What is wrong when a document was sent for a theme that it does not have; some formats name their themes
  /// inside.
  package func absence(in library: Library) -> Problem? {
    guard !library.hasErrors, library.sources[name]?.name != source.name else { return nil }
    let names = library.sources.filter { $0.value.name == source.name }.keys.sorted()
    return Problem(
      code: "missing-theme", place: Place(file: source.name, line: 1, column: 1),
      message:
        "This document has no theme '\(name)'; send it as one that it has: \(names.joined(separator: ", ")).")
  }
}

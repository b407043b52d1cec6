internal import Checks
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
  private let uploads: [String: Upload]
  /// What came by HTTP, by the files' names, each with the fingerprint of its bytes.
  private let uploadedImages: [String: String]
  package let catalog: Catalog

  package var library: Library { catalog.library }

  /// What is wrong with the documents.
  package struct LoadError: Error, Sendable, Hashable {
    package let problems: [Problem]

    package init(problems: [Problem]) { self.problems = problems }
  }

  /// Reads everything anew; what is as it was in an earlier set of themes is not compiled again.
  /// - Parameter images: the fingerprints of uploaded images, by the files' names.
  package convenience init(
    files: ThemeFiles, uploads: some Collection<Upload>, images: [String: String] = [:],
    reusing earlier: ThemeSet? = nil, by crew: Crew = .alone
  ) throws(LoadError) {
    let uploads = Dictionary(uploads.map { ($0.name, $0) }) { $1 }
    let library = Self.library(files, uploads, knowing: earlier?.library, by: crew)
    try self.init(
      files: files, uploads: uploads, images: images, library, reusing: earlier?.catalog, by: crew)
  }

  /// The same with one document more, or another in its place, and with these images.
  /// - Parameters:
  ///   - named: the themes that problems may name in place of wrong names; nil for all.
  ///   - limit: how many names all uploads together may have.
  package func adding(
    _ upload: Upload?, images: [UploadedImage] = [], naming named: Set<String>? = nil,
    limit: Int = mostUploadedNames
  ) throws(LoadError) -> ThemeSet {
    var (uploads, uploadedImages) = (uploads, uploadedImages)
    if let upload { uploads[upload.name] = upload }
    for image in images { uploadedImages[image.file] = image.fingerprint }
    let library = Self.library(files, uploads, knowing: self.library, naming: named)
    if let upload, let problem = excess(of: upload, uploads, library, limit) {
      throw LoadError(problems: [problem])
    }
    return try ThemeSet(files: files, uploads: uploads, images: uploadedImages, library, reusing: catalog)
  }

  /// The same without an uploaded image: the file of that name shows again where there is one.
  package func removing(image file: String) throws(LoadError) -> ThemeSet {
    var uploadedImages = uploadedImages
    uploadedImages[file] = nil
    return try ThemeSet(files: files, uploads: uploads, images: uploadedImages, library, reusing: catalog)
  }

  /// The same without an upload: the file of that name shows again where there is one.
  package func removing(upload name: String) throws(LoadError) -> ThemeSet {
    var uploads = uploads
    uploads[name] = nil
    let library = Self.library(files, uploads, knowing: library)
    return try ThemeSet(files: files, uploads: uploads, images: uploadedImages, library, reusing: catalog)
  }

  /// What reading everything finds with one upload more.
  /// - Parameter named: the themes that problems may name in place of wrong names; nil for all.
  package func trying(
    _ upload: Upload, naming named: Set<String>?, limit: Int = mostUploadedNames
  ) -> Library {
    var uploads = uploads
    uploads[upload.name] = upload
    let library = Self.library(files, uploads, knowing: self.library, naming: named)
    guard let problem = excess(of: upload, uploads, library, limit) else {
      let images = files.images.adding(uploadedImages)
      return Catalog.checking(library, images: images, reusing: catalog).library
    }
    var found = library.found
    found[problem.place.file] += [problem]
    return library.with(found)
  }

  /// How many colors, images, values and rules all uploads together may have, those of their parents counted for each:
  /// each theme is compiled with all that it inherits.
  package static let mostUploadedNames = 4_000_000

  /// What is wrong with an upload where uploads come to so many by it.
  private func excess(
    of upload: Upload, _ uploads: [String: Upload], _ library: Library, _ limit: Int
  ) -> Problem? {
    func count(_ library: Library, _ uploads: [String: Upload]) -> Int {
      library.nameCount(ofFamilies: uploads.values.flatMap { library.themes(in: $0.source.name) })
    }
    let total = count(library, uploads)
    guard total > limit, total > count(self.library, self.uploads) else { return nil }
    return Problem(
      code: "too-many-names", place: SourceLocation(file: upload.source.name, line: 1, column: 1),
      message:
        "With this document all uploaded themes together would have \(total) colors, images, values and rules, "
        + "those of their parents counted for each (limit \(limit)). Delete some, or have fewer of them "
        + "extend large ones.")
  }

  /// All documents, an upload in place of the file whose themes it has.
  private static func library(
    _ files: ThemeFiles, _ uploads: [String: Upload], knowing earlier: Library?,
    naming named: Set<String>? = nil, by crew: Crew = .alone
  ) -> Library {
    Library.read(
      kits: files.kits, themes: files.themes,
      uploads: uploads.values.sorted { $0.name < $1.name }.map(\.source), knowing: earlier, naming: named,
      by: crew)
  }

  private init(
    files: ThemeFiles, uploads: [String: Upload], images: [String: String], _ library: Library,
    reusing earlier: Catalog?, by crew: Crew = .alone
  ) throws(LoadError) {
    let catalog = Catalog.checking(
      library, images: files.images.adding(images), reusing: earlier, by: crew)
    guard !catalog.library.hasErrors else { throw LoadError(problems: catalog.library.problems) }
    let absences = uploads.values.compactMap { $0.absence(in: catalog.library) }
    guard absences.isEmpty else { throw LoadError(problems: absences) }
    self.files = files
    self.uploads = uploads
    uploadedImages = images
    self.catalog = catalog
  }

  /// Whether a theme's upload is the one that is served; nil for none.
  func serves(_ upload: Upload?, as theme: String) -> Bool { uploads[theme] == upload }

  /// What shows where nobody has chosen: the preferred theme, else `default`, else the first by name.
  package func defaultTheme(preferring preferred: String?) -> String? {
    [preferred, "default"].compactMap { $0 }.first { library.themes[$0] != nil } ?? library.themes.keys.min()
  }

  /// The themes that another set has in another form, or that only one of both has; in ascending order.
  func changes(from other: ThemeSet) -> [String] {
    catalog.themes.changedKeys(since: other.catalog.themes) { $0 === $1 }.sorted()
  }

  /// Whether a theme is the very same as in another set.
  func shares(_ theme: String, with other: ThemeSet) -> Bool { catalog.shares(theme, with: other.catalog) }

  /// The themes that build on this one, by name.
  package func descendants(of name: String) -> [String] {
    library.tree.descendants(of: name).sorted()
  }
}

extension Upload {
  /// Stands before the names of uploaded documents.
  package static let folder = "uploads/"

  package var source: SourceFile { SourceFile(name: Self.folder + file, bytes: bytes) }

  /// What is wrong when a document was sent for a theme that it does not have; some formats name their themes
  /// inside.
  package func absence(in library: Library) -> Problem? {
    guard !library.hasErrors, library.sources[name]?.name != source.name else { return nil }
    let names = library.themes(in: source.name).sorted()
    return Problem(
      code: "missing-theme", place: SourceLocation(file: source.name, line: 1, column: 1),
      message:
        "This document has no theme '\(name)'; send it as one that it has: \(names.joined(separator: ", ")).")
  }
}

extension ThemeFiles {
  /// Tells these files from others: kits, themes, the names and bytes of images, and what shows where nobody has chosen.
  func fingerprint(defaultTheme: String?) -> Fingerprint {
    var fingerprint = Fingerprint()
    for source in (kits + themes).sorted(by: { $0.name < $1.name }) {
      fingerprint.add(source.name)
      fingerprint.add(source.bytes)
    }
    for image in images.allFiles {
      fingerprint.add(image.name)
      fingerprint.add(image.fingerprint)
    }
    fingerprint.add(defaultTheme)
    return fingerprint
  }
}

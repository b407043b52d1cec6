internal import Checks
package import Documents
package import Resolution
internal import Synchronization
package import Themes

/// The files of `Config/` that the server serves, already read.
package struct ThemeFiles: Sendable {
  package let kits: [SourceFile]
  package let themes: [SourceFile]
  package let images: ImageFolder
  /// The formats that themes are read in.
  package let dialects: Dialects

  package init(kits: [SourceFile], themes: [SourceFile], images: ImageFolder, dialects: Dialects) {
    (self.kits, self.themes, self.images, self.dialects) = (kits, themes, images, dialects)
  }
}

/// The themes at one moment, from files and uploads, checked and compiled.
package final class ThemeSet: Sendable {
  package let files: ThemeFiles
  private let uploads: [String: Upload]
  /// The digests of uploaded images and fonts by the names of their files.
  private let uploadedImages: [String: FileDigest]
  package let catalog: Catalog
  /// The findings about drafts, by the identifiers of the drafts.
  private let knownFindings = Mutex<[String: DraftFindings]>([:])

  package var library: Library { catalog.library }

  /// The errors of the documents.
  package struct LoadError: Error, Sendable, Hashable {
    package let problems: [Problem]

    package init(problems: [Problem]) { self.problems = problems }
  }

  /// Reads all documents. Themes that are unchanged since an earlier set of themes are not compiled again.
  /// - Parameter images: the digests of uploaded images and fonts by the names of their files.
  package convenience init(
    files: ThemeFiles, uploads: some Collection<Upload>, images: [String: FileDigest] = [:],
    reusing earlier: ThemeSet? = nil, by pool: WorkerPool = .caller
  ) throws(LoadError) {
    let uploads = Dictionary(uploads.map { ($0.name, $0) }) { $1 }
    let library = Self.library(files, uploads, knowing: earlier?.library, by: pool)
    try self.init(
      files: files, uploads: uploads, images: images, library, reusing: earlier?.catalog, by: pool)
  }

  /// Returns a set with one more or another document, and with these images.
  /// - Parameters:
  ///   - named: the themes that problems may suggest in place of wrong names; nil for all.
  ///   - query: the query in the URLs of those of the images that are new.
  ///   - limit: the number of names that all uploads together may have.
  package func adding(
    _ upload: Upload?, images: [UploadedImage] = [], query: String = "", naming named: Set<String>? = nil,
    limit: Int = mostUploadedNames
  ) throws(LoadError) -> ThemeSet {
    var (uploads, uploadedImages) = (uploads, uploadedImages)
    if let upload { uploads[upload.name] = upload }
    for image in images { uploadedImages[image.file] = image.digest }
    let library = Self.library(files, uploads, knowing: self.library, naming: named)
    if let upload, let problem = excess(of: upload, uploads, library, limit) {
      throw LoadError(problems: [problem])
    }
    let new =
      query.isEmpty
      ? [] : images.filter { catalog.images.file(named: $0.file)?.fingerprint != $0.fingerprint }
    return try ThemeSet(
      files: files, uploads: uploads, images: uploadedImages, library, reusing: catalog
    ) { $0.asking(query, for: Set(new.map(\.file))) }
  }

  /// Returns the set without an uploaded image; the file of its name shows again if there is one.
  package func removing(image file: String) throws(LoadError) -> ThemeSet {
    var uploadedImages = uploadedImages
    uploadedImages[file] = nil
    return try ThemeSet(files: files, uploads: uploads, images: uploadedImages, library, reusing: catalog)
  }

  /// Returns the set without an upload; the file of its name shows again if there is one.
  package func removing(upload name: String) throws(LoadError) -> ThemeSet {
    var uploads = uploads
    uploads[name] = nil
    let library = Self.library(files, uploads, knowing: library)
    return try ThemeSet(files: files, uploads: uploads, images: uploadedImages, library, reusing: catalog)
  }

  /// Returns the documents with one more upload, and their problems.
  /// - Parameter named: the themes that problems may suggest in place of wrong names; nil for all.
  package func trying(
    _ upload: Upload, images: [UploadedImage] = [], naming named: Set<String>?,
    limit: Int = mostUploadedNames
  ) -> Library {
    var uploads = uploads
    uploads[upload.name] = upload
    let library = Self.library(files, uploads, knowing: self.library, naming: named)
    guard let problem = excess(of: upload, uploads, library, limit) else {
      let uploaded = images.reduce(into: uploadedImages) { $0[$1.file] = $1.digest }
      let images = files.images.adding(uploaded)
      return Catalog.checking(library, images: images, reusing: catalog).library
    }
    var found = library.found
    found[problem.place.file] += [problem]
    return library.with(found)
  }

  /// The number of colors, images, values and rules that all uploads together may have. Those of parents count for
  /// each theme, since it is compiled with all that it inherits.
  package static let mostUploadedNames = 4_000_000

  /// Returns the problem of an upload that exceeds the limit.
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

  /// Reads all documents, with an upload in place of the file whose themes it has.
  private static func library(
    _ files: ThemeFiles, _ uploads: [String: Upload], knowing earlier: Library?,
    naming named: Set<String>? = nil, by pool: WorkerPool = .caller
  ) -> Library {
    Library.read(
      kits: files.kits, themes: files.themes, in: files.dialects,
      uploads: uploads.values.sorted { $0.name < $1.name }.map(\.source), knowing: earlier, naming: named,
      by: pool)
  }

  private init(
    files: ThemeFiles, uploads: [String: Upload], images: [String: FileDigest], _ library: Library,
    reusing earlier: Catalog?, by pool: WorkerPool = .caller,
    serving folder: (ImageFolder) -> ImageFolder = { $0 }
  ) throws(LoadError) {
    let folder = folder(files.images.adding(images))
    let catalog = Catalog.checking(library, images: folder, reusing: earlier, by: pool)
    guard !catalog.library.hasErrors else { throw LoadError(problems: catalog.library.found.errors()) }
    let absences = uploads.values.compactMap { $0.absence(in: catalog.library) }
    guard absences.isEmpty else { throw LoadError(problems: absences) }
    self.files = files
    self.uploads = uploads
    uploadedImages = images
    self.catalog = catalog
  }

  /// Returns whether an upload is the one that is served for a theme; nil for none.
  func serves(_ upload: Upload?, as theme: String) -> Bool { uploads[theme] == upload }

  /// Returns the theme of channels for which none was chosen: the preferred one, else `default`, else the first by name.
  package func defaultTheme(preferring preferred: String?) -> String? {
    [preferred, "default"].compactMap { $0 }.first { library.themes[$0] != nil } ?? library.themes.keys.min()
  }

  /// Returns the themes that are different in another set, or only in one of both, in ascending order.
  package func changes(from other: ThemeSet) -> [String] {
    catalog.themes.changedKeys(since: other.catalog.themes) { $0 === $1 }.sorted()
  }

  /// Returns the themes that build on a theme, by name.
  package func descendants(of name: String) -> [String] {
    library.tree.descendants(of: name).sorted()
  }
}

/// The facts about a draft among certain themes.
package struct DraftFindings: Sendable {
  fileprivate let digest: String
  package let problems: [Problem]
  /// The SHA-256 of the theme's document that is in force; nil if there is no such theme.
  package let present: String?

  package var isBroken: Bool { problems.contains { $0.severity == .error } }
}

extension ThemeSet {
  /// Returns the facts about a draft if they were found before.
  package func knownFindings(of draft: Draft) -> DraftFindings? {
    knownFindings.withLock { $0[draft.id] }.flatMap { $0.digest == draft.digest ? $0 : nil }
  }

  /// Returns the facts about a draft. They are found once; reading a large document takes long.
  package func findings(of draft: Draft) -> DraftFindings {
    if let known = knownFindings(of: draft) { return known }
    let found = findings(of: draft, naming: nil)
    knownFindings.withLock { known in
      // Drafts that have ended are forgotten with these themes, or here.
      if known.count >= 2 * Draft.limit { known = [:] }
      known[draft.id] = found
    }
    return found
  }

  /// Returns the facts about a draft.
  /// - Parameter named: the themes that problems may suggest in place of wrong names; nil for all.
  package func findings(of draft: Draft, naming named: Set<String>?) -> DraftFindings {
    let library = trying(draft.upload, images: draft.images, naming: named)
    return DraftFindings(
      digest: draft.digest, problems: library.problems(checking: draft.upload),
      present: digest(ofDocument: draft.name))
  }

  /// Returns the SHA-256 of a theme's document; nil if there is no such theme.
  package func digest(ofDocument theme: String) -> String? {
    library.sources[theme].map { SHA256.hex(of: $0.bytes) }
  }
}

extension Library {
  /// Returns all errors, and the other problems of an upload.
  package func problems(checking upload: Upload) -> [Problem] {
    found.errors(andAllIn: upload.source.name) + [upload.absence(in: self)].compactMap(\.self)
  }
}

extension Upload {
  /// The prefix of the names of uploaded documents.
  package static let folder = "uploads/"

  package var source: SourceFile { SourceFile(name: Self.folder + file, bytes: bytes) }

  /// Returns the problem of a document that was uploaded for a theme that it does not have; some formats name their
  /// themes inside.
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
  /// Returns a fingerprint of the kits, the themes, the names and bytes of images, and the default theme.
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

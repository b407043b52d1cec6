internal import Changes
package import Documents
internal import Resolution
package import Themes

/// A zip file with one theme document, perhaps with files that it refers to, and any number of images and fonts, in any
/// folders.
package struct ThemePackage: Sendable {
  /// The document, named as its file without folders.
  package let document: SourceFile
  /// The images and fonts, named as their files without folders.
  package let images: [SourceFile]

  /// - Parameter inflate: unpacks bytes to a given size, or returns nil if that fails.
  package init(
    _ bytes: [UInt8], in dialects: Dialects, within bounds: ZipDirectory.Bounds,
    by inflate: (ArraySlice<UInt8>, Int) -> [UInt8]?
  ) throws(PackageProblem) {
    var documents: [SourceFile] = []
    var images: [SourceFile] = []
    var seen: Set<String> = []
    for member in try ZipDirectory(bytes, within: bounds).members where !Self.isSystemFile(member.name) {
      let name = String(member.name.split(separator: "/").last ?? "")
      let isDocument = dialects.endings.contains(where: name.hasSuffix)
      // Some file systems ignore case. Folders distinguish only documents, which refer to each other by them.
      guard seen.insert((isDocument ? member.name : name).lowercased()).inserted else {
        throw PackageProblem(.refusedPackage, member.name, Self.twin)
      }
      let kind = AssetKind(ofFile: name)
      if let kind, !kind.isValid(name) {
        throw PackageProblem(.refusedPackage, member.name, "has a name that can't be served: \(kind.rule)")
      }
      guard kind != nil || isDocument else {
        throw PackageProblem(
          .unsupportedMediaType, member.name, "is neither a theme's document nor an image or a font")
      }
      let content = try member.unpacked(from: bytes, by: inflate)
      guard let kind else {
        documents.append(SourceFile(name: member.name, bytes: content))
        continue
      }
      if let complaint = kind.complaint(about: content, named: name) {
        throw PackageProblem(.unsupportedMediaType, member.name, complaint)
      }
      images.append(SourceFile(name: name, bytes: content))
    }
    (document, self.images) = (try Self.document(of: documents, dialects), images)
  }

  private static let twin =
    "has the name of another entry; files in different folders need different names too"

  /// Returns the one document, assembled if it consists of several files.
  private static func document(
    of documents: [SourceFile], _ dialects: Dialects
  ) throws(PackageProblem) -> SourceFile {
    let gathered = dialects.gathered(documents, isArchive: true) { _ in nil }
    guard let first = gathered.first else {
      throw PackageProblem(.refusedPackage, "has no theme's document, such as theme.json")
    }
    guard gathered.count == 1 else {
      let (second, name) = (gathered[1], first.baseName.lowercased())
      throw PackageProblem(
        .refusedPackage, second.name,
        second.baseName.lowercased() == name ? Self.twin : "is a second document; a package has one theme")
    }
    return SourceFile(
      name: String(first.baseName), bytes: first.bytes, parts: first.parts, sections: first.sections)
  }

  /// Indicates whether an operating system adds such a file to archives by itself.
  private static func isSystemFile(_ name: String) -> Bool {
    let steps = name.split(separator: "/")
    return steps.first == "__MACOSX" || steps.contains { $0.hasPrefix(".") } || steps.last == "Thumbs.db"
  }
}

package struct PackageProblem: Error, Sendable, Hashable {
  package let code: RefusalCode
  /// The name of the entry, as far as it can be read; nil for the package as a whole.
  package let entry: String?
  /// A sentence without its subject: "is encrypted".
  package let what: String

  init(_ code: RefusalCode, _ what: String) { self.init(code, nil, what) }

  init(_ code: RefusalCode, _ entry: String?, _ what: String) {
    (self.code, self.entry, self.what) = (code, entry, what)
  }
}

enum PackageBody {
  private static let types = ["application/zip", "application/x-zip-compressed"]

  /// Indicates whether the body of a request is a package: by its type or, without one, its first bytes.
  static func isIn(_ request: Request) -> Bool {
    let isZip = request.body.starts(with: [0x50, 0x4b, 0x03, 0x04])
    guard let type = request.header("Content-Type") else { return isZip }
    let name = HeaderList.mediaType(type)
    return types.contains(name) || name == "application/octet-stream" && isZip
  }

  /// Returns a function that unpacks the theme with its images, beside the workers.
  static func reader(
    of call: Call, named name: String, at now: @escaping @Sendable () -> Timestamp
  ) throws(Refusal) -> @Sendable () throws(Refusal) -> UploadedPackage {
    try ThemeBody.check(name: name)
    let (bytes, principal, services) = (call.request.body, call.principal, call.services)
    let dialects = call.snapshot.themeSet.library.dialects
    let format = try call["format"].map { text throws(Refusal) in try ThemeBody.format(text, among: dialects)
    }
    return { () throws(Refusal) in
      let now = now()
      let read: (package: ThemePackage, format: ThemeFormat)
      do throws(PackageProblem) {
        let bounds = ZipDirectory.Bounds(bytes: services.uploads.unpacked)
        let package = try ThemePackage(bytes, in: dialects, within: bounds, by: services.inflate)
        let source = SourceFile(name: package.document.name, bytes: package.document.bytes)
        guard let format = format ?? dialects.recognized(source)?.format else {
          throw PackageProblem(
            .unsupportedMediaType, source.name, "is in no format that is known; 'format' says which")
        }
        read = (package, format)
      } catch { throw Refusal(error) }
      let document = read.package.document
      let images = try read.package.images.map { image throws(Refusal) in
        try UploadedImage(image.name, image.bytes, by: principal.name, at: now, services)
      }
      let file = read.format.fileName(for: name)
      let upload = Upload(
        name: name, file: file, bytes: document.bytes, at: now, by: principal.name,
        authors: [principal.person])
      return UploadedPackage(theme: upload, images: images, document: document)
    }
  }
}

/// The content of an upload: a theme, perhaps with images.
struct UploadedPackage: Sendable {
  let theme: Upload
  var images: [UploadedImage] = []
  /// The document that a package had, perhaps assembled from several files.
  var document: SourceFile?

  /// Returns a function that reads the body of a call beside the workers.
  static func reader(
    of call: Call, named name: String, at now: @escaping @Sendable () -> Timestamp
  ) throws(Refusal) -> @Sendable () throws(Refusal) -> UploadedPackage {
    if PackageBody.isIn(call.request) {
      try call.principal.checkImages()
      return try PackageBody.reader(of: call, named: name, at: now)
    }
    let upload = try ThemeBody.upload(call, named: name, by: call.principal.name)
    return { UploadedPackage(theme: upload(now())) }
  }

  /// Returns a problem at its place in the file that it came in.
  func placed(_ problem: Problem) -> Problem {
    guard let document, problem.place.file == theme.source.name, !document.sections.isEmpty else {
      return problem
    }
    return problem.moved(to: document.origin(of: problem.place))
  }

  func placed(_ error: Publisher.DocumentError) -> Publisher.DocumentError {
    guard case .documents(let found) = error else { return error }
    return .documents(ThemeSet.LoadError(problems: found.problems.map { placed($0) }))
  }
}

extension UploadedImage {
  init(
    _ file: String, _ bytes: [UInt8], by author: String, at now: Timestamp, _ services: Services
  ) throws(Refusal) {
    guard let content = services.hold(bytes) else {
      throw Refusal(
        .busy, "There is no room for '\(file)' just now; send it again in a moment.",
        headers: [.retryAfter(1...8)])
    }
    self.init(file: file, fingerprint: SHA256.hex(of: bytes), content: content, at: now, by: author)
  }
}

enum ThemeBody {
  /// Returns a function that makes the upload at a given time.
  static func upload(
    _ call: Call, named name: String, by author: String
  ) throws(Refusal) -> @Sendable (Timestamp) -> Upload {
    try check(name: name)
    let (type, bytes) = (call.request.header("Content-Type"), call.request.body)
    try checkType(type)
    guard !bytes.isEmpty else {
      throw Refusal(.badBody, "The body should be the theme's document; it is empty.")
    }
    let isTokens = type.map { HeaderList.mediaType($0) } == "application/design-tokens+json"
    let dialects = call.snapshot.themeSet.library.dialects
    let file = try format(call["format"] ?? (isTokens ? "tokens" : nil), among: dialects).fileName(for: name)
    let persons = [call.principal.person]
    return { Upload(name: name, file: file, bytes: bytes, at: $0, by: author, authors: persons) }
  }

  /// Throws if no theme can have this name.
  static func check(name: String) throws(Refusal) {
    guard Name.isValid(name) else {
      throw .badParameter(
        "name",
        "is not a valid name: a name has at most 64 letters, digits, '.', '_' and '-' and begins with a letter or digit."
      )
    }
  }

  private static let types = [
    "application/json", "application/x-plist", "application/xml", "text/xml", "application/octet-stream",
    "text/plain",
  ]

  /// Accepts a missing or general type, because tools that send files often know no better.
  private static func checkType(_ type: String?) throws(Refusal) {
    guard let type else { return }
    let name = HeaderList.mediaType(type)
    let isJSON = name.hasPrefix("application/") && name.hasSuffix("+json")
    guard isJSON || types.contains(name) else { throw .unsupported(type, expected: "application/json") }
  }

  static func format(_ name: String?, among dialects: Dialects) throws(Refusal) -> ThemeFormat {
    guard let format = dialects.named(name ?? "livery") else {
      throw Refusal(.badParameter, dialects.unknown(name ?? ""))
    }
    return format
  }
}

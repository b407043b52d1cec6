internal import Changes
internal import Documents
internal import Themes

/// A package in the body of a request. It is unpacked beside the workers.
struct PackageBody: Sendable {
  private let name: String
  private let format: ThemeFormat?
  private let dialects: Dialects
  private let bytes: [UInt8]
  private let services: Services
  private let author: String

  private static let types = ["application/zip", "application/x-zip-compressed"]

  /// Whether the body of a request is a package: by its type, or by how it begins where the type says nothing.
  static func isIn(_ request: Request) -> Bool {
    guard let type = request.header("Content-Type") else { return beginsAsOne(request.body) }
    let name = HeaderList.mediaType(type)
    return types.contains(name) || name == "application/octet-stream" && beginsAsOne(request.body)
  }

  private static func beginsAsOne(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4b, 0x03, 0x04])
  }

  init(_ call: Call, name: String) throws(Refusal) {
    try ThemeBody.check(name: name)
    self.name = name
    let dialects = call.snapshot.themeSet.library.dialects
    self.dialects = dialects
    format = try call["format"].map { text throws(Refusal) in try ThemeBody.format(text, among: dialects) }
    bytes = call.request.body
    services = call.services
    author = call.principal.name
  }

  /// The theme with its images, as they are kept.
  func read(at now: Timestamp) throws(Refusal) -> UploadedPackage {
    let read: ThemePackage
    do throws(PackageProblem) {
      read = try ThemePackage(
        bytes, in: dialects, within: ZipDirectory.Bounds(bytes: services.uploads.unpacked),
        by: services.inflate)
    } catch { throw Refusal(error) }
    let document = read.document
    let source = SourceFile(name: document.name, bytes: document.bytes)
    guard let format = format ?? dialects.recognized(source)?.format else {
      throw Refusal(
        PackageProblem(.unsupported, document.name, "is in no format that is known; 'format' says which"))
    }
    var images: [UploadedImage] = []
    for image in read.images {
      images.append(try UploadedImage(image.name, image.bytes, by: author, at: now, services))
    }
    let upload = Upload(
      name: name, file: format.fileName(for: name), bytes: document.bytes, at: now, by: author)
    return UploadedPackage(theme: upload, images: images, document: document)
  }
}

/// What an upload brings: a theme, perhaps with images.
struct UploadedPackage: Sendable {
  let theme: Upload
  var images: [UploadedImage] = []
  /// What the theme was put together from, where it came in several files.
  var document: SourceFile?

  /// A problem at its place in the file that it came in.
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
  /// Its bytes put where they can be sent from.
  init(
    _ file: String, _ bytes: [UInt8], by author: String, at now: Timestamp, _ services: Services
  ) throws(Refusal) {
    guard let content = services.hold(bytes) else {
      throw Refusal(
        .busy, "There is no room for the image '\(file)' just now; send it again in a moment.",
        headers: [.retryAfter(1...8)])
    }
    self.init(file: file, fingerprint: SHA256.hex(of: bytes), content: content, at: now, by: author)
  }
}

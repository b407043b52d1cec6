internal import Changes
internal import Resolution
internal import Themes

/// A theme as files for the build of an app, all in one.
struct ThemeArchive {
  private var zip: ZipArchive
  private let open: @Sendable (ImageFolder.ImageFile) -> FileOpening

  init(_ services: Services) {
    zip = ZipArchive(gzip: services.gzip)
    open = services.image
  }

  mutating func add(_ path: String, _ content: [UInt8]) throws(Refusal) {
    try taking { zip throws(ZipArchive.ZipOverflow) in try zip.add(path, content) }
  }

  /// Adds the bytes of an image.
  mutating func add(_ path: String, _ image: ImageFolder.ImageFile) throws(Refusal) {
    guard case .open(let file) = open(image) else { throw Self.changed(image) }
    guard file.count <= ZipArchive.mostBytes else { throw Self.tooLarge }
    guard let bytes = file.bytes() else { throw Self.changed(image) }
    try taking { zip throws(ZipArchive.ZipOverflow) in
      try zip.add(path, bytes, isCompressed: image.type != "svg")
    }
  }

  private mutating func taking(_ add: (inout ZipArchive) throws(ZipArchive.ZipOverflow) -> Void)
    throws(Refusal)
  {
    do throws(ZipArchive.ZipOverflow) { try add(&zip) } catch { throw Self.tooLarge }
  }

  func finished() -> [UInt8] { zip.finished() }

  private static let tooLarge = Refusal(
    .archiveTooLarge,
    "The archive would have more than \(ZipArchive.mostEntries) files or \(ZipArchive.mostBytes >> 20) MiB. Ask with "
      + "'images=false' to have it without images; each has a 'url' in /v1/theme.")

  private static func changed(_ image: ImageFolder.ImageFile) -> Refusal {
    Refusal(
      .busy, "The image '\(image.name.shown)' can't be read just now; ask again in a moment.",
      headers: [.retryAfter(1...4)])
  }
}

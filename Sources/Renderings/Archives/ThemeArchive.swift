package import Resolution
internal import Themes

/// A theme as files for the build of an app, all in one.
package struct ThemeArchive {
  private var zip: ZipArchive
  private let open: @Sendable (ImageFolder.ImageFile) -> FileOpening

  /// - Parameters:
  ///   - gzip: compresses bytes, or returns nil if that failed.
  ///   - open: opens an image.
  package init(
    gzip: @escaping @Sendable ([UInt8]) -> [UInt8]?,
    open: @escaping @Sendable (ImageFolder.ImageFile) -> FileOpening
  ) {
    zip = ZipArchive(gzip: gzip)
    self.open = open
  }

  package mutating func add(_ path: String, _ content: [UInt8]) throws(ArchiveError) {
    try taking { zip throws(ZipArchive.ZipOverflow) in try zip.add(path, content) }
  }

  /// Adds the bytes of an image.
  package mutating func add(_ path: String, _ image: ImageFolder.ImageFile) throws(ArchiveError) {
    guard case .open(let file) = open(image) else { throw .unreadable(image) }
    guard file.count <= ZipArchive.mostBytes else { throw .tooLarge }
    guard let bytes = file.bytes() else { throw .unreadable(image) }
    try taking { zip throws(ZipArchive.ZipOverflow) in
      try zip.add(path, bytes, isCompressed: image.type != "svg")
    }
  }

  private mutating func taking(_ add: (inout ZipArchive) throws(ZipArchive.ZipOverflow) -> Void)
    throws(ArchiveError)
  {
    do throws(ZipArchive.ZipOverflow) { try add(&zip) } catch { throw .tooLarge }
  }

  package func finished() -> [UInt8] { zip.finished() }
}

/// The reasons why an archive can't be written.
package enum ArchiveError: Error {
  /// The archive would have too many files or bytes.
  case tooLarge
  /// The image can't be read now.
  case unreadable(ImageFolder.ImageFile)
}

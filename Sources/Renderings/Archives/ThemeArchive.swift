package import Resolution
internal import Themes

/// The archives that a theme is served in.
package enum ArchiveForm: String, Sendable, Hashable, CaseIterable {
  case android
  case appleAssets = "xcassets"

  package func render(
    _ theme: CompiledTheme, _ traits: [String: String], hasImages: Bool, hasFonts: Bool = true,
    into archive: ThemeArchive
  ) throws(ArchiveError) -> [UInt8] {
    switch self {
    case .android:
      try AndroidArchive.render(theme, traits, hasImages: hasImages, hasFonts: hasFonts, into: archive)
    case .appleAssets: try AssetCatalog.render(theme, traits, hasImages: hasImages, into: archive)
    }
  }

  /// The word for it in the names of operations, and the summary and description that the interface publishes.
  package var about: (word: String, summary: String, detail: String) {
    switch self {
    case .android:
      (
        "AndroidArchive", "The theme as a folder of Android resources",
        """
        A zip file that unpacks into `res/`: `values/livery.xml`, `values-night/livery.xml` with what is different at \
        night, the images that Android takes as drawables by density, and its fonts as families in `font/`. A trait in the query holds in all of them.
        """
      )
    case .appleAssets:
      (
        "AssetCatalog", "The theme as an asset catalog for Xcode",
        """
        A zip file with `Livery.xcassets`: a color set for each color and an image set for each image that has files, \
        light and dark, normal and high contrast, by scale and idiom. Beside it, `Livery.swift` has the theme's lengths, \
        fonts and shadows for UIKit. A trait in the query holds in all of them.
        """
      )
    }
  }
}

/// A zip file with the files of a theme for the build of an app.
package struct ThemeArchive {
  private var zip: ZipArchive
  private let open: @Sendable (ImageFolder.ImageFile) -> FileOpening

  /// - Parameter gzip: compresses bytes, or returns nil if that failed.
  package init(
    gzip: @escaping @Sendable ([UInt8]) -> [UInt8]?,
    open: @escaping @Sendable (ImageFolder.ImageFile) -> FileOpening
  ) {
    zip = ZipArchive(gzip: gzip)
    self.open = open
  }

  mutating func add(_ path: String, _ content: [UInt8]) throws(ArchiveError) { try zip.add(path, content) }

  mutating func add(_ path: String, _ image: ImageFolder.ImageFile) throws(ArchiveError) {
    guard case .open(let file) = open(image) else { throw .unreadable(image) }
    guard file.count <= ZipArchive.mostBytes else { throw .tooLarge }
    guard let bytes = file.bytes() else { throw .unreadable(image) }
    try zip.add(path, bytes, isCompressed: image.type != "svg")
  }

  func finished() -> [UInt8] { zip.finished() }
}

/// The reasons why an archive can't be written.
package enum ArchiveError: Error {
  /// The archive would have too many files or bytes.
  case tooLarge
  /// The image can't be read now.
  case unreadable(ImageFolder.ImageFile)
}

/// A file that the process holds open.
package protocol HeldFile: AnyObject, Sendable {
  var count: Int { get }

  /// Returns all bytes, or nil if they have changed since the file was opened.
  func bytes() -> [UInt8]?
}

/// The result of opening a file.
package enum FileOpening: Sendable {
  case open(any HeldFile)
  /// The file has been replaced or removed.
  case gone
  /// The process has no descriptor to spare.
  case busy
}

internal import Documents
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

  func finished() -> [UInt8] { zip.finished() }

  mutating func add(_ path: String, _ content: [UInt8]) throws(ArchiveError) { try zip.add(path, content) }

  mutating func add(_ path: String, _ image: ImageFolder.ImageFile) throws(ArchiveError) {
    guard case .open(let file) = open(image) else { throw .unreadable(image) }
    guard file.count <= ZipArchive.mostBytes else { throw .tooLarge }
    guard let bytes = file.bytes() else { throw .unreadable(image) }
    try zip.add(path, bytes, isCompressed: image.type != "svg")
  }
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

package enum FileOpening: Sendable {
  case open(any HeldFile)
  /// The file has been replaced or removed.
  case gone
  /// The process has no descriptor to spare.
  case busy
}

/// An appearance of the system, for which the build of an app takes in the theme.
struct SystemAppearance {
  /// The toggles that are on: dark, high contrast.
  let toggles: Set<SchemeToggle>
  let context: ThemeContext

  /// Returns the appearances in which a theme can look different, the plain one first.
  /// - Parameter given: the traits that are the same in all of them.
  static func all(
    of theme: CompiledTheme, given: [String: String], by toggles: [SchemeToggle]
  ) -> [SystemAppearance] {
    let kit = theme.kit.definition
    var sets: [(toggles: Set<SchemeToggle>, traits: [String: String])] = [([], given)]
    for toggle in toggles {
      let traits = kit.traits.filter { name, trait in
        SchemeToggle(trait) == toggle && theme.mentionedTraits.contains(name) && given[name] == nil
      }
      guard !traits.isEmpty else { continue }
      let words = toggle == .scheme ? (off: "light", on: "dark") : (off: "no-preference", on: "more")
      let (off, on) = (values(words.off, of: traits), values(words.on, of: traits))
      sets =
        sets.map { ($0.toggles, $0.traits.merging(off) { $1 }) }
        + sets.map { ($0.toggles.union([toggle]), $0.traits.merging(on) { $1 }) }
    }
    return sets.map { toggles, traits in
      SystemAppearance(toggles: toggles, context: theme.context(TraitValues(canonical: traits, kit: kit)))
    }
  }

  /// Returns the values of the traits for a word of the media feature.
  private static func values(_ word: String, of traits: [String: Kit.Trait]) -> [String: String] {
    traits.compactMapValues { try? TraitValue.canonical($0.hintValues[word] ?? word, $0.domain).get() }
  }
}

/// A zip file as it is written. The same files make the same bytes, since it contains no times.
package struct ZipArchive {
  /// The limits of an archive. No build needs a larger one.
  package static let mostEntries = 0xffff
  package static let mostBytes = 64 << 20
  /// The version of the format that is needed to read it.
  private static let version: UInt16 = 20

  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0
  private let gzip: ([UInt8]) -> [UInt8]?

  /// - Parameter gzip: compresses bytes to a gzip file, from which the compressed bytes are taken.
  package init(gzip: @escaping ([UInt8]) -> [UInt8]?) { self.gzip = gzip }

  /// Adds a file under a path with slashes.
  /// - Parameter isCompressed: whether the content is compressed already, as images are.
  package mutating func add(_ path: String, _ content: [UInt8], isCompressed: Bool = false)
    throws(ArchiveError)
  {
    guard count < Self.mostEntries, bytes.count + directory.count + content.count <= Self.mostBytes else {
      throw .tooLarge
    }
    let packed = isCompressed ? nil : packed(content)
    let stored = packed ?? content[...]
    let fields = Self.fields(path, content, stored, method: packed == nil ? 0 : 8)
    let start = UInt32(bytes.count)
    bytes.append(little: UInt32(0x0403_4b50))
    bytes += fields
    bytes += path.utf8
    bytes += stored
    directory.append(little: UInt32(0x0201_4b50))
    // Made on Unix, so that the attributes are a file's mode.
    directory.append(little: UInt16(3 << 8 | Self.version))
    directory += fields
    directory.append(little: UInt16(0))
    directory.append(little: UInt32(0))
    directory.append(little: UInt32(0o100644 << 16))
    directory.append(little: start)
    directory += path.utf8
    count += 1
  }

  /// Returns the fields that the header of a file and its entry in the directory share, in their order.
  private static func fields(
    _ path: String, _ content: [UInt8], _ stored: ArraySlice<UInt8>, method: UInt16
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(little: version)
    // The path is UTF-8.
    bytes.append(little: UInt16(1 << 11))
    bytes.append(little: method)
    // Midnight of January 1, 1980, the first day that the format knows.
    bytes.append(little: UInt16(0))
    bytes.append(little: UInt16(1 << 5 | 1))
    bytes.append(little: CRC32.of(content))
    bytes.append(little: UInt32(stored.count))
    bytes.append(little: UInt32(content.count))
    bytes.append(little: UInt16(path.utf8.count))
    bytes.append(little: UInt16(0))
    return bytes
  }

  /// Returns the bytes between the header of a gzip file and its trailer, or nil if they are not shorter.
  private func packed(_ content: [UInt8]) -> ArraySlice<UInt8>? {
    guard let file = gzip(content), file.count > 18, file.count - 18 < content.count else { return nil }
    return file[10..<(file.count - 8)]
  }

  package func finished() -> [UInt8] {
    var file = bytes + directory
    file.append(little: UInt32(0x0605_4b50))
    file.append(little: UInt32(0))
    file.append(little: UInt16(count))
    file.append(little: UInt16(count))
    file.append(little: UInt32(directory.count))
    file.append(little: UInt32(bytes.count))
    file.append(little: UInt16(0))
    return file
  }
}

extension [UInt8] {
  /// Appends the bytes of a number, the lowest first.
  package mutating func append<Number: FixedWidthInteger>(little number: Number) {
    for place in stride(from: 0, to: Number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> place))
    }
  }
}

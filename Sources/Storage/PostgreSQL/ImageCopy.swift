internal import Bindings
internal import Changes
internal import Themes

/// The uploaded images of a log, as they are kept beside its copy: in a file of their own, which is written only when
/// one of them changes.
struct ImageCopy: Sendable {
  let images: [UploadedImage]

  /// What `imagesBytes` allows at most, and the words beside each image.
  private static let limit = (1 << 30) + (1 << 20)
  private static let mark = "livery-images 1"

  /// A line that says what it is, a row for each image, a sum over it all.
  var bytes: [UInt8] {
    var text = RowText()
    text.append([.text(Self.mark)])
    text.append(images.sorted { $0.file < $1.file }.map(\.columns))
    return text.finish()
  }

  init(_ images: [UploadedImage]) { self.images = images }

  /// None where there is no such file that is whole.
  init(file: String) {
    let bytes = (try? File.bytes(of: file, atMost: Self.limit)) ?? []
    images = Self.images(in: bytes) ?? []
  }

  private static func images(in bytes: [UInt8]) -> [UploadedImage]? {
    guard let rows = SavedRow.rows(of: bytes), rows.first?[0].text == mark else { return nil }
    return try? rows.dropFirst().compactMap { try ImageRow($0)?.image() }
  }
}

package import Bindings
internal import Changes
internal import Documents
internal import Themes

/// The bytes of an uploaded image, in a file that lies in memory: so they are there once, go out as those of any file,
/// and need no place on a disk beside the store.
package final class StoredImage: ImageBytes {
  package let file: OpenFile
  package let count: Int

  package init(_ bytes: [UInt8]) throws(SystemError) {
    file = try OpenFile(holding: bytes)
    count = bytes.count
  }

  package func bytes() -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    do throws(SystemError) { try file.forEachPiece { bytes += $0 } } catch { return nil }
    return bytes
  }
}

/// An image as a row of a table holds it.
struct ImageRow: Sendable {
  let file: String
  let bytes: [UInt8]
  let fingerprint: String
  let at: Timestamp
  let by: String

  /// Nil where the bytes are not what they were.
  init?(_ row: some ColumnRow) {
    guard let file = row[0].text, let bytes = row[1].bytes, let fingerprint = row[2].text,
      let at = row[3].timestamp, let by = row[4].text, SHA256.hex(of: bytes) == fingerprint
    else { return nil }
    (self.file, self.bytes, self.fingerprint, self.at, self.by) = (file, bytes, fingerprint, at, by)
    guard row[5].word == Fingerprint(ofImage: file, fingerprint, at, by) else { return nil }
  }

  /// The image with its bytes where they can be sent from.
  func image() throws(StoreError) -> UploadedImage {
    do throws(SystemError) {
      let content = try StoredImage(bytes)
      return UploadedImage(file: file, fingerprint: fingerprint, content: content, at: at, by: by)
    } catch { throw .unusable("the uploaded image \(file) can't be held open: \(error.cause)") }
  }
}

extension UploadedImage {
  /// Bytes that can't be read any more become a null, which no table takes: nothing is kept then.
  var columns: [ColumnValue] {
    [
      .text(file), content.bytes().map { .blob($0) } ?? .null, .text(fingerprint), .timestamp(at), .text(by),
      .word(Fingerprint(ofImage: file, fingerprint, at, by)),
    ]
  }
}

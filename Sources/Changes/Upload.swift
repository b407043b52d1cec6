internal import Documents
package import Resolution
internal import Themes

/// A theme document that was uploaded.
package struct Upload: Sendable, Hashable {
  package let name: String
  /// The name of the file, which shows its format: `new-year.json`, `new-year.metheme.json`.
  package let file: String
  package let bytes: [UInt8]
  package let at: Timestamp
  package let by: String
  /// The persons who had a part in it: of a published draft, its authors and its publisher.
  package private(set) var authors: [String]
  /// The fingerprint of all properties but the authors. It is computed here, since that takes milliseconds for a large
  /// document.
  package let fingerprint: Fingerprint

  package init(
    name: String, file: String, bytes: [UInt8], at: Timestamp, by: String, authors: [String]? = nil
  ) {
    (self.name, self.file, self.bytes, self.at, self.by) = (name, file, bytes, at, by)
    self.authors = authors ?? [by]
    fingerprint = Fingerprint(of: name, file, bytes, at, by)
  }

  /// Returns the document with its own authors after these.
  package func following(_ earlier: [String]) -> Upload {
    var upload = self
    upload.authors = earlier + authors.filter { !earlier.contains($0) }
    return upload
  }
}

/// An image or a font that was uploaded.
package struct UploadedImage: Sendable {
  /// The name of the file, such as `logo@2x.png`.
  package let file: String
  /// The SHA-256 of its bytes, in hexadecimal digits.
  package let fingerprint: String
  package let content: any ImageBytes
  package let at: Timestamp
  package let by: String

  package init(file: String, fingerprint: String, content: any ImageBytes, at: Timestamp, by: String) {
    (self.file, self.fingerprint, self.content, self.at, self.by) = (file, fingerprint, content, at, by)
  }
}

extension UploadedImage {
  var digest: FileDigest { FileDigest(sha256: fingerprint, bytes: content.count) }
}

/// The fingerprint represents the bytes.
extension UploadedImage: Hashable {
  package static func == (one: UploadedImage, other: UploadedImage) -> Bool {
    (one.file, one.fingerprint, one.at, one.by) == (other.file, other.fingerprint, other.at, other.by)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(fingerprint)
  }
}

/// The bytes of an uploaded image. They exist once, for as long as they are referred to.
package protocol ImageBytes: AnyObject, Sendable {
  var count: Int { get }

  /// Returns all bytes; nil if they can't be read.
  func bytes() -> [UInt8]?
}

extension Fingerprint {
  /// Creates the fingerprint of an image's row, in which the fingerprint of its bytes represents them.
  package init(ofImage file: String, _ fingerprint: String, _ at: Timestamp, _ by: String) {
    self.init()
    add(file)
    add(fingerprint)
    add(at)
    add(by)
  }
}

extension LogState {
  /// The digests of the uploaded images and fonts by the names of their files.
  package var imageDigests: [String: FileDigest] {
    Dictionary(uniqueKeysWithValues: images.values.map { ($0.file, $0.digest) })
  }
}

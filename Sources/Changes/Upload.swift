internal import Themes

/// A theme document that came by HTTP instead of from a file.
package struct Upload: Sendable, Hashable {
  package let name: String
  /// The file name that tells its dialect: `new-year.json`, `new-year.metheme.json`.
  package let file: String
  package let bytes: [UInt8]
  package let at: Timestamp
  package let by: String
  /// Of all the others. To make it of a large document takes milliseconds, for which no other writer waits.
  package let fingerprint: Fingerprint

  package init(name: String, file: String, bytes: [UInt8], at: Timestamp, by: String) {
    self.name = name
    self.file = file
    self.bytes = bytes
    self.at = at
    self.by = by
    fingerprint = Fingerprint(of: name, file, bytes, at, by)
  }
}

/// An image file that came by HTTP instead of from the config folder.
package struct UploadedImage: Sendable {
  /// Its name, such as `logo@2x.png`.
  package let file: String
  /// The SHA-256 of its bytes, in hexadecimal digits.
  package let fingerprint: String
  package let content: any ImageBytes
  package let at: Timestamp
  package let by: String

  package init(file: String, fingerprint: String, content: any ImageBytes, at: Timestamp, by: String) {
    self.file = file
    self.fingerprint = fingerprint
    self.content = content
    self.at = at
    self.by = by
  }
}

/// The fingerprint stands for the bytes.
extension UploadedImage: Hashable {
  package static func == (one: UploadedImage, other: UploadedImage) -> Bool {
    (one.file, one.fingerprint, one.at, one.by) == (other.file, other.fingerprint, other.at, other.by)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(fingerprint)
  }
}

/// The bytes of an uploaded image, wherever they lie. They are there once for all who refer to them, and for as long as
/// somebody does.
package protocol ImageBytes: AnyObject, Sendable {
  var count: Int { get }

  /// All of them; nil where they can't be read.
  func bytes() -> [UInt8]?
}

extension Fingerprint {
  /// Of what is written of an image beside its bytes, for which their own fingerprint stands.
  package init(ofImage file: String, _ fingerprint: String, _ at: Timestamp, _ by: String) {
    self.init()
    add(file)
    add(fingerprint)
    add(at)
    add(by)
  }
}

extension LogState {
  /// What the bytes of each uploaded image are known by, by the files' names.
  package var imageFingerprints: [String: String] {
    Dictionary(uniqueKeysWithValues: images.values.map { ($0.file, $0.fingerprint) })
  }
}

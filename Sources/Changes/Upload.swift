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

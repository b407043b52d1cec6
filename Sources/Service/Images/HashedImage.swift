internal import Bindings
internal import Themes

/// What is known of an image file since it was last read.
struct HashedImage: Sendable {
  let stamp: FileStamp
  /// The SHA-256 of its bytes.
  let fingerprint: String
  /// Whether another change would show in the stamp.
  let isCertain: Bool

  /// Reads a file from beginning to end, a piece at a time. One that is changed meanwhile has another stamp from then
  /// on.
  init(hashing path: String) throws(SystemError) {
    let file = try OpenFile(path)
    stamp = try file.stamp
    isCertain = stamp.isSettled
    var hash = SHA256()
    try file.forEachPiece { hash.update($0) }
    fingerprint = SHA256.hex(hash.finalize())
  }
}

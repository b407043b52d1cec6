internal import CLinux

/// Which file lies at a path. Unlike a `FileStamp`, it costs those who write the file nothing.
package struct FileIdentity: Sendable, Hashable {
  package let inode: UInt64
  private let device: UInt64

  /// Nil where there is none.
  package init?(of path: String) {
    var found = statx()
    guard unsafe livery_identify(path, &found) == 0 else { return nil }
    inode = found.stx_ino
    device = UInt64(found.stx_dev_major) << 32 | UInt64(found.stx_dev_minor)
  }
}

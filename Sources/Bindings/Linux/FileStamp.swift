internal import Glibc

/// What the file system says of a file at a path.
package struct FileStamp: Sendable, Hashable {
  package let size: Int64
  package let inode: UInt64
  /// When anything of it changed last, its content, owner or mode, in nanoseconds since 1970. No program can set it.
  package let changedAt: Int64

  /// Nil where there is none.
  package init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    size = Int64(status.st_size)
    inode = UInt64(status.st_ino)
    changedAt = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
  }
}

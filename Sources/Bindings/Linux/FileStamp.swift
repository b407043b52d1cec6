internal import Glibc

/// What the file system says of a file: what tells one state of it from another without reading it.
package struct FileStamp: Sendable, Hashable {
  package let size: Int64
  package let inode: UInt64
  /// When anything of it changed last, its content, owner or mode, in nanoseconds since 1970. No program can set it.
  package let changedAt: Int64
  private let device: UInt64
  /// When its content changed last, in nanoseconds since 1970, unless somebody has set it.
  private let modifiedAt: Int64

  /// Nil where there is none.
  package init?(of path: String) {
    guard let stamp = try? FileStamp(ofFileAt: path) else { return nil }
    self = stamp
  }

  /// - Parameter path: of a file; a link is followed.
  package init(ofFileAt path: String) throws(SystemError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw SystemError("stat") }
    self.init(status)
  }

  init(_ status: stat) {
    size = Int64(status.st_size)
    inode = UInt64(status.st_ino)
    device = UInt64(status.st_dev)
    changedAt = Self.nanoseconds(status.st_ctim)
    modifiedAt = Self.nanoseconds(status.st_mtim)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Whether no bytes were written in between, as far as the stamps tell. A file that was renamed, or given a further
  /// name, has the same.
  package func hasSameBytes(as other: FileStamp) -> Bool {
    (size, device, inode, modifiedAt) == (other.size, other.device, other.inode, other.modifiedAt)
  }

  /// Whether the file has been left alone for so long that another change would show in its stamp: file systems count
  /// time in steps, some of them in seconds.
  package var isSettled: Bool { WallClock.milliseconds - changedAt / 1_000_000 > 2000 }
}

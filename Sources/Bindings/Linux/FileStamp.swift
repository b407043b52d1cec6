internal import CLinux
internal import Glibc

/// The metadata of a file that tell whether it has changed, without reading it.
package struct FileStamp: Sendable, Hashable {
  package let size: Int64
  package let inode: UInt64
  /// The time of the last change to content, owner or mode, in nanoseconds since 1970. No program can set
  /// it.
  package let changedAt: Int64
  private let device: UInt64
  /// The time of the last change to the content, in nanoseconds since 1970. Programs can set it.
  package let modifiedAt: Int64

  /// Nil if there is no file.
  package init?(of path: String) {
    guard let stamp = try? FileStamp(ofFileAt: path) else { return nil }
    self = stamp
  }

  /// - Parameter path: the path of a file; symbolic links are followed.
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

  /// Indicates whether the two stamps belong to the same bytes, as far as stamps show. Renaming or linking
  /// a file does not change the answer.
  package func hasSameBytes(as other: FileStamp) -> Bool {
    (size, device, inode, modifiedAt) == (other.size, other.device, other.inode, other.modifiedAt)
  }

  /// Indicates whether the file is old enough for another change to show in its stamp. File systems count
  /// time in steps, some of them in seconds.
  package var isSettled: Bool { WallClock.milliseconds - changedAt / 1_000_000 > 2000 }
}

/// The inode and device of a file. Unlike a `FileStamp`, reading it does not slow down later writes to the
/// file.
package struct FileIdentity: Sendable, Hashable {
  package let inode: UInt64
  private let device: UInt64

  /// Nil if there is no file.
  package init?(of path: String) {
    var found = statx()
    guard unsafe livery_identify(path, &found) == 0 else { return nil }
    inode = found.stx_ino
    device = UInt64(found.stx_dev_major) << 32 | UInt64(found.stx_dev_minor)
  }
}

internal import CLinux
internal import Glibc
internal import Synchronization

/// Reads and writes small files whole.
package enum File {
  /// Returns the bytes of a file, at most `limit` of them.
  package static func bytes(of path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    try bytes(from: Descriptor(opening: path, O_RDONLY | O_CLOEXEC), atMost: limit)
  }

  /// Returns the bytes of a regular file. Throws for a pipe, for which the caller would wait without end.
  package static func bytes(ofRegular path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = try Descriptor(opening: path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    let status = try Self.status(of: descriptor.number)
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw status.st_mode & S_IFMT == S_IFDIR ? SystemError("open", code: EISDIR) : .notRegular
    }
    return try bytes(from: descriptor, atMost: limit)
  }

  private static func bytes(
    from descriptor: borrowing Descriptor, atMost limit: Int
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let piece = unsafe try Self.piece(ofAtMost: min(limit - bytes.count, 65_536)) { room in
        unsafe read(descriptor.number, room.baseAddress, room.count)
      }
      guard !piece.isEmpty else { break }
      bytes += piece
    }
    return bytes
  }

  /// Returns the bytes that `read` stores, at most `count`; none at the end of the file.
  fileprivate static func piece(
    ofAtMost count: Int, _ read: (UnsafeMutableBufferPointer<UInt8>) -> Int
  ) throws(SystemError) -> [UInt8] {
    var result = 0
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      result = unsafe read(UnsafeMutableBufferPointer(rebasing: room[..<count]))
      filled = max(0, result)
    }
    guard result >= 0 else { throw SystemError("read") }
    return piece
  }

  static func status(of number: Int32) throws(SystemError) -> stat {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw SystemError("fstat") }
    return status
  }

  /// Writes a file under another name and renames it, so that no reader sees half of it. Throws if the file exists and
  /// `replacing` is false.
  package static func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(SystemError) {
    let draft = "\(path).\(getpid()).new"
    // A process that was killed may have left it. In a container the process number is always the same.
    unsafe unlink(draft)
    let descriptor = try Descriptor(opening: draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
    do throws(SystemError) {
      try writeAll(bytes, to: descriptor)
      guard unsafe (replacing ? rename(draft, path) : link(draft, path)) == 0 else {
        throw SystemError(replacing ? "rename" : "link")
      }
      if !replacing { unsafe unlink(draft) }
    } catch {
      unsafe unlink(draft)
      throw error
    }
  }

  static func writeAll(_ bytes: [UInt8], to descriptor: borrowing Descriptor) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes[written...].withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor.number, buffer.baseAddress, buffer.count)
      }
      guard count >= 0 else { throw SystemError("write") }
      written += count
    }
  }
}

/// A file that is open for reading, closed with its last reference.
package final class OpenFile: Sendable {
  private let number: Int32
  /// Indicates whether another owner closes the descriptor. That owner must live as long as this object is used.
  private let isGivenAway = Atomic<Bool>(false)

  package init(_ path: String) throws(SystemError) {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    number = try Descriptor(opening: path, O_RDONLY | O_CLOEXEC | O_NONBLOCK).release()
  }

  private init(owning descriptor: consuming Descriptor) { number = descriptor.release() }

  deinit { if !isGivenAway.load(ordering: .relaxed) { _ = close(number) } }

  /// The current metadata of the file.
  package var stamp: FileStamp {
    get throws(SystemError) { FileStamp(try File.status(of: number)) }
  }

  /// Calls `body` with the bytes of the file, piece by piece.
  package func forEachPiece(_ body: ([UInt8]) -> Void) throws(SystemError) {
    var place = 0
    while true {
      let piece = unsafe try File.piece(ofAtMost: 1 << 16) { room in
        unsafe pread(number, room.baseAddress, room.count, place)
      }
      guard !piece.isEmpty else { return }
      place += piece.count
      body(piece)
    }
  }

  /// Returns a descriptor that the caller must close: the first time its own, later a copy.
  func giveAway() -> Int32? {
    isGivenAway.exchange(true, ordering: .relaxed) ? Descriptor.duplicate(number)?.release() : number
  }
}

/// Files in memory, for bytes that are sent like files.
extension OpenFile {
  /// Creates an anonymous file with these bytes, which is gone with its last reference.
  package convenience init(holding bytes: [UInt8]) throws(SystemError) {
    let descriptor = try Descriptor("memfd_create", livery_memory_file())
    try File.writeAll(bytes, to: descriptor)
    self.init(owning: descriptor)
  }

  /// Removes all bytes of a file in memory, for all its holders, and frees their memory.
  package func empty() { _ = ftruncate(number, 0) }

  /// Returns the same file with a descriptor of its own.
  package func duplicate() throws(SystemError) -> OpenFile {
    guard let copy = Descriptor.duplicate(number) else { throw SystemError("fcntl") }
    return OpenFile(owning: copy)
  }
}

/// The metadata of a file that show whether it has changed, without reading it.
package struct FileStamp: Sendable, Hashable {
  package let size: Int64
  package let inode: UInt64
  /// The time of the last change to content, owner or mode, in nanoseconds since 1970. No program can set it.
  package let changedAt: Int64
  private let device: UInt64
  /// The time of the last change to the content, in nanoseconds since 1970. Programs can set it.
  package let modifiedAt: Int64

  /// Nil if there is no file.
  package init?(of path: String) {
    guard let stamp = try? FileStamp(ofFileAt: path) else { return nil }
    self = stamp
  }

  /// Follows symbolic links.
  package init(ofFileAt path: String) throws(SystemError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw SystemError("stat") }
    self.init(status)
  }

  init(_ status: stat) {
    size = Int64(status.st_size)
    inode = UInt64(status.st_ino)
    device = UInt64(status.st_dev)
    changedAt = status.st_ctim.nanoseconds
    modifiedAt = status.st_mtim.nanoseconds
  }

  /// Indicates whether the two stamps belong to the same bytes, as far as stamps show. Renaming or linking a file does not
  /// change the answer.
  package func hasSameBytes(as other: FileStamp) -> Bool {
    (size, device, inode, modifiedAt) == (other.size, other.device, other.inode, other.modifiedAt)
  }

  /// Indicates whether the file is old enough for another change to show in its stamp. File systems count time in steps,
  /// some of them in seconds.
  package var isSettled: Bool { WallClock.milliseconds - changedAt / 1_000_000 > 2000 }
}

/// The inode and device of a file. Unlike a `FileStamp`, reading it does not slow down later writes to the file.
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

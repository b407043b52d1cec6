internal import Glibc

/// Reads and writes small files whole.
package enum File {
  /// Returns the bytes of a file, at most `limit` of them.
  package static func bytes(of path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw SystemError("open") }
    return try bytes(from: Descriptor(owning: number), atMost: limit)
  }

  /// Returns the bytes of a regular file. Throws for a pipe, for which the caller would wait without end.
  package static func bytes(ofRegular path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw SystemError("open") }
    let descriptor = Descriptor(owning: number)
    var status = stat()
    guard unsafe fstat(descriptor.number, &status) == 0 else { throw SystemError("fstat") }
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
      let room = min(limit - bytes.count, 65_536)
      var count = 0
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
        count = unsafe read(descriptor.number, buffer.baseAddress, room)
        filled = max(0, count)
      }
      guard count >= 0 else { throw SystemError("read") }
      guard count > 0 else { break }
      bytes += piece
    }
    return bytes
  }

  /// Writes a file whole: first under another name beside it, then renamed, so that nobody reads half of
  /// it. Throws if the file exists and `replacing` is false.
  package static func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(SystemError) {
    let draft = "\(path).\(getpid()).new"
    // A process that was killed may have left it. In a container the process number is always the same.
    unsafe unlink(draft)
    let number = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard number >= 0 else { throw SystemError("open") }
    do throws(SystemError) {
      try writeAll(bytes, to: Descriptor(owning: number))
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

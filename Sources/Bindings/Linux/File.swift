internal import Glibc

/// Reading small files whole.
package enum File {
  /// The bytes of a file, at most so many of them.
  package static func bytes(of path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw SystemError("open") }
    return try bytes(from: Descriptor(owning: number), atMost: limit)
  }

  /// The same of a file on a disk alone: a pipe would be waited for without end, and can't be read twice.
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
}

extension SystemError {
  /// For a pipe, a socket or a device where a file is wanted; the kernel has no code of its own for that.
  static let notRegular = SystemError("open", code: EMEDIUMTYPE)
}

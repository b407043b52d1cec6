internal import Glibc

/// Reading small files whole.
package enum File {
  /// The bytes of a file, at most so many of them.
  package static func bytes(of path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw SystemError("open") }
    let descriptor = Descriptor(owning: number)
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

internal import Glibc

extension File {
  /// Writes a file whole: beside its place first, then moved there, so that nobody reads half of it.
  /// A file that is there already is an error unless it may be replaced.
  package static func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(SystemError) {
    let draft = "\(path).\(getpid()).new"
    // Left behind by one that was killed under our number, which in a container is always the same.
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

extension SystemError {
  package static let alreadyThere = EEXIST
}

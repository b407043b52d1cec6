internal import Glibc

/// A small file beside another one, held locked by one process and written over in place.
package final class WitnessFile: Sendable {
  private let file: Descriptor
  private let inode: ino_t
  private let device: dev_t

  /// Opens the file, makes it where it is missing, and locks it until this object is gone.
  package init(path: String) throws(WitnessFileError) {
    let number = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw .system("\(path): \(Self.reason())") }
    file = Descriptor(owning: number)
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      let isTaken = errno == EWOULDBLOCK
      let reason = Self.reason()
      throw isTaken ? .taken : .system("\(path): \(reason)")
    }
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw .system("\(path): \(Self.reason())") }
    (inode, device) = (status.st_ino, status.st_dev)
  }

  /// Its descriptor, for mapping.
  var number: Int32 { file.number }

  /// What it holds, at most a page.
  package func read() throws(WitnessFileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(file.number, $0.baseAddress, $0.count, 0) }
    guard count >= 0 else { throw .system(Self.reason()) }
    return Array(bytes.prefix(count))
  }

  /// Writes over what it holds; always the same number of bytes. It is in the system's hands afterwards: that
  /// outlives this process, but not a power cut.
  package func write(_ bytes: [UInt8]) throws(WitnessFileError) {
    let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(file.number, $0.baseAddress, $0.count, 0) }
    guard count == bytes.count else { throw .system(count < 0 ? Self.reason() : "short write") }
  }

  package func sync() throws(WitnessFileError) {
    guard fsync(file.number) == 0 else { throw .system(Self.reason()) }
  }

  /// Whether the file at a path is this very one, and has so many bytes at least.
  func isAt(_ path: String, withRoomFor size: Int) -> Bool {
    var there = stat()
    return unsafe stat(path, &there) == 0 && there.st_ino == inode && there.st_dev == device
      && there.st_size >= size
  }

  static func reason() -> String { unsafe String(cString: strerror(errno)) }
}

/// Why a witness file can't be used.
package enum WitnessFileError: Error, Sendable, Hashable {
  /// Another process holds it.
  case taken
  case system(String)
}

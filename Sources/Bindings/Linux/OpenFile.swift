internal import CLinux
internal import Glibc
internal import Synchronization

/// A file that is open for reading, closed with its last reference.
package final class OpenFile: Sendable {
  private let number: Int32
  /// Indicates whether another owner closes the descriptor. That owner must live as long as this object is
  /// used.
  private let isGivenAway = Atomic<Bool>(false)

  package init(_ path: String) throws(SystemError) {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw SystemError("open") }
    self.number = number
  }

  /// Takes ownership of the descriptor.
  fileprivate init(owning descriptor: consuming Descriptor) { number = descriptor.release() }

  deinit { if !isGivenAway.load(ordering: .relaxed) { _ = close(number) } }

  /// The current metadata of the file.
  package var stamp: FileStamp {
    get throws(SystemError) {
      var status = stat()
      guard unsafe fstat(number, &status) == 0 else { throw SystemError("fstat") }
      return FileStamp(status)
    }
  }

  /// Calls `body` with the bytes of the file, piece by piece.
  package func forEachPiece(_ body: ([UInt8]) -> Void) throws(SystemError) {
    var place = 0
    while true {
      var count = 0
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, filled in
        count = unsafe pread(number, buffer.baseAddress, Self.pieceSize, place)
        filled = max(0, count)
      }
      guard count >= 0 else { throw SystemError("read") }
      guard count > 0 else { return }
      place += count
      body(piece)
    }
  }

  private static let pieceSize = 1 << 16

  /// Returns a descriptor that the caller must close: the first time its own, later a copy.
  func giveAway() -> Int32? {
    isGivenAway.exchange(true, ordering: .relaxed) ? Descriptor.duplicate(number)?.release() : number
  }
}

/// Files in memory, for bytes that are sent like files.
extension OpenFile {
  /// Creates an anonymous file with these bytes, which is gone with its last reference.
  package convenience init(holding bytes: [UInt8]) throws(SystemError) {
    let number = livery_memory_file()
    guard number >= 0 else { throw SystemError("memfd_create") }
    let descriptor = Descriptor(owning: number)
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

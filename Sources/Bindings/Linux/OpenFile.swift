internal import CLinux
internal import Glibc
internal import Synchronization

/// A file that is open for reading, closed when the last who holds it lets go of it.
package final class OpenFile: Sendable {
  private let number: Int32
  /// Whether somebody else closes the descriptor, who has to live as long as this is asked anything.
  private let isGivenAway = Atomic<Bool>(false)

  package init(_ path: String) throws(SystemError) {
    // Opening a pipe would wait for somebody who writes into it.
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw SystemError("open") }
    self.number = number
  }

  /// Takes the descriptor over.
  fileprivate init(owning descriptor: consuming Descriptor) { number = descriptor.release() }

  deinit { if !isGivenAway.load(ordering: .relaxed) { _ = close(number) } }

  /// What the kernel says of it now.
  package var stamp: FileStamp {
    get throws(SystemError) {
      var status = stat()
      guard unsafe fstat(number, &status) == 0 else { throw SystemError("fstat") }
      return FileStamp(status)
    }
  }

  /// Hands out its bytes from the beginning on, piece by piece.
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

  /// A descriptor of it for somebody who will close it: its own at the first time, then copies.
  func giveAway() -> Int32? {
    isGivenAway.exchange(true, ordering: .relaxed) ? Descriptor.duplicate(number)?.release() : number
  }
}

/// Files that lie in memory, for bytes that are to be sent as files are.
extension OpenFile {
  /// A file of these bytes that has no name, and is gone when the last who holds it lets go of it.
  package convenience init(holding bytes: [UInt8]) throws(SystemError) {
    let number = livery_memory_file()
    guard number >= 0 else { throw SystemError("memfd_create") }
    let descriptor = Descriptor(owning: number)
    try File.writeAll(bytes, to: descriptor)
    self.init(owning: descriptor)
  }

  /// Takes all bytes out of a file that lies in memory, whoever holds it: their room is free from here on.
  package func empty() { _ = ftruncate(number, 0) }

  /// The same file by a descriptor of its own.
  package func duplicate() throws(SystemError) -> OpenFile {
    guard let copy = Descriptor.duplicate(number) else { throw SystemError("fcntl") }
    return OpenFile(owning: copy)
  }
}

internal import CLinux
internal import Glibc

/// A small file that one process holds locked.
package final class WitnessFile: Sendable {
  private let file: Descriptor
  package let inode: UInt64
  private let device: dev_t

  /// Opens the file, creates it if it is missing, and locks it until this object is released.
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
    (inode, device) = (UInt64(status.st_ino), status.st_dev)
  }

  /// Releases the lock before the descriptor is closed: a process that another thread is starting has the descriptor too,
  /// for a moment, and the lock would last until then.
  deinit { _ = flock(file.number, LOCK_UN) }

  fileprivate var number: Int32 { file.number }

  /// Reads at most a page.
  package func read() throws(WitnessFileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(file.number, $0.baseAddress, $0.count, 0) }
    guard count >= 0 else { throw .system(Self.reason()) }
    return Array(bytes.prefix(count))
  }

  /// Overwrites the content; always with the same number of bytes. It survives this process, but not a power cut.
  package func write(_ bytes: [UInt8]) throws(WitnessFileError) {
    let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(file.number, $0.baseAddress, $0.count, 0) }
    guard count == bytes.count else { throw .system(count < 0 ? Self.reason() : "short write") }
  }

  /// Renames any file. Returns whether that succeeded.
  package static func rename(_ path: String, to newPath: String) -> Bool {
    unsafe Glibc.rename(path, newPath) == 0
  }

  package func sync() throws(WitnessFileError) {
    guard fsync(file.number) == 0 else { throw .system(Self.reason()) }
  }

  /// Indicates whether the file at a path is this one and has at least so many bytes.
  fileprivate func isAt(_ path: String, withRoomFor size: Int) -> Bool {
    var there = stat()
    return unsafe stat(path, &there) == 0 && UInt64(there.st_ino) == inode && there.st_dev == device
      && there.st_size >= size
  }

  fileprivate static func reason() -> String { unsafe String(cString: strerror(errno)) }
}

/// The reason why a witness file can't be used.
package enum WitnessFileError: Error, Sendable, Hashable {
  /// Another process has locked it.
  case taken
  case system(String)
}

/// Words at the start of a witness file, mapped into memory. Storing one takes no system call, survives the process, and is
/// never done by half.
@safe package final class WitnessWords: Sendable {
  private let file: WitnessFile
  private let count: Int
  private nonisolated(unsafe) let words: UnsafeMutablePointer<UInt64>
  private var size: Int { count * MemoryLayout<UInt64>.size }

  /// Allocates room on the disk, since nothing new can be written once the disk is full.
  package init(of file: WitnessFile, count: Int) throws(WitnessFileError) {
    let size = count * MemoryLayout<UInt64>.size
    let code = posix_fallocate(file.number, 0, off_t(size))
    guard code == 0 else {
      throw .system("the witness file has no room: \(unsafe String(cString: strerror(code)))")
    }
    guard let start = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0),
      unsafe start != MAP_FAILED
    else { throw .system("the witness file can't be mapped: \(WitnessFile.reason())") }
    self.file = file
    self.count = count
    unsafe words = unsafe start.bindMemory(to: UInt64.self, capacity: count)
  }

  deinit { unsafe munmap(words, size) }

  /// Indicates whether the file at a path is the mapped one, and whole: writing into memory that the file no longer has
  /// ends the process.
  package func isAt(_ path: String) -> Bool { file.isAt(path, withRoomFor: size) }

  package subscript(_ index: Int) -> UInt64 {
    get {
      precondition(index < count)
      return unsafe words[index]
    }
    set {
      precondition(index < count)
      unsafe words[index] = newValue
    }
  }
}

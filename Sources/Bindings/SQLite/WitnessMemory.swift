internal import Glibc

/// The beginning of a witness file as a part of this process's memory, with room for two notes that are written over.
///
/// A note costs no call of the system, and outlives the process like one that is written by a call: the file's pages
/// are the system's.
@safe package final class WitnessMemory: Sendable {
  /// The bytes that a note has.
  package static let noteSize = 256
  private static let size = 2 * noteSize

  private let file: WitnessFile
  private nonisolated(unsafe) let notes: UnsafeMutableRawPointer

  /// Takes the room on the disk beforehand: what has no place there can't be written once the disk is full.
  package init(of file: WitnessFile) throws(WitnessFileError) {
    let code = posix_fallocate(file.number, 0, off_t(Self.size))
    guard code == 0 else {
      throw .system("the witness file has no room: \(unsafe String(cString: strerror(code)))")
    }
    guard let start = unsafe mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0),
      unsafe start != MAP_FAILED
    else { throw .system("the witness file can't be mapped: \(WitnessFile.reason())") }
    self.file = file
    unsafe notes = unsafe start
  }

  deinit { unsafe munmap(notes, Self.size) }

  /// Whether the file at a path is the one that is mapped, and whole: to write into memory that the file no longer has
  /// ends the process.
  package func isAt(_ path: String) -> Bool { file.isAt(path, withRoomFor: Self.size) }

  /// What stands at one of the two places; zeros where nothing was ever written.
  package func note(at place: Int) -> [UInt8] {
    unsafe [UInt8](UnsafeRawBufferPointer(start: notes + place * Self.noteSize, count: Self.noteSize))
  }

  /// Writes over one of the two places. A process that is killed meanwhile leaves a part of each note there.
  package func write(_ note: [UInt8], at place: Int) {
    precondition(note.count == Self.noteSize && (0...1).contains(place))
    unsafe note.withUnsafeBytes { note in
      guard let start = note.baseAddress else { return }
      unsafe (notes + place * Self.noteSize).copyMemory(from: start, byteCount: Self.noteSize)
    }
  }
}

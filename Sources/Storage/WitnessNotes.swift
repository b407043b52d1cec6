internal import Bindings
internal import Changes

/// The notes of a witness file. There is room for two, which are written in turn: one that was cut short, because the
/// process was killed meanwhile, leaves the one before.
struct WitnessNotes {
  /// What a start finds there.
  enum Known {
    case nothing
    case damaged
    case witness(Witness)
  }

  private let file: WitnessFile
  private let memory: WitnessMemory
  let finding: Known
  private var number: UInt64

  /// Locks the file until this is gone.
  init(of files: LogFiles) throws(StoreError) {
    do throws(WitnessFileError) {
      file = try WitnessFile(path: files.witness)
      memory = try WitnessMemory(of: file)
    } catch {
      switch error {
      case .taken: throw .unusable("another Livery is using \(files.log)")
      case .system(let reason): throw .unusable(reason)
      }
    }
    let notes = [memory.note(at: 0), memory.note(at: 1)]
    let newest = notes.compactMap { Witness.read($0) }.max { $0.number < $1.number }
    let isBlank = notes.allSatisfy { $0.allSatisfy { $0 == 0 } }
    finding = newest.map { .witness($0.witness) } ?? (isBlank ? .nothing : .damaged)
    number = newest?.number ?? 0
  }

  /// It outlives this process from here on, but not a power cut.
  mutating func write(_ witness: Witness) {
    number &+= 1
    memory.write(witness.line(number: number), at: Int(number & 1))
  }

  /// From here on it outlives a power cut.
  func sync() throws(StoreError) {
    do { try file.sync() } catch { throw .failed("the witness file can't be written: \(error)") }
  }

  /// Whether they can be written into the file at a path.
  func areAt(_ path: String) -> Bool { memory.isAt(path) }
}

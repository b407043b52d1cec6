internal import Bindings
internal import Changes

/// A small file beside a log that keeps a second server out and detects a log that was restored from a copy.
///
/// It holds the log's epoch, the inodes of both files, the last revision, the time of the last commit, and the name of a
/// mark: an empty file that is renamed at each start, at each end and each minute. A restored copy has an older revision,
/// other inodes, a later modification time, or another mark. Owner and mode of the files do not count, since container
/// platforms set them at each start.
struct Witness {
  fileprivate enum Word: Int, CaseIterable {
    case magic, version, epoch, logInode, ownInode, mark, nextMark, markInode, boot, revision, settledAt
  }

  /// The content of the file at the opening.
  private enum Known {
    case nothing, damaged
    case log(epoch: UInt64, inode: UInt64, revision: UInt64, hasMark: Bool)
  }

  private let log: String
  private let file: WitnessFile
  private let words: WitnessWords
  private let known: Known

  private static let path = ".witness"
  /// The file begins with `livery-witness 4`; the former version began with `livery-witness 3`.
  private static let magic = word(of: "livery-w")
  private static let version = word(of: "itness 4")

  /// Locks the witness of the log at a path.
  init(of log: String) throws(StoreError) {
    self.log = log
    do throws(WitnessFileError) {
      file = try WitnessFile(path: log + Self.path)
      let bytes = try file.read()
      words = try WitnessWords(of: file, count: Word.allCases.count)
      known = Self.known(words, bytes)
    } catch {
      switch error {
      case .taken: throw .unusable("another Livery is using \(log)")
      case .system(let reason): throw .unusable(reason)
      }
    }
  }

  private static func known(_ words: WitnessWords, _ bytes: [UInt8]) -> Known {
    if bytes.allSatisfy({ $0 == 0 }) { return .nothing }
    guard words[Word.magic] == magic else { return .damaged }
    if words[Word.version] == version {
      return .log(
        epoch: words[Word.epoch], inode: words[Word.logInode], revision: words[Word.revision], hasMark: true)
    }
    return formerNote(bytes) ?? .damaged
  }

  /// Reads the third version of the file, which had two lines of 256 bytes. The one with the higher number counts.
  private static func formerNote(_ bytes: [UInt8]) -> Known? {
    let notes = [bytes.prefix(256), bytes.dropFirst(256)].compactMap { line -> (UInt64, Known)? in
      let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
      var sum = Fingerprint()
      sum.add(Array(words.dropLast().joined(separator: [UInt8(ascii: " ")])))
      guard words.count == 13, words[1].elementsEqual("3".utf8), UInt64(hex16: words[12]) == sum.word,
        let number = UInt64(String(decoding: words[2], as: UTF8.self)), let epoch = UInt64(hex16: words[3]),
        let revision = UInt64(String(decoding: words[4], as: UTF8.self)),
        let inode = UInt64(String(decoding: words[6], as: UTF8.self))
      else { return nil }
      return (number, .log(epoch: epoch, inode: inode, revision: revision, hasMark: false))
    }
    return notes.max { $0.0 < $1.0 }?.1
  }

  /// The revision that the log is known to have reached, if it was ever written.
  var lastRevision: UInt64? {
    if case .log(_, _, let revision, _) = known, revision > 0 { revision } else { nil }
  }

  /// Returns why the log may not be the one that the witness knows; nil if it is.
  /// - Parameter modifiedAt: the modification time of the log's files before they were opened.
  func doubt(_ position: LogPosition, _ identity: FileIdentity, modifiedAt: Int64) -> String? {
    guard case .log(let epoch, let inode, let revision, let hasMark) = known else {
      if case .nothing = known { return position.head == 0 ? nil : "its witness file is missing" }
      return "its witness file is damaged"
    }
    if epoch != position.epoch.word { return "its witness file belongs to another log" }
    if inode != identity.inode || hasMark && words[Word.ownInode] != file.inode {
      return "the file was replaced"
    }
    if revision > position.head {
      return "it ends at revision \(position.head), but had reached \(revision)"
    }
    guard hasMark else { return nil }
    let isOurs = presentMark != nil && modifiedAt <= latestModification
    return isOurs ? nil : "somebody touched its files since the last commit"
  }

  /// The latest modification time that the server itself explains. After a power cut the witness may be outdated, but
  /// nothing was written between the boot and this start.
  private var latestModification: Int64 {
    guard let boot = SystemBoot.current else { return .max }
    if words[Word.boot] == Self.word(of: boot) { return Int64(bitPattern: words[Word.settledAt]) }
    return (boot.began + Self.clockMargin) * 1_000_000_000
  }

  /// The tolerance for the time of a boot, in seconds.
  private static let clockMargin: Int64 = 2

  private static func word(of text: StaticString) -> UInt64 {
    "\(text)".utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func word(of boot: SystemBoot?) -> UInt64 {
    var sum = Fingerprint()
    sum.add(boot?.word)
    return sum.word
  }

  /// Records a log that was opened.
  func begin(_ position: LogPosition, _ identity: FileIdentity) throws(StoreError) {
    words[Word.epoch] = position.epoch.word
    words[Word.logInode] = identity.inode
    words[Word.ownInode] = file.inode
    words[Word.boot] = Self.word(of: SystemBoot.current)
    words[Word.revision] = position.head
    words[Word.settledAt] = UInt64(bitPattern: WallClock.nanoseconds)
    words[Word.magic] = Self.magic
    words[Word.version] = Self.version
    do { try file.sync() } catch { throw .failed("the witness file can't be written: \(error)") }
    renameMark()
  }

  /// Records that the log's files may change from now on.
  func beginChange() { words[Word.settledAt] = UInt64(bitPattern: .max) }

  /// Records the end of a change.
  /// - Parameter mayChange: whether the files may still change for another reason.
  func endChange(at position: LogPosition, mayChange: Bool = false) {
    words[Word.epoch] = position.epoch.word
    words[Word.revision] = position.head
    if !mayChange { words[Word.settledAt] = UInt64(bitPattern: WallClock.nanoseconds) }
  }

  /// Indicates whether the witness file is still in its place.
  var isInPlace: Bool { words.isAt(log + Self.path) }

  /// Renames or creates the mark. The witness holds both names before the renaming, so that a killed process leaves a
  /// known mark. If the mark can't be renamed, it keeps its name.
  func renameMark() {
    let present = presentMark
    let next = UInt64.random(in: 1 ... .max)
    words[Word.nextMark] = next
    if let present {
      guard (try? file.sync()) != nil, WitnessFile.rename(path(of: present), to: path(of: next)) else {
        return
      }
    } else {
      guard (try? File.write([], to: path(of: next), replacing: true)) != nil else { return }
      words[Word.markInode] = FileIdentity(of: path(of: next))?.inode ?? 0
    }
    words[Word.mark] = next
    if present == nil { try? file.sync() }
  }

  private func path(of mark: UInt64) -> String { "\(log).mark-\(mark.hex16)" }

  /// The name of the mark; nil if it is missing. A mark that was restored from a copy has another inode.
  private var presentMark: UInt64? {
    [words[Word.mark], words[Word.nextMark]].first { mark in
      FileIdentity(of: path(of: mark)).map { $0.inode == words[Word.markInode] } ?? false
    }
  }
}

extension WitnessWords {
  fileprivate subscript(_ word: Witness.Word) -> UInt64 {
    get { self[word.rawValue] }
    set { self[word.rawValue] = newValue }
  }
}

import CSQLite
import Foundation
import Glibc

/// The disk of one server, below the real SQLite: a file system of SQLite's own that knows what was synced.
///
/// Files are real, so that all else of the server finds them. A killed process leaves them as they are. A power cut
/// leaves of each file what was synced, and of the writes since then some, in any order, torn at sectors of 512 bytes.
/// The names of files are durable at once.
final class Disk {
  static let name = "simulated"
  nonisolated(unsafe) static var shared = Disk()

  private final class File {
    let path: String
    var durable: [UInt8]
    var pending: [Write] = []

    init(_ path: String) {
      self.path = path
      durable = Disk.bytes(path)
    }
  }

  private enum Write {
    case bytes([UInt8], at: Int)
    case size(Int)
  }

  /// The faults of writes now.
  enum Fault { case none, full, sync }

  var fault = Fault.none
  /// The time of the last slow sync.
  private(set) var lastSlow: Int64 = 0
  /// Whether the process that has the files open has died: nothing that it still does reaches them.
  var isDead = false
  private var files: [String: File] = [:]
  /// The open files by their addresses, with the original methods.
  private var opened: [UInt: (file: File?, methods: UnsafePointer<sqlite3_io_methods>)] = [:]
  private var tables: [UInt: UnsafePointer<sqlite3_io_methods>] = [:]

  private static func bytes(_ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: path).map { Array($0) } ?? []
  }

  /// Leaves of each file what a power cut leaves. Returns how many writes were lost.
  func cutPower() -> Int {
    let scheduler = Scheduler.shared
    var lost = 0
    for file in files.values.sorted(by: { $0.path < $1.path }) {
      guard Glibc.access(file.path, F_OK) == 0 else { continue }
      var pending = file.pending
      if scheduler.isChance(oneIn: 2) { pending.shuffle(using: &scheduler.random) }
      for write in pending {
        if scheduler.isChance(oneIn: 2) {
          lost += 1
        } else {
          Self.apply(scheduler.isChance(oneIn: 3) ? Self.torn(write) : write, to: &file.durable)
        }
      }
      file.pending = []
      Self.overwrite(file.path, with: file.durable)
      // Nothing was written since the boot.
      var times = [timespec(), timespec()]
      utimensat(AT_FDCWD, file.path, &times, 0)
    }
    return lost
  }

  /// Puts other content into a file while no process has it open, as a restored copy does.
  func restore(_ path: String, _ content: [UInt8]?) {
    guard let content else {
      unlink(path)
      return files[path] = nil
    }
    Self.overwrite(path, with: content)
    files[path] = nil
  }

  static func overwrite(_ path: String, with content: [UInt8]) {
    let number = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = content.withUnsafeBytes { pwrite(number, $0.baseAddress, $0.count, 0) }
    close(number)
  }

  private static func torn(_ write: Write) -> Write {
    guard case .bytes(let bytes, let offset) = write, bytes.count > 512 else { return write }
    let sectors = Int.random(in: 0..<(bytes.count / 512), using: &Scheduler.shared.random)
    return .bytes(Array(bytes.prefix(sectors * 512)), at: offset)
  }

  private static func apply(_ write: Write, to content: inout [UInt8]) {
    switch write {
    case .size(let size):
      if size < content.count { content.removeLast(content.count - size) }
      if size > content.count { content += [UInt8](repeating: 0, count: size - content.count) }
    case .bytes(let bytes, let offset):
      if content.count < offset + bytes.count {
        content += [UInt8](repeating: 0, count: offset + bytes.count - content.count)
      }
      content.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
    }
  }

  // MARK: SQLite's calls

  /// Registers the file system.
  func install() {
    guard let original = sqlite3_vfs_find(nil) else { fatalError("SQLite has no file system") }
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    vfs.initialize(to: original.pointee)
    vfs.pointee.zName = UnsafePointer(strdup(Self.name))
    vfs.pointee.xOpen = { _, name, file, flags, out in Disk.shared.open(name, file, flags, out) }
    vfs.pointee.xDelete = { _, name, syncs in
      guard !Disk.shared.isDead, let original = sqlite3_vfs_find(nil) else { return SQLITE_OK }
      if let name { Disk.shared.files[String(cString: name)] = nil }
      return original.pointee.xDelete(original, name, syncs)
    }
    vfs.pointee.xRandomness = { _, count, bytes in
      for index in 0..<Int(count) { bytes?[index] = .random(in: .min ... .max) }
      return count
    }
    vfs.pointee.xSleep = { _, microseconds in
      Scheduler.shared.sleep(max(1, Int64(microseconds) / 1000))
      return microseconds
    }
    guard sqlite3_vfs_register(vfs, 0) == SQLITE_OK else { fatalError("no file system can be registered") }
  }

  private func open(
    _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
    _ out: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let original = sqlite3_vfs_find(nil), let file else { return SQLITE_ERROR }
    let code = original.pointee.xOpen(original, name, file, flags, out)
    guard code == SQLITE_OK, let methods = file.pointee.pMethods else { return code }
    var known: File?
    if let name, flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL) != 0 {
      let path = String(cString: name)
      known = files[path] ?? File(path)
      files[path] = known
    }
    opened[UInt(bitPattern: file)] = (known, methods)
    file.pointee.pMethods = table(methods)
    return code
  }

  /// Returns the same methods, with writes and syncs that come here; made once for each table.
  private func table(_ methods: UnsafePointer<sqlite3_io_methods>) -> UnsafePointer<sqlite3_io_methods> {
    if let known = tables[UInt(bitPattern: methods)] { return known }
    let copy = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    copy.initialize(to: methods.pointee)
    copy.pointee.xWrite = { Disk.shared.write($0, $1, Int($2), Int($3)) }
    copy.pointee.xTruncate = { Disk.shared.truncate($0, Int($1)) }
    copy.pointee.xSync = { file, _ in Disk.shared.sync(file) }
    copy.pointee.xClose = { file in
      let key = UInt(bitPattern: file)
      guard let file, let methods = Disk.shared.opened.removeValue(forKey: key)?.methods else {
        return SQLITE_ERROR
      }
      file.pointee.pMethods = methods
      return methods.pointee.xClose(file)
    }
    tables[UInt(bitPattern: methods)] = UnsafePointer(copy)
    return UnsafePointer(copy)
  }

  private func write(
    _ handle: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeRawPointer?, _ count: Int, _ offset: Int
  ) -> Int32 {
    Scheduler.shared.mayChange(oneIn: 16)
    guard let (file, methods) = opened[UInt(bitPattern: handle)] else { return SQLITE_IOERR }
    if isDead { return SQLITE_IOERR }
    if fault == .full { return SQLITE_FULL }
    file?.pending.append(.bytes(Array(UnsafeRawBufferPointer(start: bytes, count: count)), at: offset))
    return methods.pointee.xWrite(handle, bytes, Int32(count), sqlite3_int64(offset))
  }

  private func truncate(_ handle: UnsafeMutablePointer<sqlite3_file>?, _ size: Int) -> Int32 {
    guard let (file, methods) = opened[UInt(bitPattern: handle)], !isDead else { return SQLITE_IOERR }
    file?.pending.append(.size(size))
    return methods.pointee.xTruncate(handle, sqlite3_int64(size))
  }

  private func sync(_ handle: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
    let scheduler = Scheduler.shared
    let isSlow = scheduler.isChance(oneIn: 100)
    if isSlow { lastSlow = scheduler.now + 800 }
    scheduler.sleep(isSlow ? 800 : .random(in: 1...15, using: &scheduler.random))
    guard let (file, _) = opened[UInt(bitPattern: handle)], !isDead else { return SQLITE_IOERR }
    if fault == .sync { return SQLITE_IOERR | (4 << 8) }
    guard let file else { return SQLITE_OK }
    for write in file.pending { Self.apply(write, to: &file.durable) }
    file.pending = []
    return SQLITE_OK
  }
}

import CSQLite
import Glibc
import Synchronization

/// A file system that fails on command: SQLite's own, with the writes and syncs of its files intercepted.
///
/// Process-wide, like SQLite's list of file systems; only stores that are opened with its name go through it.
enum FaultyDisk {
  enum Fault: Int, Sendable {
    case none, full, sync
  }

  static let name = "faulty"
  /// The present fault.
  private static let fault = Atomic<Int>(0)
  /// Tables of methods, as addresses: each intercepted one by its original and the other way round.
  private static let tables = Mutex<[UInt: UInt]>([:])

  static func set(_ fault: Fault) { Self.fault.store(fault.rawValue, ordering: .sequentiallyConsistent) }

  /// Called with each sync, before it.
  static let onSync = Mutex<(@Sendable () -> Void)?>(nil)

  private static func isFailing(_ fault: Fault) -> Bool {
    Self.fault.load(ordering: .sequentiallyConsistent) == fault.rawValue
  }

  static let isInstalled: Bool = {
    guard let original = unsafe sqlite3_vfs_find(nil) else { return false }
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    unsafe vfs.initialize(to: original.pointee)
    unsafe vfs.pointee.zName = UnsafePointer(strdup(name))
    unsafe vfs.pointee.xOpen = { _, name, file, flags, outFlags in
      guard let original = unsafe sqlite3_vfs_find(nil), let open = unsafe original.pointee.xOpen else {
        return SQLITE_ERROR
      }
      let code = unsafe open(original, name, file, flags, outFlags)
      if code == SQLITE_OK, let file = unsafe file, let methods = unsafe file.pointee.pMethods {
        unsafe file.pointee.pMethods = FaultyDisk.intercepted(methods)
      }
      return code
    }
    return unsafe sqlite3_vfs_register(vfs, 0) == SQLITE_OK
  }()

  /// The same methods, with writes and syncs that look at the fault first; made once for each table.
  private static func intercepted(
    _ methods: UnsafePointer<sqlite3_io_methods>
  ) -> UnsafePointer<sqlite3_io_methods>? {
    let key = UInt(bitPattern: methods)
    if let known = tables.withLock({ $0[key] }) { return unsafe UnsafePointer(bitPattern: known) }
    let copy = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    unsafe copy.initialize(to: methods.pointee)
    unsafe copy.pointee.xWrite = { file, bytes, count, offset in
      if FaultyDisk.isFailing(.full) { return SQLITE_FULL }
      return unsafe FaultyDisk.original(of: file)?.pointee.xWrite(file, bytes, count, offset) ?? SQLITE_IOERR
    }
    unsafe copy.pointee.xSync = { file, flags in
      FaultyDisk.onSync.withLock { $0 }?()
      if FaultyDisk.isFailing(.sync) { return SQLITE_IOERR | (4 << 8) }
      return unsafe FaultyDisk.original(of: file)?.pointee.xSync(file, flags) ?? SQLITE_IOERR
    }
    let made = UInt(bitPattern: copy)
    tables.withLock { tables in
      tables[key] = made
      tables[made] = key
    }
    return unsafe UnsafePointer(copy)
  }

  private static func original(
    of file: UnsafeMutablePointer<sqlite3_file>?
  ) -> UnsafePointer<sqlite3_io_methods>? {
    guard let copy = unsafe file?.pointee.pMethods else { return nil }
    let key = UInt(bitPattern: copy)
    guard let known = tables.withLock({ $0[key] }) else { return nil }
    return unsafe UnsafePointer(bitPattern: known)
  }
}

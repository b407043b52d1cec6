internal import CLinux
internal import Glibc

/// Operations on folders and paths.
package enum FileSystem {
  /// Returns the names in a folder, sorted by their bytes, without `.` and `..`.
  package static func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = unsafe opendir(folder) else { throw SystemError("opendir") }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Indicates whether anything exists at the path, including a broken symbolic link.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Returns the path that a symbolic link has; nil for anything else.
  package static func target(ofLink path: String) -> String? {
    let room = 4096
    var bytes = [CChar](repeating: 0, count: room)
    let count = unsafe readlink(path, &bytes, room)
    let text = bytes.prefix(max(count, 0)).map { UInt8(truncatingIfNeeded: $0) }
    return text.isEmpty ? nil : String(validating: text, as: UTF8.self)
  }

  /// Creates the folder and its parents. An existing folder is no error.
  /// - Parameter isPrivate: whether only the owner and the group may enter it, whatever the umask says.
  package static func makeFolder(_ path: String, isPrivate: Bool = false) throws(SystemError) {
    if isFolder(path) { return }
    if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex {
      try makeFolder(String(path[..<slash]))
    }
    let mode: mode_t = isPrivate ? 0o750 : 0o777
    guard unsafe mkdir(path, mode) == 0 || errno == EEXIST else { throw SystemError("mkdir") }
  }

  /// Indicates whether users other than the owner and the group may read the file.
  package static func isReadableByOthers(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IROTH != 0
  }

  /// Gives a file of root's, and those beside it whose names continue its name, to the owner of their folder. So a server
  /// with another user can open what a command of root has created. Does nothing for other users.
  package static func giveToFolderOwner(_ path: String) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(path[...$0]) } ?? "."
    let prefix = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
    var owner = stat()
    guard geteuid() == 0, unsafe stat(folder, &owner) == 0, owner.st_uid != 0 else { return }
    for name in (try? names(in: folder)) ?? [] where name.hasPrefix(prefix) {
      // A link could lead to any file of the system, which would then be the owner's.
      let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
      guard let file = try? Descriptor(opening: "\(folder)/\(name)", flags),
        let status = try? File.status(of: file.number), status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == 0, status.st_nlink == 1
      else { continue }
      _ = fchown(file.number, owner.st_uid, owner.st_gid)
    }
  }

  /// Indicates whether this process may open the files in a folder.
  package static func isEnterable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  /// Indicates whether this process may create files in a folder.
  package static func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }
}

/// A watch for changes in folders, by inotify.
package final class FolderWatch: Sendable {
  private let owned: Descriptor

  package init() throws(SystemError) {
    owned = try Descriptor("inotify_init1", inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)))
  }

  package var descriptor: Int32 { owned.number }

  /// Watches for files that are written, moved or removed directly in this folder. Adding a folder twice is harmless.
  package func add(_ folder: String) throws(SystemError) {
    let events =
      IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ATTRIB | IN_ONLYDIR
    guard unsafe inotify_add_watch(owned.number, folder, UInt32(events)) >= 0 else {
      throw SystemError("inotify_add_watch")
    }
  }

  /// Discards all events. Returns whether there were any.
  package func drain() -> Bool {
    var noticed = false
    unsafe withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { room in
      while unsafe Glibc.read(owned.number, room.baseAddress, room.count) > 0 { noticed = true }
    }
    return noticed
  }
}

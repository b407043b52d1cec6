internal import Glibc

/// The tree of folders that files lie in.
package enum FileSystem {
  /// The names in a folder, in the order of their bytes, `.` and `..` left out.
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

  /// Whether anything is there, be it a link that leads nowhere.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Makes the folder and those above it; one that is there already is fine.
  /// - Parameter isPrivate: whether it is closed to all but its owner and its group, whatever the umask says.
  package static func makeFolder(_ path: String, isPrivate: Bool = false) throws(SystemError) {
    if isFolder(path) { return }
    if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex {
      try makeFolder(String(path[..<slash]))
    }
    let mode: mode_t = isPrivate ? 0o750 : 0o777
    guard unsafe mkdir(path, mode) == 0 || errno == EEXIST else { throw SystemError("mkdir") }
  }

  /// Whether others than its owner and its group may read a file.
  package static func isReadableByOthers(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IROTH != 0
  }

  /// Whether this process may open what is in a folder.
  package static func isEnterable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  /// Whether this process may put files there.
  package static func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }
}

extension SystemError {
  package static let noSuchFile = ENOENT
}

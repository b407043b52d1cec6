internal import CLinux
internal import Glibc

/// A look-out for changes in folders.
package final class FolderWatch: Sendable {
  private let owned: Descriptor

  package init() throws(SystemError) {
    let number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard number >= 0 else { throw SystemError("inotify_init1") }
    owned = Descriptor(owning: number)
  }

  /// For watching.
  package var descriptor: Int32 { owned.number }

  /// Looks at what is written, moved or removed directly in this folder. Adding a folder twice does no harm.
  package func add(_ folder: String) throws(SystemError) {
    let events =
      IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF
      | IN_MOVE_SELF
      | IN_ATTRIB | IN_ONLYDIR
    guard unsafe inotify_add_watch(owned.number, folder, UInt32(events)) >= 0 else {
      throw SystemError("inotify_add_watch")
    }
  }

  /// Takes all that was noticed; whether there was anything.
  package func drain() -> Bool {
    var noticed = false
    unsafe withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { room in
      while unsafe Glibc.read(owned.number, room.baseAddress, room.count) > 0 { noticed = true }
    }
    return noticed
  }
}

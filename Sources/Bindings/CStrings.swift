internal import Glibc

/// A null-terminated array of C strings.
@safe
final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafePointer<CChar>?>
  private let count: Int

  convenience init(_ texts: [String]) { unsafe self.init(owning: texts.map { unsafe strdup($0) }) }

  /// Takes ownership of memory from `malloc`.
  init(owning blocks: [UnsafeMutablePointer<CChar>?]) {
    count = unsafe blocks.count
    unsafe pointers = .allocate(capacity: count + 1)
    for index in 0..<count { unsafe (pointers + index).initialize(to: UnsafePointer(blocks[index])) }
    unsafe (pointers + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { unsafe free(UnsafeMutablePointer(mutating: pointers[index])) }
    unsafe pointers.deallocate()
  }

  /// The array for functions that declare its strings as mutable, but do not change them.
  var mutable: UnsafePointer<UnsafeMutablePointer<CChar>?> {
    unsafe UnsafeRawPointer(pointers).assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
  }
}

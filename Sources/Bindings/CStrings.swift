internal import Glibc

/// A null-terminated array of C strings.
@safe
final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafePointer<CChar>?>
  private let count: Int

  init(_ texts: [String]) {
    count = texts.count
    unsafe pointers = .allocate(capacity: count + 1)
    for (index, text) in texts.enumerated() {
      unsafe (pointers + index).initialize(to: UnsafePointer(strdup(text)))
    }
    unsafe (pointers + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { unsafe free(UnsafeMutablePointer(mutating: pointers[index])) }
    unsafe pointers.deallocate()
  }
}

internal import CLinux
internal import Glibc

/// A file descriptor with one owner, closed when the owner lets go of it.
package struct Descriptor: ~Copyable, Sendable {
  package let number: Int32

  /// Takes the descriptor over.
  package init(owning number: Int32) { self.number = number }

  deinit { _ = close(number) }

  /// Another descriptor for the same file; nil where none is left.
  package static func duplicate(_ number: Int32) -> Descriptor? {
    let copy = livery_duplicate(number)
    return copy < 0 ? nil : Descriptor(owning: copy)
  }

  /// One that stands for nothing, held so that it can be given up when descriptors run out.
  package static func spare() -> Descriptor? {
    let number = eventfd(0, Int32(EFD_CLOEXEC))
    return number < 0 ? nil : Descriptor(owning: number)
  }

  /// Gives the descriptor away without closing it.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }
}

internal import CLinux
internal import Glibc

/// A file descriptor with one owner, closed when the owner lets go of it.
package struct Descriptor: ~Copyable, Sendable {
  package let number: Int32

  /// Takes ownership of the descriptor.
  package init(owning number: Int32) { self.number = number }

  deinit { _ = close(number) }

  /// Returns another descriptor for the same file, or nil if the process has none left.
  package static func duplicate(_ number: Int32) -> Descriptor? {
    let copy = livery_duplicate(number)
    return copy < 0 ? nil : Descriptor(owning: copy)
  }

  /// Returns a descriptor without a purpose, held so that it can be closed when descriptors run out.
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

/// Two sockets, each of which receives what the other sends.
struct SocketPair: ~Copyable {
  let client: Descriptor
  /// Not owned: the receiver closes it.
  let server: Int32

  init() throws(SystemError) {
    var numbers: (Int32, Int32) = (-1, -1)
    let code = unsafe withUnsafeMutableBytes(of: &numbers) { bytes in
      unsafe socketpair(
        AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0,
        bytes.assumingMemoryBound(to: Int32.self).baseAddress)
    }
    guard code == 0 else { throw SystemError("socketpair") }
    client = Descriptor(owning: numbers.0)
    server = numbers.1
  }
}

internal import CLinux
internal import Glibc

/// A file descriptor with one owner, closed when the owner releases it.
package struct Descriptor: ~Copyable, Sendable {
  package let number: Int32

  package init(owning number: Int32) { self.number = number }

  /// Takes ownership of the result of a system call, or throws its error.
  init(_ call: String, _ result: Int32) throws(SystemError) {
    guard result >= 0 else { throw SystemError(call) }
    number = result
  }

  /// Opens a file. One that is created can be read by all users and written by its owner.
  init(opening path: String, _ flags: Int32) throws(SystemError) {
    try self.init("open", unsafe open(path, flags, 0o644))
  }

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

  /// Returns the descriptor to another owner without closing it.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }
}

/// Two connected sockets: each receives the bytes that are sent on the other.
struct SocketPair: ~Copyable {
  let client: Descriptor
  /// Not owned: the receiver closes it.
  let server: Int32

  init() throws(SystemError) {
    var numbers: (Int32, Int32) = (-1, -1)
    let code = unsafe withUnsafeMutableBytes(of: &numbers) { bytes in
      unsafe socketpair(
        AF_UNIX, Socket.stream, 0, bytes.assumingMemoryBound(to: Int32.self).baseAddress)
    }
    guard code == 0 else { throw SystemError("socketpair") }
    client = Descriptor(owning: numbers.0)
    server = numbers.1
  }
}

/// A failed system call: its name and its errno.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  package let call: String
  package let code: Int32

  package init(_ call: String, code: Int32 = errno) { (self.call, self.code) = (call, code) }

  package var cause: String {
    guard self != .notRegular else { return "It is a pipe or a device, not a file" }
    return unsafe String(cString: strerror(code))
  }

  package var description: String { "\(call): \(cause)" }

  /// Indicates whether descriptors or memory have run out.
  package var isExhaustion: Bool { [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(code) }

  /// A pipe, a socket or a device where a file is needed; the kernel has no code of its own for that.
  static let notRegular = SystemError("open", code: EMEDIUMTYPE)

  /// The call that finds the addresses of a host.
  package static let lookUp = "getaddrinfo"

  package static let accessDenied = EACCES
  package static let alreadyThere = EEXIST
  package static let noSuchFile = ENOENT
  package static let timedOut = ETIMEDOUT
  package static let reset = ECONNRESET
  package static let addressInUse = EADDRINUSE
  package static let addressNotAvailable = EADDRNOTAVAIL
  package static let nameTooLong = ENAMETOOLONG
  package static let notSocket = ENOTSOCK
}

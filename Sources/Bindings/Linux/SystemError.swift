internal import Glibc

/// A failed system call: its name and its errno.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  package let call: String
  package let code: Int32

  package init(_ call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  /// The system's message for the code.
  package var cause: String {
    guard self != .notRegular else { return "It is a pipe or a device, not a file" }
    return unsafe String(cString: strerror(code))
  }

  package var description: String { "\(call): \(cause)" }

  /// Indicates whether descriptors or memory have run out.
  package var isExhaustion: Bool { [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(code) }

  /// A pipe, a socket or a device where a file is needed; the kernel has no code of its own for that.
  static let notRegular = SystemError("open", code: EMEDIUMTYPE)

  package static let accessDenied = EACCES
  package static let alreadyThere = EEXIST
  package static let noSuchFile = ENOENT
  package static let timedOut = ETIMEDOUT
  package static let reset = ECONNRESET
  package static let addressInUse = EADDRINUSE
  package static let addressNotAvailable = EADDRNOTAVAIL
}

internal import Glibc

/// A refusal of the kernel: the call and its errno.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  package let call: String
  package let code: Int32

  package init(_ call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  /// The kernel's own words for the code.
  package var cause: String {
    guard self != .notRegular else { return "It is a pipe or a device, not a file" }
    return unsafe String(cString: strerror(code))
  }

  package var description: String { "\(call): \(cause)" }

  /// Whether descriptors or memory have run out.
  package var isExhaustion: Bool { [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(code) }

  package static let accessDenied = EACCES
  package static let addressInUse = EADDRINUSE
  package static let addressNotAvailable = EADDRNOTAVAIL
}

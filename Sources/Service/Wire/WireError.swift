internal import Bindings

/// A reason for which the server can't start.
package enum WireError: Error, Hashable, CustomStringConvertible {
  case badAddress(String)
  case portTaken(host: String, port: UInt16)
  case addressUnavailable(host: String, port: UInt16)
  case notPermitted(host: String, port: UInt16)
  case socketPathTooLong(String)
  /// Another process listens there.
  case socketTaken(String)
  /// The file at the path is no socket.
  case notSocket(String)
  case socketUnusable(String, cause: String)
  case unreadable(file: String, cause: String)
  case notPEM(file: String, expected: String)
  case unusableCertificate(file: String, keyFile: String)
  case certificateWithoutKey
  /// GnuTLS accepts either not these priorities or not this certificate. It does not say which.
  case unusablePriorities(String, file: String, keyFile: String)
  /// The library would answer bad requests with its own pages.
  case libraryPages
  /// This version of the library does not treat requests as this program needs it.
  case unfitLibrary(version: String)
  case system(String)

  /// Converts the error of a worker that could not be made.
  init(_ error: SystemError, _ configuration: WireConfiguration) {
    if let file = configuration.certificateFile, let keyFile = configuration.keyFile, !error.isExhaustion {
      self =
        configuration.tlsPriorities.map { .unusablePriorities($0, file: file, keyFile: keyFile) }
        ?? .unusableCertificate(file: file, keyFile: keyFile)
    } else {
      self = .system(error.description)
    }
  }

  package var description: String {
    switch self {
    case .badAddress(let host): "'\(host)' is not an address to listen on"
    case .portTaken(let host, let port): "port \(port) on \(host) is taken by another process"
    case .addressUnavailable(let host, let port):
      "this machine has no address \(host) to listen on (port \(port))"
    case .notPermitted(let host, let port):
      "listening on \(host) port \(port) is not permitted; ports below 1024 need a privilege"
    case .socketPathTooLong(let path):
      "the path of the socket '\(path)' has \(path.utf8.count) bytes, and at most \(SocketAddress.longestPath) are possible; "
        + "choose a shorter one, like unix:/run/livery/livery.sock"
    case .socketTaken(let path):
      "another process listens on the socket '\(path)'; end that process, or choose another path with --listen unix:PATH"
    case .notSocket(let path):
      "'\(path)' exists and is no socket; remove it, or choose another path with --listen unix:PATH"
    case .socketUnusable(let path, let cause):
      "listening on the socket '\(path)' is not possible: \(cause); its folder must exist, and the server's user must be "
        + "able to write there"
    case .unreadable(let file, let cause): "the TLS file '\(file)' can't be read: \(cause)"
    case .notPEM(let file, let expected): "the file '\(file)' holds no PEM \(expected)"
    case .unusableCertificate(let file, let keyFile):
      "the certificate '\(file)' and the key '\(keyFile)' can't be used together; is it that certificate's key?"
    case .unusablePriorities(let priorities, let file, let keyFile):
      "TLS can't begin with the setting tlsPriorities '\(priorities)'; leave it out, and if that does not help, "
        + "see whether the key '\(keyFile)' is that of the certificate '\(file)'"
    case .certificateWithoutKey: "TLS needs both a certificate file and a key file"
    case .libraryPages:
      "this program was linked so that libmicrohttpd answers bad requests with pages of its own; "
        + "build it with Scripts/build-release, and libmicrohttpd as a shared library"
    case .unfitLibrary(let version):
      "the libmicrohttpd of this system (version \(version)) left a request unanswered that this start sent to itself, "
        + "so no client would get a response; install version 0.9.75 (Debian 12) or 1.0.1 (Debian 13), with which this "
        + "program is tested"
    case .system(let what): what
    }
  }
}

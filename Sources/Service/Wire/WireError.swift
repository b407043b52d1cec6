/// Why the server could not be started.
package enum WireError: Error, Hashable, CustomStringConvertible {
  case badAddress(String)
  case portTaken(host: String, port: UInt16)
  case addressUnavailable(host: String, port: UInt16)
  case notPermitted(host: String, port: UInt16)
  case unreadable(file: String, cause: String)
  case badCertificate(file: String)
  case certificateWithoutKey
  case system(String)

  package var description: String {
    switch self {
    case .badAddress(let host): "\(host) is not an address to listen on"
    case .portTaken(let host, let port): "port \(port) on \(host) is taken by another process"
    case .addressUnavailable(let host, let port):
      "this machine has no address \(host) to listen on (port \(port))"
    case .notPermitted(let host, let port):
      "listening on \(host) port \(port) is not permitted; ports below 1024 need a privilege"
    case .unreadable(let file, let cause): "\(file) can't be read: \(cause)"
    case .badCertificate(let file): "\(file) does not hold a usable PEM certificate with its key"
    case .certificateWithoutKey: "TLS needs both a certificate file and a key file"
    case .system(let what): what
    }
  }
}

internal import Glibc

/// One of the streams that every process is born with.
package enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Writes all of it. What the reader no longer takes is lost.
  package func write(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        guard let start = bytes.baseAddress else { return }
        let count = unsafe Glibc.write(rawValue, start + written, bytes.count - written)
        if count < 0 {
          if errno == EINTR { continue }
          return
        }
        written += count
      }
    }
  }
}

internal import CLinux
internal import Glibc

/// Two sockets, each of which receives what the other sends.
struct SocketPair: ~Copyable {
  let client: Descriptor
  /// Not owned: whoever it is handed to closes it.
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

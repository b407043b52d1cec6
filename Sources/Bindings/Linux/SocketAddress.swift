internal import CLinux
internal import Glibc

/// An address and a port to listen on or to connect to.
package struct SocketAddress: Sendable {
  private let storage: sockaddr_storage
  private let length: socklen_t

  /// Looks the host up, a numeric address or a name; nil where there is none such.
  package init?(host: String, port: UInt16) {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>? = nil
    guard unsafe getaddrinfo(host.isEmpty ? nil : host, String(port), &hints, &found) == 0,
      let first = unsafe found
    else { return nil }
    defer { unsafe freeaddrinfo(first) }
    var storage = sockaddr_storage()
    let length = unsafe first.pointee.ai_addrlen
    unsafe withUnsafeMutableBytes(of: &storage) { bytes in
      unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: first.pointee.ai_addr, count: Int(length)))
    }
    self.storage = storage
    self.length = length
  }

  var family: Int32 { Int32(storage.ss_family) }

  func bind(_ number: Int32) -> Int32 { unsafe withSockaddr { unsafe livery_bind(number, $0, length) } }

  func connect(_ number: Int32) -> Int32 { unsafe withSockaddr { unsafe livery_connect(number, $0, length) } }

  private func withSockaddr(_ body: (UnsafeRawPointer) -> Int32) -> Int32 {
    unsafe withUnsafePointer(to: storage) { unsafe body($0) }
  }

  static func port(of number: Int32) -> UInt16 {
    var address = PeerAddress()
    _ = unsafe address.withSockaddr { unsafe livery_name(number, $0, $1) }
    return address.port
  }
}

/// Who is at the other end of a connection.
package struct PeerAddress: Sendable {
  private var storage = sockaddr_storage()
  private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

  mutating func withSockaddr(
    _ body: (UnsafeMutableRawPointer, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> Int32 {
    unsafe withUnsafeMutablePointer(to: &length) { length in
      unsafe withUnsafeMutablePointer(to: &storage) { unsafe body($0, length) }
    }
  }

  func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    unsafe withUnsafePointer(to: storage) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
    }
  }

  var port: UInt16 {
    unsafe withUnsafeBytes(of: storage) { bytes in
      UInt16(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    }
  }

  /// The numeric address; one of IPv4 is written as such even where the socket is one of IPv6.
  package var text: String {
    let mapped = isMappedIPv4
    let family = mapped ? AF_INET : Int32(storage.ss_family)
    return unsafe withUnsafeBytes(of: storage) { bytes in
      let offset = mapped ? 20 : family == AF_INET6 ? 8 : 4
      return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { room in
        guard let start = room.baseAddress, let base = bytes.baseAddress,
          unsafe inet_ntop(family, base + offset, start, socklen_t(INET6_ADDRSTRLEN)) != nil
        else { return "unknown" }
        return unsafe String(cString: start)
      }
    }
  }

  package var isLoopback: Bool {
    unsafe withUnsafeBytes(of: storage) { bytes in
      if storage.ss_family == AF_INET { return unsafe bytes[4] == 127 }
      if isMappedIPv4 { return unsafe bytes[20] == 127 }
      return unsafe storage.ss_family == AF_INET6 && bytes[8..<23].allSatisfy { $0 == 0 } && bytes[23] == 1
    }
  }

  private var isMappedIPv4: Bool {
    guard storage.ss_family == AF_INET6 else { return false }
    return unsafe withUnsafeBytes(of: storage) { bytes in
      unsafe bytes[8..<18].allSatisfy { $0 == 0 } && bytes[18] == 0xff && bytes[19] == 0xff
    }
  }
}

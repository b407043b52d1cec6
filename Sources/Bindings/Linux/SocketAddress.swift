internal import CLinux
internal import Glibc

/// The address of a socket, to listen on, to connect to, or of a peer: a host and a port, or a path of a Unix socket.
package struct SocketAddress: Sendable {
  private var storage = sockaddr_storage()
  private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

  /// An unknown address, which the kernel fills in.
  package init() {}

  /// Looks up a host to listen on, a numeric address or a name. Nil if it is not found.
  package init?(host: String, port: UInt16) {
    guard let first = Self.all(of: host, port, AI_PASSIVE | AI_NUMERICSERV).first else { return nil }
    self = first
  }

  /// The address of a Unix socket. Nil if the kernel has no room for the path.
  init?(path: String) { self.init(unix: path.utf8.contains(0) ? [] : Array(path.utf8) + [0]) }

  /// The address of an abstract Unix socket, which has a name and no file.
  init?(abstract name: Substring) { self.init(unix: name.isEmpty ? [] : [0] + Array(name.utf8)) }

  private init?(unix bytes: [UInt8]) {
    guard (2...Self.longestPath + 1).contains(bytes.count) else { return nil }
    storage.ss_family = sa_family_t(AF_UNIX)
    length = socklen_t(Self.pathOffset + bytes.count)
    unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0[Self.pathOffset...].copyBytes(from: bytes) }
  }

  /// The size of the longest path of a Unix socket, in bytes.
  package static let longestPath = 107
  private static let pathOffset = MemoryLayout<sa_family_t>.size

  /// The address to which a socket is bound.
  init(of number: Int32) { _ = unsafe fill { unsafe livery_name(number, $0, $1) } }

  /// The address of the other end of a connected socket.
  init(ofPeerOf number: Int32) { _ = unsafe fill { unsafe livery_peer_name(number, $0, $1) } }

  private init(_ found: addrinfo) {
    length = unsafe found.ai_addrlen
    unsafe withUnsafeMutableBytes(of: &storage) { bytes in
      unsafe bytes.copyMemory(
        from: UnsafeRawBufferPointer(start: found.ai_addr, count: Int(found.ai_addrlen)))
    }
  }

  /// Returns the addresses of a host; none if it is not found.
  static func all(of host: String, _ port: UInt16, _ flags: Int32) -> [SocketAddress] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = flags
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host.isEmpty ? nil : host, String(port), &hints, &found) == 0 else { return [] }
    defer { unsafe freeaddrinfo(found) }
    var addresses: [SocketAddress] = []
    var next = unsafe found
    while let candidate = unsafe next {
      unsafe addresses.append(SocketAddress(candidate.pointee))
      unsafe next = unsafe candidate.pointee.ai_next
    }
    return addresses
  }

  var family: Int32 { Int32(storage.ss_family) }

  func bind(_ number: Int32) -> Int32 { unsafe withSockaddr { unsafe livery_bind(number, $0, $1) } }

  func connect(_ number: Int32) -> Int32 { unsafe withSockaddr { unsafe livery_connect(number, $0, $1) } }

  mutating func fill(
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

  /// The address as it is written in settings. The path of an abstract Unix socket begins with `@`.
  var listenAddress: ListenAddress {
    guard isUnix else { return ListenAddress(host: text, port: port) }
    let path = unsafe withUnsafeBytes(of: storage) { unsafe Array($0[Self.pathOffset..<Int(length)]) }
    let isAbstract = path.first == 0
    let name = String(decoding: isAbstract ? path.dropFirst() : path.prefix { $0 != 0 }, as: UTF8.self)
    return .unix(path: isAbstract ? "@\(name)" : name)
  }

  /// Indicates whether it belongs to a Unix socket. Clients of one have no address of their own.
  package var isUnix: Bool { family == AF_UNIX }

  /// The text for all clients of Unix sockets.
  package static let unix = "unix"

  /// The numeric address, or `unix`. An IPv4 address is written as such even on an IPv6 socket.
  package var text: String {
    if isUnix { return Self.unix }
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

  /// Copies the numeric address as the network writes it: 4 bytes, or 16.
  func copyHost(into words: inout (UInt32, UInt32, UInt32, UInt32)) {
    let bytes = family == AF_INET6 ? 8..<24 : 4..<8
    unsafe withUnsafeBytes(of: storage) { storage in
      unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyBytes(from: storage[bytes]) }
    }
  }

  /// Indicates whether the peer is on this machine: at a loopback address or a Unix socket.
  package var isLoopback: Bool {
    if isUnix { return true }
    return unsafe withUnsafeBytes(of: storage) { bytes in
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

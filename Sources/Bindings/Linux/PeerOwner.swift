internal import CLinux
internal import Glibc

/// The user whose process has the other end of a connection, as the kernel knows it.
package enum PeerOwner: Sendable, Hashable {
  case user(UInt32)
  /// The kernel does not say; the reason.
  case unknown(String)

  /// The user of this process.
  package static var ownUser: UInt32 { geteuid() }

  private init(_ user: UInt32) {
    let isAmbiguous = user == Self.unmapped && !Self.numbersEveryUser
    self =
      isAmbiguous ? .unknown("\(user) stands for every user without a number in this namespace") : .user(user)
  }

  /// The number for users without a number in this process's user namespace, unless `kernel.overflowuid` was changed.
  private static let unmapped: UInt32 = 65534

  /// Indicates whether all users have a number in this process's user namespace.
  private static var numbersEveryUser: Bool {
    let map = (try? File.bytes(of: "/proc/self/uid_map", atMost: 4096)) ?? []
    return String(decoding: map, as: UTF8.self).split(whereSeparator: \.isWhitespace) == [
      "0", "0", "4294967295",
    ]
  }

  /// Finds the owner of the other end of a connected socket. Never blocks.
  ///
  /// A peer in another network namespace is not found. A socket counts as that of the process that made it, even if it was
  /// handed to another.
  package init(of descriptor: Int32) {
    let here = SocketAddress(of: descriptor)
    if here.isUnix {
      var user: UInt32 = 0
      let code = unsafe livery_unix_peer(descriptor, &user)
      self = code == 0 ? Self(user) : .unknown("\(SystemError("getsockopt"))")
      return
    }
    do throws(SystemError) {
      guard let socket = try Self.socket(from: SocketAddress(ofPeerOf: descriptor), to: here) else {
        self = .unknown("it knows no such connection in this network namespace")
        return
      }
      // The kernel also finds listeners, and connections that a process has closed: these have no inode and count as root's.
      guard [TCPState.established, .finWait1, .finWait2].contains(TCPState(rawValue: socket.idiag_state)),
        socket.idiag_inode != 0,
        // While this end is connected, no other connection can have these ports.
        [.established, .closeWait].contains(TCPState(of: descriptor))
      else {
        self = .unknown("the connection was closed")
        return
      }
      self.init(socket.idiag_uid)
    } catch {
      self = .unknown("\(error)")
    }
  }

  /// Returns the TCP socket that has an address and is connected to another, or nil if this network namespace has none.
  private static func socket(
    from source: SocketAddress, to target: SocketAddress
  ) throws(SystemError) -> inet_diag_msg? {
    let kernel = try Descriptor(
      "AF_NETLINK",
      Glibc.socket(AF_NETLINK, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), NETLINK_SOCK_DIAG))
    var question = Self.question(about: source, to: target)
    let size = MemoryLayout<livery_socket_question>.size
    // The kernel answers before `send` returns.
    guard unsafe send(kernel.number, &question, size, Int32(MSG_DONTWAIT)) == size else {
      throw SystemError("netlink")
    }
    var answer = livery_socket_answer()
    let count = unsafe livery_receive_from_kernel(
      kernel.number, &answer, MemoryLayout<livery_socket_answer>.size)
    guard count >= 0 else { throw SystemError("netlink") }
    if answer.header.nlmsg_type == UInt16(NLMSG_ERROR) {
      let code = unsafe withUnsafeBytes(of: answer.body) { unsafe $0.loadUnaligned(as: Int32.self) }
      if code == -ENOENT { return nil }
      throw SystemError("netlink", code: -code)
    }
    guard count == MemoryLayout<livery_socket_answer>.size,
      answer.header.nlmsg_type == UInt16(SOCK_DIAG_BY_FAMILY), answer.header.nlmsg_seq == 1,
      answer.body.id.idiag_sport == question.body.id.idiag_sport,
      answer.body.id.idiag_dport == question.body.id.idiag_dport
    else { return nil }
    return answer.body
  }

  private static func question(
    about source: SocketAddress, to target: SocketAddress
  ) -> livery_socket_question {
    var question = livery_socket_question()
    question.header.nlmsg_len = UInt32(MemoryLayout<livery_socket_question>.size)
    question.header.nlmsg_type = UInt16(SOCK_DIAG_BY_FAMILY)
    question.header.nlmsg_flags = UInt16(NLM_F_REQUEST)
    question.header.nlmsg_seq = 1
    question.body.sdiag_family = UInt8(source.family)
    question.body.sdiag_protocol = UInt8(IPPROTO_TCP)
    question.body.idiag_states = .max
    (question.body.id.idiag_sport, question.body.id.idiag_dport) = (
      source.port.bigEndian, target.port.bigEndian
    )
    source.copyHost(into: &question.body.id.idiag_src)
    target.copyHost(into: &question.body.id.idiag_dst)
    question.body.id.idiag_cookie = (.max, .max)
    return question
  }
}

/// The states of a TCP connection in which both ends may still speak of it.
private enum TCPState: UInt8 {
  case established = 1
  case finWait1 = 4
  case finWait2 = 5
  case closeWait = 8

  /// The state of a socket, or nil for any other state.
  init?(of descriptor: Int32) {
    var state: UInt8 = 0
    var length: socklen_t = 1
    guard unsafe getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &state, &length) == 0 else {
      return nil
    }
    self.init(rawValue: state)
  }
}

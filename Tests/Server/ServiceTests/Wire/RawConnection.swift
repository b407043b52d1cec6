import Glibc

/// A client that writes and reads bytes, nothing more.
final class RawConnection {
  let descriptor: Int32
  private var received: [UInt8] = []
  /// Whether the connection was torn down, rather than closed.
  private(set) var wasReset = false

  init(port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
    _ = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { _ = close(descriptor) }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  func get(_ target: String, headers: String = "") {
    send("GET \(target) HTTP/1.1\r\nHost: x\r\n\(headers)\r\n")
  }

  /// Whether these bytes come before the connection ends.
  func receives(_ bytes: [UInt8]) -> Bool {
    while !received.contains(bytes) { guard receive() else { return false } }
    return true
  }

  func stopWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// More bytes; false at the end of the stream, at a reset, or when nothing has come for long.
  private func receive() -> Bool {
    var room = [UInt8](repeating: 0, count: 16_384)
    let count = unsafe recv(descriptor, &room, room.count, 0)
    guard count > 0 else {
      wasReset = wasReset || count < 0 && errno == ECONNRESET
      return false
    }
    received += room[..<count]
    return true
  }

  /// The first byte of what comes; nil when the connection ends before.
  func firstByte() -> UInt8? {
    while received.isEmpty, receive() {}
    return received.first
  }

  /// The status of the answer that comes, which stays to be read; nil when the connection ends before.
  func status() -> Int? {
    while received.count < 12, receive() {}
    return Int(String(decoding: received.dropFirst(9).prefix(3), as: UTF8.self))
  }

  /// All that still comes, until the server closes.
  func rest() -> String {
    while receive() {}
    defer { received = [] }
    return String(decoding: received, as: UTF8.self)
  }

  /// Returns the bytes up to a text, or to the end.
  func text(until end: String) -> String {
    let end = Array(end.utf8)
    var looked = 0
    while !received[looked...].contains(end) {
      looked = max(0, received.count - end.count)
      guard receive() else { break }
    }
    defer { received = [] }
    return String(decoding: received, as: UTF8.self)
  }

  /// The next answer; nil when the connection ends before it is whole.
  func answer(toHead: Bool = false) -> RawAnswer? {
    while true {
      if let (answer, count) = RawAnswer.parse(received, toHead: toHead) {
        received.removeFirst(count)
        return answer
      }
      guard receive() else { return nil }
    }
  }

  /// Whether anything has come, be it the end, without waiting for it.
  var hasReceived: Bool { hasReceived(within: .zero) }

  func hasReceived(within time: Duration) -> Bool {
    guard received.isEmpty else { return true }
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&watched, 1, Int32(time.components.seconds * 1000)) > 0
  }

  /// Whether the server has closed and nothing is left to read.
  var isAtEnd: Bool { received.isEmpty && !receive() }
}

/// An answer taken apart, so far as tests look into it.
struct RawAnswer {
  var status = 0
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  var text: String { String(decoding: body, as: UTF8.self) }

  func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  static func parse(_ bytes: [UInt8], toHead: Bool) -> (RawAnswer, Int)? {
    let end = Array("\r\n\r\n".utf8)
    guard bytes.count >= 4,
      let start = (0...(bytes.count - 4)).first(where: { Array(bytes[$0..<($0 + 4)]) == end })
    else { return nil }
    let lines = String(decoding: bytes[..<start], as: UTF8.self).split(separator: "\r\n")
    var answer = RawAnswer()
    answer.status = Int(lines[0].split(separator: " ")[1]) ?? 0
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      answer.headers.append((String(parts[0]), parts[1].trimmingPrefix { $0 == " " }.description))
    }
    let bodyStart = start + 4
    let isBodiless = toHead || answer.status == 304 || answer.status == 204 || answer.status < 200
    let length = isBodiless ? 0 : Int(answer.header("Content-Length") ?? "0") ?? 0
    guard bytes.count >= bodyStart + length else { return nil }
    answer.body = Array(bytes[bodyStart..<(bodyStart + length)])
    return (answer, bodyStart + length)
  }
}

internal import Foundation
internal import Glibc

/// A server that answers each request with bytes that the test chooses, which no Livery would send.
package final class AnsweringServer: Sendable {
  package enum Reply: Sendable {
    case text(String)
    /// The second again and again, until the client leaves.
    case endless(String, String)
  }

  package let port: UInt16
  private let listener: Int32

  /// - Parameter answer: returns the response to a request, by its target.
  package init(_ answer: @escaping @Sendable (String) -> Reply) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = unsafe bind(listener, $0, size)
        _ = listen(listener, 64)
        _ = unsafe getsockname(listener, $0, &size)
      }
    }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { Self.accept(on: listener, answer) }
  }

  deinit { _ = shutdown(listener, Int32(SHUT_RDWR)) }

  package var url: String { "http://127.0.0.1:\(port)" }

  private static func accept(on listener: Int32, _ answer: @escaping @Sendable (String) -> Reply) {
    while true {
      let connection = Glibc.accept(listener, nil, nil)
      guard connection >= 0 else { break }
      Thread.detachNewThread { serve(connection, answer) }
    }
    _ = close(listener)
  }

  private static func serve(_ connection: Int32, _ answer: (String) -> Reply) {
    defer { _ = close(connection) }
    guard let target = request(on: connection) else { return }
    switch answer(target) {
    case .text(let text): _ = send(text, on: connection)
    case .endless(let first, let piece):
      let pieces = String(repeating: piece, count: max(100_000 / piece.utf8.count, 1))
      guard send(first, on: connection) else { return }
      while send(pieces, on: connection) {}
    }
    // A close before the client has read would take the answer from it.
    _ = shutdown(connection, Int32(SHUT_WR))
    while !receive(on: connection).isEmpty {}
  }

  /// The target of the next request, once its body has come as well.
  private static func request(on connection: Int32) -> String? {
    var text = ""
    while true {
      let bytes = receive(on: connection)
      guard !bytes.isEmpty else { return nil }
      text += String(decoding: bytes, as: UTF8.self)
      guard let end = text.range(of: "\r\n\r\n") else { continue }
      let head = text[..<end.lowerBound].components(separatedBy: "\r\n")
      let length = head.first { $0.hasPrefix("Content-Length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
      if text[end.upperBound...].utf8.count >= length {
        return head[0].split(separator: " ").dropFirst().first.map(String.init)
      }
    }
  }

  private static func receive(on connection: Int32) -> [UInt8] {
    var room = [UInt8](repeating: 0, count: 16_384)
    let count = unsafe room.withUnsafeMutableBytes { unsafe recv(connection, $0.baseAddress, $0.count, 0) }
    return Array(room.prefix(max(count, 0)))
  }

  private static func send(_ text: String, on connection: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

internal import Service
internal import ThemeAPI

/// A request as text, decoded the way the wire decodes it, without a socket.
enum RequestText {
  /// Takes the lines of a head apart, then its target; nil is what the wire refuses before any endpoint sees it.
  static func request(_ bytes: [UInt8]) -> Request? {
    let (head, body) = split(bytes)
    var lines = head.split(separator: UInt8(ascii: "\n"))
    guard !lines.isEmpty else { return nil }
    let words = lines.removeFirst().split(separator: UInt8(ascii: " "))
    guard words.count >= 2, let method = Request.Method(rawValue: String(decoding: words[0], as: UTF8.self))
    else { return nil }
    let raw = String(decoding: words[1], as: UTF8.self)
    guard let target = try? RequestTarget(raw) else { return nil }
    return Request(
      method: method, target: RawTarget(raw), path: target.path, query: target.query,
      headers: lines.compactMap(field),
      body: body, peer: Request.Peer(address: "127.0.0.1", isLoopback: true, user: PeerUser { .trusted }))
  }

  /// Head and body, an empty line between them.
  private static func split(_ bytes: [UInt8]) -> (head: ArraySlice<UInt8>, body: [UInt8]) {
    let line = UInt8(ascii: "\n")
    for index in bytes.indices.dropLast() where bytes[index] == line && bytes[index + 1] == line {
      return (bytes[..<index], Array(bytes[(index + 2)...]))
    }
    return (bytes[...], [])
  }

  private static func field(_ line: ArraySlice<UInt8>) -> Request.Field? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return nil }
    let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
    return Request.Field(
      String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
  }
}

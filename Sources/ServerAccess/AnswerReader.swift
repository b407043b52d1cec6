/// Assembles HTTP responses from the bytes of a connection. It does not read sockets itself.
package struct AnswerReader {
  package enum Progress: Equatable, Sendable {
    /// The response is incomplete.
    case more
    case answer(HTTPClient.ServerReply)
    case malformed
  }

  private typealias Head = (status: Int, headers: [HTTPClient.ServerReply.Header])

  /// The bytes that were received and belong to no response yet.
  package private(set) var received: [UInt8] = []
  private var isClosed = false
  private var head: Head?
  /// The number of bytes that were searched for the end of a head, so that none is searched twice.
  private var searched = 0
  private var chunks: [UInt8] = []
  /// Far more than servers send before a body.
  private static let largestHead = 64 << 10
  /// Far more than the length of a chunk's size with its extensions.
  private static let longestLine = 4 << 10
  /// The number of interim responses before the current one. Servers send one or two.
  private var interims = 0
  private static let mostInterims = 100

  package init() {}

  /// The status of a response whose body is incomplete.
  package var status: Int? { head?.status }

  /// Indicates whether the stream ended within a response that was valid so far.
  var isCutShort: Bool {
    isClosed && (head != nil || received.isEmpty || received.starts(with: "HTTP/".utf8))
  }

  /// Adds received bytes. An empty array is the end of the stream.
  package mutating func take(_ bytes: [UInt8]) {
    if bytes.isEmpty { isClosed = true }
    received += bytes
  }

  /// Returns the next response if it is complete. A response to HEAD has no body, whatever its headers say.
  package mutating func next(toHead isHead: Bool = false) -> Progress {
    while head == nil {
      guard let end = endOfHead() else {
        return isClosed || received.count > Self.largestHead ? .malformed : .more
      }
      guard let parsed = Self.parse(received[..<end]) else { return .malformed }
      received.removeFirst(end + 4)
      searched = 0
      // Interim responses such as 100 precede the final response.
      if parsed.status >= 200 {
        head = parsed
      } else {
        interims += 1
        guard interims < Self.mostInterims else { return .malformed }
      }
    }
    guard let head else { return .more }
    return body(of: head, isEmpty: isHead || head.status == 204 || head.status == 304)
  }

  private mutating func endOfHead() -> Int? {
    let end: [UInt8] = [13, 10, 13, 10]
    guard received.count >= end.count else { return nil }
    let last = received.count - end.count
    defer { searched = last + 1 }
    guard searched <= last else { return nil }
    return (searched...last).first { received[$0..<$0 + end.count].elementsEqual(end) }
  }

  private mutating func body(of head: Head, isEmpty: Bool) -> Progress {
    func value(_ name: String) -> String? { head.headers.first { $0.name == name }?.value }
    if isEmpty { return answer([], taking: 0) }
    if value("transfer-encoding")?.lowercased() == "chunked" { return takeChunks() }
    guard let text = value("content-length") else {
      return isClosed ? answer(received, taking: received.count) : .more
    }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(text) else {
      return .malformed
    }
    if received.count >= length { return answer(Array(received[..<length]), taking: length) }
    return isClosed ? .malformed : .more
  }

  private mutating func answer(_ body: [UInt8], taking count: Int) -> Progress {
    guard let head else { return .malformed }
    received.removeFirst(count)
    (searched, interims, chunks, self.head) = (0, 0, [], nil)
    return .answer(HTTPClient.ServerReply(status: head.status, headers: head.headers, body: body))
  }

  private static func parse(_ head: ArraySlice<UInt8>) -> Head? {
    let lines = head.split(separator: 10).map { line in
      String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
    }
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), words[1].utf8.count == 3,
      let status = Int(words[1]), status >= 100
    else { return nil }
    let headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? String(parts[1].drop { $0 == " " || $0 == "\t" }) : ""
      return HTTPClient.ServerReply.Header(name: parts[0].lowercased(), value: value)
    }
    return (status, headers)
  }

  private enum Chunk {
    /// A complete chunk; the range is the place of its bytes.
    case whole(Range<Int>)
    /// The last chunk; the response ends at this offset.
    case last(end: Int)
    case partial, malformed
  }

  /// Moves complete chunks to those before them, so that none is parsed twice.
  private mutating func takeChunks() -> Progress {
    var place = 0
    while true {
      switch chunk(at: place) {
      case .whole(let bytes):
        chunks += received[bytes]
        place = bytes.upperBound + 2
      case .last(let end): return answer(chunks, taking: end)
      case .partial:
        received.removeFirst(place)
        return isClosed ? .malformed : .more
      case .malformed: return .malformed
      }
    }
  }

  private func chunk(at place: Int) -> Chunk {
    let rest = received[place...]
    guard let line = rest.prefix(Self.longestLine).firstIndex(of: 10) else {
      return rest.count < Self.longestLine ? .partial : .malformed
    }
    guard let size = Self.size(of: rest[..<line]) else { return .malformed }
    let begin = line + 1
    // The size may be the largest integer, so nothing may be added to it before the bytes have arrived.
    let arrived = received.count - begin - 2
    guard arrived >= size else { return .partial }
    // An empty line follows the last chunk. Livery sends no trailers.
    return size == 0 ? .last(end: begin + 2) : .whole(begin..<begin + size)
  }

  /// Parses the size at the beginning of a chunk: at most 16 hexadecimal digits, without a sign.
  private static func size(of line: ArraySlice<UInt8>) -> Int? {
    let word = line.prefix { !"\r; \t".utf8.contains($0) }
    guard (1...16).contains(word.count), !word.contains(where: "+-".utf8.contains) else { return nil }
    return Int(String(decoding: word, as: UTF8.self), radix: 16)
  }
}

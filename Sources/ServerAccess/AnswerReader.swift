/// Puts an answer together from the pieces in which it arrives; no sockets here.
package struct AnswerReader {
  package enum Progress: Equatable, Sendable {
    /// Not all of it has arrived.
    case more
    case answer(HTTPClient.ServerReply)
    case malformed
  }

  private typealias Head = (status: Int, headers: [HTTPClient.ServerReply.Header])

  /// What arrived and belongs to no answer yet.
  package private(set) var received: [UInt8] = []
  private var isClosed = false
  private var head: Head?
  /// How much of it was looked at for the end of a head, so that none is looked at twice.
  private var searched = 0

  package init() {}

  /// The status of the answer whose head has arrived, while its body has not.
  package var status: Int? { head?.status }

  /// Whether the stream has ended on the way to an answer that may well have been one.
  var isCutShort: Bool {
    isClosed && (head != nil || received.isEmpty || received.starts(with: "HTTP/".utf8))
  }

  /// Takes what arrived; nothing is the end of the stream.
  package mutating func take(_ bytes: [UInt8]) {
    if bytes.isEmpty { isClosed = true }
    received += bytes
  }

  /// The next answer, if all of it is there; one to HEAD has no body, whatever it says.
  package mutating func next(toHead isHead: Bool = false) -> Progress {
    while head == nil {
      guard let end = endOfHead() else { return isClosed ? .malformed : .more }
      guard let parsed = Self.parse(received[..<end]) else { return .malformed }
      received.removeFirst(end + 4)
      searched = 0
      // 100 and its like announce the answer that follows.
      if parsed.status >= 200 { head = parsed }
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
    if value("transfer-encoding")?.lowercased() == "chunked" {
      switch Self.chunks(received[...]) {
      case .whole(let body, let end): return answer(body, taking: end)
      case .partial: return isClosed ? .malformed : .more
      case .malformed: return .malformed
      }
    }
    guard let text = value("content-length") else {
      return isClosed ? answer(received, taking: received.count) : .more
    }
    guard let length = Int(text), length >= 0 else { return .malformed }
    if received.count >= length { return answer(Array(received[..<length]), taking: length) }
    return isClosed ? .malformed : .more
  }

  private mutating func answer(_ body: [UInt8], taking count: Int) -> Progress {
    guard let head else { return .malformed }
    received.removeFirst(count)
    searched = 0
    self.head = nil
    return .answer(HTTPClient.ServerReply(status: head.status, headers: head.headers, body: body))
  }

  private static func parse(_ head: ArraySlice<UInt8>) -> Head? {
    let lines = head.split(separator: 10).map { line in
      String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
    }
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else { return nil }
    let headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? String(parts[1].drop { $0 == " " || $0 == "\t" }) : ""
      return HTTPClient.ServerReply.Header(name: parts[0].lowercased(), value: value)
    }
    return (status, headers)
  }

  private enum Chunks {
    /// The body, with the place where its last chunk ends.
    case whole([UInt8], end: Int)
    case partial, malformed
  }

  private static func chunks(_ bytes: ArraySlice<UInt8>) -> Chunks {
    var rest = bytes
    var body: [UInt8] = []
    while let line = rest.firstIndex(of: 10) {
      let digits = rest[..<line].prefix { $0 != 13 && $0 != UInt8(ascii: ";") }
      guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0 else {
        return .malformed
      }
      rest = rest[(line + 1)...]
      // The blank line after the last chunk; trailers are never sent to us.
      if size == 0 { return rest.count >= 2 ? .whole(body, end: rest.startIndex + 2) : .partial }
      guard rest.count >= size + 2 else { return .partial }
      body += rest.prefix(size)
      rest = rest.dropFirst(size + 2)
    }
    return .partial
  }
}

import Testing

@testable import Bindings

/// Heads as a daemon really reads them.
@Suite struct `The check of a head` {
  private func check(_ bytes: [UInt8], on stand: DaemonStand) throws -> HeaderCheck? {
    _ = try stand.connect(sending: bytes)
    defer { stand.run() }
    return stand.lastDelegate?.check
  }

  @Test func `tells a body and how it comes`() throws {
    let stand = try DaemonStand()
    func of(_ fields: String) throws -> HeaderCheck {
      let bytes = Array("POST / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n".utf8)
      return try #require(try check(bytes, on: stand))
    }
    #expect(try !of("").hasBody)
    #expect(try of("Content-Length: 2\r\n").hasBody)
    #expect(try !of("content-length: 2\r\n").hasTransferEncoding)
    #expect(try of("TRANSFER-ENCODING: chunked\r\n").hasTransferEncoding)
    let both = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n"
    // Version 1.0 refuses it before the check.
    #expect(try check(Array(both.utf8), on: stand)?.isAmbiguous ?? (stand.refusals == [400]))
    #expect(try of("Content-Length: 2\r\nContent-Length: 2\r\n").isAmbiguous)
    #expect(try !of("Content-Length: 2\r\n").isAmbiguous)
  }

  @Test func `knows of every name's length whether it may be there`() throws {
    let stand = try DaemonStand()
    let long = String(repeating: "n", count: 100)
    let bytes = Array("GET / HTTP/1.1\r\nHost: x\r\nAbcdef: 1\r\n\(long): 2\r\n\r\n".utf8)
    let check = try #require(try check(bytes, on: stand))
    for length in 1...120 where length < 63 {
      #expect(check.mayContainName(ofLength: length) == [4, 6].contains(length))
    }
    #expect(check.mayContainName(ofLength: 100))
  }
}

/// One byte of a good head after another is replaced by every other byte.
@Suite struct `A head with one wrong byte` {
  private static let head = Array("GET /a HTTP/1.1\r\nHost: x.y:80\r\nA-b: c d\r\nE:\r\n\r\n".utf8)
  /// The reader of method and target checks the bytes before it.
  private static let endOfFirstLine = "GET /a HTTP/1.1".utf8.count

  @Test(arguments: endOfFirstLine..<head.count)
  func `is well-formed where RFC 9112 has it so, and nowhere else`(_ place: Int) throws {
    let stand = try DaemonStand()
    for byte in UInt8.min...UInt8.max where !leavesNoTrace(byte, at: place) {
      var bytes = Self.head
      bytes[place] = byte
      _ = try stand.connect(sending: bytes)
      #expect(
        (stand.lastDelegate?.check?.isWellFormed ?? false) == HeadGrammar.allows(bytes),
        "byte \(byte) at \(place)")
      stand.run()
    }
  }

  /// The library writes a NUL over the CR that ends a line, and over the colon after a name. If one of the two
  /// replaced such a CR, no trace is left. docs/threat-model.md says why that does no harm.
  private func leavesNoTrace(_ byte: UInt8, at place: Int) -> Bool {
    Self.head[place] == 0x0d && (byte == 0 || byte == 0x3a && place == Self.head.count - 2)
  }
}

/// The rules of RFC 9112 for the lines of a head, implemented in another way than in the check.
private enum HeadGrammar {
  static func allows(_ head: [UInt8]) -> Bool {
    var lines = head.split(separator: 0x0a, omittingEmptySubsequences: false)
    guard lines.removeLast().isEmpty, lines.allSatisfy({ $0.last == 0x0d }) else { return false }
    lines = lines.map { $0.dropLast() }
    guard lines.removeLast().isEmpty, lines.removeFirst().elementsEqual("GET /a HTTP/1.1".utf8) else {
      return false
    }
    let fields = lines.map(field)
    let hosts = fields.filter { $0?.name == "host" }
    return fields.allSatisfy { $0 != nil } && hosts.count == 1
      && hosts.allSatisfy { $0?.value.allSatisfy(isOfHost) ?? false }
  }

  private static func field(_ line: ArraySlice<UInt8>) -> (name: String, value: String.UnicodeScalarView)? {
    let parts = line.split(separator: 0x3a, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    // Of each byte a scalar, so that none is lost.
    let name = parts[0].map { Unicode.Scalar($0) }
    var value = String.UnicodeScalarView(parts[1].map { Unicode.Scalar($0) })
    guard !name.isEmpty, name.allSatisfy(isOfToken), value.allSatisfy(isOfValue) else { return nil }
    while let first = value.first, isBlank(first) { value.removeFirst() }
    while let last = value.last, isBlank(last) { value.removeLast() }
    return (String(String.UnicodeScalarView(name)).lowercased(), value)
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }

  private static func isOfToken(_ scalar: Unicode.Scalar) -> Bool {
    isLetterOrDigit(scalar) || "!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar)
  }

  private static func isOfValue(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\t" || scalar.value >= 0x20 && scalar.value != 0x7f
  }

  private static func isOfHost(_ scalar: Unicode.Scalar) -> Bool {
    isLetterOrDigit(scalar) || "!$%&'()*+,-.:;=[]_~".unicodeScalars.contains(scalar)
  }
}

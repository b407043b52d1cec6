import Testing

@testable import Bindings

/// Compares the check of every byte in every place with the rules of the RFCs.
@Suite struct `The bytes of a field` {
  private static let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)

  private func withBytes<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let text = bytes.map { CChar(bitPattern: $0) } + [0]
    return unsafe text.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { fatalError("a text of no bytes, not even its last") }
      return unsafe body(start)
    }
  }

  @Test(arguments: 1...255 as ClosedRange<UInt8>)
  func `make a name where all are of a token`(_ byte: UInt8) {
    let isGood = Self.letters.contains(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    for name in [[byte], [0x61, byte], [byte, 0x61], [0x61, byte, 0x62]] {
      #expect(unsafe withBytes(name) { unsafe FieldBytes.isName($0) } == isGood)
    }
  }

  @Test func `make no name where there are none`() {
    #expect(unsafe !withBytes([]) { unsafe FieldBytes.isName($0) })
  }

  @Test(arguments: 1...255 as ClosedRange<UInt8>)
  func `make a value where none is a control character but a tab`(_ byte: UInt8) {
    let isGood = byte == 0x09 || (0x20...0x7e).contains(byte) || byte >= 0x80
    for value in [[byte], [0x61, byte], [byte, 0x61]] {
      #expect(unsafe withBytes(value) { unsafe FieldBytes.isValue($0) } == isGood)
    }
    #expect(unsafe withBytes([]) { unsafe FieldBytes.isValue($0) })
  }

  @Test(arguments: 1...255 as ClosedRange<UInt8>)
  func `make a target where none is a space or a control character`(_ byte: UInt8) {
    let isGood = (0x21...0x7e).contains(byte) || byte >= 0x80
    for target in [[byte], [0x2f, byte], [byte, 0x2f]] {
      #expect(unsafe withBytes(target) { unsafe FieldBytes.isTarget($0) } == isGood)
    }
  }

  @Test(arguments: 1...255 as ClosedRange<UInt8>)
  func `make a host where all are of a name, an address or a port`(_ byte: UInt8) {
    let isGood = Self.letters.contains(byte) || "!$%&'()*+,-.:;=[]_~".utf8.contains(byte)
    for host in [[0x61, byte, 0x62], [byte, 0x61]] {
      #expect(unsafe withBytes(host) { unsafe FieldBytes.isHost($0) } == isGood)
    }
  }

  @Test(arguments: [("x", "x"), ("x \t ", "x"), (" x", " x"), ("", ""), (" \t", ""), ("a b ", "a b")])
  func `lose blanks at the end alone`(_ text: String, _ trimmed: String) {
    let bytes = unsafe withBytes(Array(text.utf8)) { unsafe Array(FieldBytes.trimmed($0)) }
    #expect(bytes == Array(trimmed.utf8))
  }
}

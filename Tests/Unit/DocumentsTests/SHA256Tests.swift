import Documents
import Testing

@Suite struct `The digest` {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `is that of the standard's examples`(text: String, digest: String) {
    #expect(SHA256.hex(of: Array(text.utf8)) == digest)
  }

  @Test func `does not depend on the pieces in which the bytes come`() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) }
    for cut in 0...bytes.count {
      var digest = SHA256()
      digest.update(Array(bytes[..<cut]))
      digest.update(Array(bytes[cut...]))
      #expect(digest.finalize() == SHA256.hash(bytes))
    }
  }
}

@Suite struct `A code that authenticates a message` {
  /// RFC 4231, test cases 1, 2, 6 and 7.
  @Test(
    arguments: [
      (
        [UInt8](repeating: 0x0b, count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
      (
        [UInt8](repeating: 0xaa, count: 131),
        "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be "
          + "hashed before being used by the HMAC algorithm.",
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
      ),
    ] as [([UInt8], String, String)])
  func `is the one of RFC 4231`(_ key: [UInt8], _ message: String, _ code: String) {
    #expect(SHA256.hex(SHA256.authenticationCode(of: Array(message.utf8), key: key)) == code)
  }
}

@Suite struct `Base 64` {
  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func `is written and read as RFC 4648 has it`(_ text: String, _ coded: String) {
    #expect(Base64.text(of: Array(text.utf8)) == coded)
    #expect(Base64.bytes(of: coded) == Array(text.utf8))
    #expect(Base64.bytes(of: coded.filter { $0 != "=" }) == Array(text.utf8))
  }

  @Test(arguments: ["Z", "Zg===", "Zg=a", "Z g=", "Zm9vY", "Zg-_", "Zé"])
  func `is not read from what is none`(_ text: String) {
    #expect(Base64.bytes(of: text) == nil)
  }
}

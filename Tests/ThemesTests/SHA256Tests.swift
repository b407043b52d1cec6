import Testing
import Themes

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

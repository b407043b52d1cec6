internal import Documents

/// The words of a name with letters beyond ASCII, or with no letter at all: style sheets keep such letters, other forms
/// write their numbers, `u6240`.
struct FlatLetters {
  private let words: [[Unicode.Scalar]]
  /// A Boolean value that indicates whether there is no letter to keep. Then signs are written as their numbers: a name must not be empty.
  private let isSigns: Bool

  /// Returns whether a name has letters beyond ASCII, or no letter at all.
  static func isNeeded(for name: String) -> Bool {
    name.hasByte { $0 >= 0x80 } || !name.hasByte { $0.isAlphanumeric }
  }

  init(of name: String) {
    let words = name.unicodeScalars.split { !Self.isLetter($0) }.map(Array.init)
    isSigns = words.isEmpty
    self.words = words.isEmpty ? [Array(name.unicodeScalars)] : words
  }

  /// ASCII's letters and digits, and beyond it what CSS Syntax lets stand in a name.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x80: UInt8(scalar.value).isAlphanumeric
    case 0xb7, 0xc0...0xd6, 0xd8...0xf6, 0xf8...0x37d, 0x37f...0x1fff, 0x200c...0x200d, 0x203f...0x2040,
      0x2070...0x218f, 0x2c00...0x2fef, 0x3001...0xd7ff, 0xf900...0xfdcf, 0xfdf0...0xfffd, 0x10000...:
      true
    default: false
    }
  }

  func spelled(keepsLetters: Bool) -> [String] {
    words.map { word in
      word.reduce(into: "") { text, scalar in
        let isPlain = scalar.isASCII && !isSigns
        text += isPlain || keepsLetters && !isSigns ? String(scalar) : Self.number(of: scalar)
      }
    }
  }

  /// Bytes that are the same, but for the case of ASCII's letters, for all names that share a form.
  package func fold(_ body: (UInt8) -> Void) {
    for word in spelled(keepsLetters: false) { for byte in word.utf8 { body(byte.asciiLowercased) } }
  }

  private static func number(of scalar: Unicode.Scalar) -> String { "u" + String(scalar.value, radix: 16) }
}

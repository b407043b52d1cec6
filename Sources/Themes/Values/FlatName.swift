internal import Documents

/// The name of one value of a theme where names are all there is: style sheets, resource files.
///
/// A color or other value has one part, everything else several, and forms join parts by what no part holds. So a
/// color can only collide with a color or value, an image with an image, and so on.
package struct FlatName: Sendable, Hashable {
  package let parts: [String]

  private init(_ parts: [String]) { self.parts = parts }

  package static func color(_ name: String) -> FlatName { FlatName([name]) }
  package static func value(_ name: String) -> FlatName { FlatName([name]) }
  package static func image(_ name: String) -> FlatName { FlatName(["image", name]) }
  package static let transition = FlatName(["transition", "duration"])

  package static func setting(_ target: ClassReference, _ key: PropertyKey) -> FlatName {
    FlatName([target.description, key.name] + key.axisValues)
  }

  /// The name of a part of its value.
  package func member(_ name: String) -> FlatName { FlatName(parts + [name]) }

  /// `accent-pressed`, `ui-button-sure--title-color--normal`: parts in kebab case, joined by two hyphens.
  package var kebab: String { joined(by: UInt8(ascii: "-"), keepsLetters: true) }

  /// `--accent-pressed`: the same as the name of a custom property.
  package var customProperty: String {
    joined(by: UInt8(ascii: "-"), keepsLetters: true, after: "--")
  }

  /// `accent_pressed`, `ui_button_sure__title_color__normal`. Never begins with a digit and is no word of Java's
  /// own, since builds for Android make a field of that name.
  package var snake: String {
    let name = joined(by: UInt8(ascii: "_"), keepsLetters: false)
    if Self.javaKeywords.contains(name) { return name + "_" }
    return name.utf8.first.map(\.isDigit) == true ? "_" + name : name
  }

  private static let javaKeywords: Set<String> = [
    "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const", "continue",
    "default", "do", "double", "else", "enum", "extends", "false", "final", "finally", "float", "for", "goto",
    "if", "implements", "import", "instanceof", "int", "interface", "long", "native", "new", "null",
    "package",
    "private", "protected", "public", "return", "short", "static", "strictfp", "super", "switch",
    "synchronized", "this", "throw", "throws", "transient", "true", "try", "void", "volatile", "while",
  ]

  /// A form in which both are the same; nil where they stay apart.
  package func sharedForm(with other: FlatName) -> String? {
    if kebab == other.kebab { return kebab }
    return snake == other.snake ? snake : nil
  }

  /// - Parameter keepsLetters: whether letters beyond ASCII stand as they are, in place of their numbers.
  private func joined(by joint: UInt8, keepsLetters: Bool, after start: String = "") -> String {
    var text: [UInt8] = []
    // Hardly any name is longer.
    text.reserveCapacity(64)
    text += start.utf8
    for (index, part) in parts.enumerated() {
      if index > 0 {
        text.append(joint)
        text.append(joint)
      }
      if !FlatLetters.isNeeded(for: part) {
        WordSplit.append(wordsOf: part, joint: joint, to: &text)
      } else {
        let spelled = FlatLetters(of: part).spelled(keepsLetters: keepsLetters)
        for (index, word) in spelled.enumerated() {
          if index > 0 { text.append(joint) }
          WordSplit.append(wordsOf: word, joint: joint, to: &text)
        }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

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

internal import Documents

/// The name of a value of a theme in style sheets and resource files.
///
/// A color or other value has one part, everything else several, and forms join parts by a sign that no part has. So a
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

  package func member(_ name: String) -> FlatName { FlatName(parts + [name]) }

  /// The parts in kebab case, joined by two hyphens: `accent-pressed`, `ui-button-sure--title-color--normal`.
  package var kebab: String { joined(by: UInt8(ascii: "-"), keepsLetters: true) }

  /// The name of a custom property: `--accent-pressed`.
  package var customProperty: String { customProperty() }

  /// - Parameter prefix: a word before the name, or nothing: `--acme-accent-pressed`.
  package func customProperty(prefix: String = "") -> String {
    joined(
      by: UInt8(ascii: "-"), keepsLetters: true, after: prefix.isEmpty ? "--" : "--\(prefix)-")
  }

  /// The parts in snake case: `accent_pressed`, `ui_button_sure__title_color__normal`. It never begins with a digit and is not
  /// a keyword of Java, since builds for Android make a field of that name.
  package var snake: String {
    let name = joined(by: UInt8(ascii: "_"), keepsLetters: false)
    if Self.javaKeywords.contains(name) { return name + "_" }
    return name.utf8.first.map(\.isDigit) == true ? "_" + name : name
  }

  private static let javaKeywords = Set(
    """
    abstract assert boolean break byte case catch char class const continue default do double else enum extends false
    final finally float for goto if implements import instanceof int interface long native new null package private
    protected public return short static strictfp super switch synchronized this throw throws transient true try void
    volatile while
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Returns a form in which both are the same; nil if there is none.
  func sharedForm(with other: FlatName) -> String? {
    if kebab == other.kebab { return kebab }
    return snake == other.snake ? snake : nil
  }

  /// - Parameter keepsLetters: whether letters beyond ASCII are kept instead of written as numbers.
  private func joined(by joint: UInt8, keepsLetters: Bool, after start: String = "") -> String {
    var text: [UInt8] = []
    // Hardly any name is longer.
    text.reserveCapacity(64)
    text += start.utf8
    for (index, part) in parts.enumerated() {
      if index > 0 { text.append(contentsOf: repeatElement(joint, count: 2)) }
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

/// The words of a name with letters beyond ASCII, or without letters: style sheets keep such letters, other forms
/// write their numbers, `u6240`.
struct FlatLetters {
  private let words: [[Unicode.Scalar]]
  /// Indicates whether there is no letter to keep. Then signs are written as their numbers: a name must not be empty.
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

  /// Returns whether a character is a letter or digit of ASCII, or one beyond it that CSS Syntax allows in a name.
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

  /// Calls a closure with bytes that are the same for all names that share a form.
  func fold(_ body: (UInt8) -> Void) {
    for word in spelled(keepsLetters: false) { for byte in word.utf8 { body(byte.asciiLowercased) } }
  }

  private static func number(of scalar: Unicode.Scalar) -> String { "u" + String(scalar.value, radix: 16) }
}

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

internal import Documents
internal import Themes

/// Text as a page of HTML shows it.
enum HTMLText {
  /// Text that is shown as it is, also inside an attribute.
  static func escaped(_ text: some StringProtocol) -> String {
    String(text).written { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: nil
      }
    }
  }

  /// Text in which back-ticks mark code.
  static func inline(_ text: String) -> String {
    let parts = escaped(text).split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { $0.offset % 2 == 1 ? "<code>\($0.element)</code>" : String($0.element) }
      .joined()
  }

  /// What a heading is called in an address, as code hosts make it of the heading's words.
  static func anchor(_ heading: some StringProtocol) -> String {
    var anchor = ""
    for character in heading.lowercased() {
      if character == " " { anchor.append("-") }
      if character.isLetter || character.isNumber || character == "-" { anchor.append(character) }
    }
    return anchor
  }
}

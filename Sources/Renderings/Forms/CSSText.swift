internal import Documents
internal import Themes

/// Text that somebody else wrote, inside a style sheet. A style sheet is read by scalars, so it is written by them.
package enum CSSText {
  /// A string. Everything but plain characters is written as its number, so that nothing can end it early.
  package static func quoted(_ text: String) -> String {
    guard text.hasByte(where: isEscaped) else { return "\"" + text + "\"" }
    let content = text.written { scalar in
      switch scalar {
      case "\0": "\u{fffd}"
      case "\"", "\\", "<", "\u{1}"..."\u{1f}", "\u{7f}": "\\\(String(scalar.value, radix: 16)) "
      default: nil
      }
    }
    return "\"\(content)\""
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"), 0..<0x20, 0x7f: true
    default: false
    }
  }

  /// What stands in a comment: no slash follows a star.
  package static func comment(_ text: String) -> String {
    guard text.hasByte(where: { $0 == UInt8(ascii: "*") }) else { return text }
    var last: Unicode.Scalar = " "
    return text.written { scalar in
      defer { last = scalar }
      return last == "*" && scalar == "/" ? " /" : nil
    }
  }

  /// Whether a text can stand by itself, as the value of a media feature.
  package static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0.isAlphanumeric || "-._".utf8.contains($0) }
  }
}

/// Text that somebody else wrote, as it is shown to people: a terminal, or a reader's eye, obeys none of it.
///
/// All of this looks at scalars. A character may hold a control beside a combining mark, or a whole line break.
extension StringProtocol {
  /// The text on one line, with the numbers of characters that a terminal would obey: `\u{1b}`.
  package var printable: String {
    if unicodeScalars.allSatisfy({ !$0.isObeyed }) { return String(self) }
    return written { $0.isObeyed ? "\\u{\(String($0.value, radix: 16))}" : nil }
  }

  /// JSON that says the same without anything that a terminal would obey.
  package var printableJSON: String {
    written { scalar in
      guard scalar.isObeyed, scalar != "\n" else { return nil }
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
  }

  /// The text with some of its scalars written otherwise; those for which `other` is nil stay.
  package func written(_ other: (Unicode.Scalar) -> String?) -> String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let other = other(scalar) { text += other.unicodeScalars } else { text.append(scalar) }
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether a terminal would do something else than show it: controls, both kinds of line separators, marks that
  /// turn the direction of what follows.
  package var isObeyed: Bool {
    switch value {
    case 0..<0x20, 0x7f...0x9f, 0x61c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}

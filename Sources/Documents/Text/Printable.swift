// These examine scalars: a character may hold a control beside a combining mark, or a whole line break.

extension StringProtocol {
  /// The text on one line, with escapes for the characters that a terminal would obey: `\u{1b}`.
  package var printable: String {
    if unicodeScalars.allSatisfy({ !$0.isObeyed }) { return String(self) }
    return written { $0.isObeyed ? "\\u{\(String($0.value, radix: 16))}" : nil }
  }

  /// The same JSON, with escapes for the characters that a terminal would obey.
  package var printableJSON: String {
    written { scalar in
      guard scalar.isObeyed, scalar != "\n" else { return nil }
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
  }

  /// Returns the text with some of its scalars replaced; those for which `other` returns nil stay.
  package func written(_ other: (Unicode.Scalar) -> String?) -> String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let other = other(scalar) { text += other.unicodeScalars } else { text.append(scalar) }
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// Indicates whether a terminal would obey a scalar instead of showing it: controls, line separators and marks that
  /// change the direction of text.
  @inlinable package var isObeyed: Bool {
    switch value {
    case 0..<0x20, 0x7f...0x9f, 0x61c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}

/// Quotations of untrusted text in sentences.
@usableFromInline package enum Quoted {
  /// Returns a text in single quotes, cut after 64 characters, without anything that a terminal would obey.
  @inlinable package static func name(_ text: some StringProtocol) -> String {
    let isPlain = text.utf8.count <= 64 && text.utf8.allSatisfy { (0x20..<0x7f).contains($0) }
    return isPlain ? "'\(text)'" : cleaned(text)
  }

  /// Returns a name as a reference is written: `{space.m}`.
  package static func reference(_ name: some StringProtocol) -> String {
    "{\(Self.name(name).dropFirst().dropLast())}"
  }

  @usableFromInline static func cleaned(_ text: some StringProtocol) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(64) {
      shown.unicodeScalars.append(scalar.isObeyed ? "\u{fffd}" : scalar)
    }
    return "'\(shown)\(text.unicodeScalars.dropFirst(64).isEmpty ? "" : "…")'"
  }

  /// Returns `a`, `a or b`, or `a, b or c`.
  package static func choice(_ names: [String]) -> String { list(names, "or") }

  /// Returns `a`, `a and b`, or `a, b and c`.
  package static func list(_ names: [String], _ joint: String = "and") -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " \(joint) \(last)"
  }
}

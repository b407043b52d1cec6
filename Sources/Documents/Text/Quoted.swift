/// Puts what somebody wrote into a sentence.
package enum Quoted {
  /// Returns a text in single quotes, cut after 64 characters, without anything that a terminal would obey.
  package static func name(_ text: some StringProtocol) -> String {
    let isPlain = text.utf8.count <= 64 && text.utf8.allSatisfy { (0x20..<0x7f).contains($0) }
    return isPlain ? "'\(text)'" : cleaned(text)
  }

  /// A name as a reference is written: `{space.m}`.
  package static func reference(_ name: some StringProtocol) -> String {
    "{\(Self.name(name).dropFirst().dropLast())}"
  }

  private static func cleaned(_ text: some StringProtocol) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(64) {
      shown.unicodeScalars.append(scalar.isObeyed ? "\u{fffd}" : scalar)
    }
    return "'\(shown)\(text.unicodeScalars.dropFirst(64).isEmpty ? "" : "…")'"
  }

  /// `a`, `a or b`, `a, b or c`.
  package static func choice(_ names: [String]) -> String { list(names, "or") }

  /// `a`, `a and b`, `a, b and c`.
  package static func list(_ names: [String], _ joint: String = "and") -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " \(joint) \(last)"
  }
}

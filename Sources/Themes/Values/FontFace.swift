package import Documents

/// A file of a family of fonts, with the weights and the style that it is for.
package struct FontFace: Sendable, Hashable {
  package let file: String
  /// The weights; a font with one weight has that alone.
  package let weights: ClosedRange<Int>
  package let style: Style
  /// The characters, as CSS writes them; nil for all.
  package let unicodeRange: String?
  package let display: Display
  /// The license, in words for people.
  package let license: String?
  package let place: TextPosition

  package enum Style: String, Sendable, Hashable, CaseIterable { case normal, italic, oblique }

  package enum Display: String, Sendable, Hashable, CaseIterable {
    case auto, block, swap, fallback, optional
  }

  /// Indicates whether both are for the same text.
  func isTwin(of other: FontFace) -> Bool {
    (weights, style, unicodeRange) == (other.weights, other.style, other.unicodeRange)
  }

  /// Writes all members but the file.
  package func writeMembers(to json: inout JSONWriter) {
    json.weight(weights)
    json.member("style", style.rawValue)
    if let unicodeRange { json.member("unicodeRange", unicodeRange) }
    json.member("display", display.rawValue)
    if let license { json.member("licence", license) }
  }
}

extension ClosedRange<Int> {
  /// The weights of a face as CSS writes them: `400`, `100 900`.
  package var weightText: String { count == 1 ? "\(lowerBound)" : "\(lowerBound) \(upperBound)" }
}

extension JSONWriter {
  package mutating func weight(_ weights: ClosedRange<Int>) {
    if weights.count == 1 {
      member("weight", weights.lowerBound)
    } else {
      member("weight", weights.weightText)
    }
  }
}

/// The formats of fonts by the ends of their files' names, the preferred one first.
package enum FontFormat: String, Sendable, Hashable, CaseIterable {
  case woff2, woff, ttf, otf

  /// Returns the format of a file by its name, or nil if it is no font's.
  package init?(ofFile name: String) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }

  /// The word for it in the `src` of a style sheet.
  package var cssName: String {
    switch self {
    case .woff2, .woff: rawValue
    case .ttf: "truetype"
    case .otf: "opentype"
    }
  }
}

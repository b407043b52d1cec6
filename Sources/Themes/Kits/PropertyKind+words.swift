/// The meaning of each kind of value, in words, with an example.
extension Kit.PropertyKind {
  package var meaning: String {
    switch self {
    case .color: "a color, or a reference to one"
    case .image: "an image's bare name"
    case .number: "a number"
    case .integer: "a whole number"
    case .bool: "true or false"
    case .string: "text"
    case .font: "a font's name, or what is known of the font"
    case .size: "a width and a height"
    case .point: "a place"
    case .insets: "the distances from four edges"
    case .offset: "a shift to the side and down"
    case .textAttributes: "how text looks: color, font and others"
    case .word: "a word of the platform"
    case .barAppearance: "all looks of a bar together"
    case .symbolConfiguration: "how a symbol is drawn"
    case .attributedString: "text, with how it looks"
    case .visualEffect: "a blur, or another effect"
    }
  }

  /// A value as JSON. Which words a property takes its platform alone knows.
  package var example: String {
    switch self {
    case .color: #""{accent}""#
    case .image: #""logo""#
    case .number: "1.5"
    case .integer: "2"
    case .bool: "true"
    case .string: #""text""#
    case .font: #"{ "name": "Georgia", "size": 17 }"#
    case .size: #"{ "width": 1, "height": 2 }"#
    case .point: #"{ "x": 1, "y": 2 }"#
    case .insets: #"{ "top": 8, "left": 16, "bottom": 8, "right": 16 }"#
    case .offset: #"{ "horizontal": 0, "vertical": 1 }"#
    case .textAttributes: #"{ "color": "{accent}", "font": { "textStyle": "headline" } }"#
    case .word: #""…""#
    case .barAppearance: #"{ "backgroundColor": "{accent}" }"#
    case .symbolConfiguration: #"{ "pointSize": 17, "weight": "bold" }"#
    case .attributedString: #""text""#
    case .visualEffect: #"{ "blur": "systemMaterial" }"#
    }
  }
}

extension Kit.Property {
  /// The meaning of its value, with the words that it takes.
  package var meaning: String {
    words.isEmpty ? kind.meaning : "one of \(words.joined(separator: ", "))"
  }

  /// A value as JSON.
  package var example: String { words.first.map { "\"\($0)\"" } ?? kind.example }
}

internal import Documents

/// A named value of a theme, references not yet followed.
package struct TypedValue: Sendable, Hashable {
  /// The type; nil for any JSON as it is.
  package let type: ValueType?
  package let content: Value

  package init(_ content: Value, type: ValueType? = nil) { (self.content, self.type) = (content, type) }

  package struct Use: Sendable {
    package let name: String
    let types: [ValueType]
    /// Indicates whether it stands for one item of a list.
    let isItem: Bool
  }

  package var uses: [Use] {
    guard let type else { return [] }
    var uses: [Use] = []
    Self.collect(content, .value(type), isItem: false, into: &uses)
    return uses
  }

  private static func collect(
    _ content: Value, _ part: ValueType.TypedPart, isItem: Bool, into uses: inout [Use]
  ) {
    switch (content, part) {
    case (.reference(let name, _), .value(.any)):
      uses.append(Use(name: name, types: ValueType.allCases, isItem: false))
    case (.reference(let name, _), .value(let type)):
      uses.append(Use(name: name, types: [type], isItem: isItem))
    case (.reference(let name, _), .height):
      uses.append(Use(name: name, types: [.number, .dimension], isItem: false))
    case (.object(let members), .value(.any)):
      for member in members { collect(member.value, part, isItem: false, into: &uses) }
    case (.list(let items), .dashes):
      for item in items { collect(item, .value(.dimension), isItem: false, into: &uses) }
    case (.list(let items), .value): for item in items { collect(item, part, isItem: true, into: &uses) }
    case (.object(let members), .value(let type)):
      for member in members {
        guard let part = type.part(named: member.name) else { continue }
        collect(member.value, part, isItem: false, into: &uses)
      }
    default: break
    }
  }
}

/// The parts of values that have names of their own in style sheets and resource files.
extension Theme.Variants<TypedValue> {
  /// The paths to all parts of all variants: the names of members, and the indices in lists.
  package var parts: [[String]] {
    var seen: Set<[String]> = []
    return contents.flatMap(\.parts).filter { seen.insert($0).inserted }
  }
}

extension TypedValue {
  fileprivate var parts: [[String]] {
    guard let parts = type?.parts, !parts.isEmpty else { return [] }
    guard type != .cubicBezier, case .list(let items) = content else { return parts }
    return items.indices.flatMap { index in parts.map { [String(index)] + $0 } }
  }
}

extension ValueType {
  /// The paths to the parts of a value that is not a list.
  fileprivate var parts: [[String]] {
    if self == .cubicBezier { return Self.coordinates.map { [$0] } }
    return members.flatMap { member -> [[String]] in
      guard case .value(let type) = member.part else { return [[member.name]] }
      return [[member.name]] + type.parts.map { [member.name] + $0 }
    }
  }
}

/// The type of a named value: those of design tokens except colors, which have a table of their own, and `any` for a token of
/// an unknown type, whose references are followed all the same.
package enum ValueType: String, Sendable, Hashable, CaseIterable {
  case dimension, fontFamily, fontWeight, duration, cubicBezier, number, strokeStyle, border, transition
  case shadow, gradient, typography, any

  package var words: String { self == .any ? "a value of any type" : "a \(rawValue)" }

  /// The content of a part of a value.
  package enum TypedPart: Sendable, Hashable {
    case color
    case value(ValueType)
    /// A number that multiplies the size of the text, or a length.
    case height
    /// The lengths of dashes and of the gaps between them.
    case dashes
    case flag
    case word([String])
  }

  typealias TypedMember = (name: String, part: TypedPart, isNeeded: Bool)

  /// The members of an object of this type, or of the objects in its list; empty for other types.
  var members: [TypedMember] {
    switch self {
    case .strokeStyle: [("dashArray", .dashes, true), ("lineCap", .word(Self.lineCaps), true)]
    case .border:
      [
        ("color", .color, true), ("width", .value(.dimension), true), ("style", .value(.strokeStyle), true),
      ]
    case .transition:
      [
        ("duration", .value(.duration), true), ("delay", .value(.duration), true),
        ("timingFunction", .value(.cubicBezier), true),
      ]
    case .shadow:
      [("color", .color, true)]
        + ["offsetX", "offsetY", "blur", "spread"].map { ($0, .value(.dimension), true) }
        + [("inset", .flag, false)]
    case .gradient: [("color", .color, true), ("position", .value(.number), true)]
    case .typography:
      [
        ("fontFamily", .value(.fontFamily), true), ("fontSize", .value(.dimension), true),
        ("fontWeight", .value(.fontWeight), true),
        // The format needs these two as well, but many documents leave them out.
        ("letterSpacing", .value(.dimension), false), ("lineHeight", .height, false),
      ]
    case .dimension, .fontFamily, .fontWeight, .duration, .cubicBezier, .number, .any: []
    }
  }

  package static let coordinates = ["x1", "y1", "x2", "y2"]

  package func part(named name: String) -> TypedPart? { members.first { $0.name == name }?.part }

  /// The words for the style of a stroke, which mean the same in CSS.
  package static let strokeStyles = [
    "solid", "dashed", "dotted", "double", "groove", "ridge", "outset", "inset",
  ]
  private static let lineCaps = ["round", "butt", "square"]
}

package enum FontWeight {
  package static func number(of word: String) -> Double? { numbers[word] }

  package static let words = numbers.keys.sorted()

  private static let numbers: [String: Double] = [
    "thin": 100, "hairline": 100, "extra-light": 200, "ultra-light": 200, "light": 300, "normal": 400,
    "regular": 400, "book": 400, "medium": 500, "semi-bold": 600, "demi-bold": 600, "bold": 700,
    "extra-bold": 800, "ultra-bold": 800, "black": 900, "heavy": 900, "extra-black": 950, "ultra-black": 950,
  ]
}

/// Families of fonts in one text, as CSS and design tools write them: `"Avenir Next", Georgia`.
package enum FontFamilies {
  /// The families that stand for fonts of the platform, in small letters.
  package static let generic: Set<String> = [
    "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif", "ui-sans-serif",
    "ui-monospace", "ui-rounded", "math", "emoji", "fangsong", "-apple-system", "blinkmacsystemfont",
  ]

  /// The families that platforms bring, in small letters.
  private static let ofPlatforms: Set<String> = [
    "academy engraved let", "al nile", "american typewriter", "apple color emoji", "arial", "arial black",
    "avenir", "avenir next", "avenir next condensed", "baskerville", "bodoni 72", "calibri", "cambria",
    "cantarell", "casual", "chalkboard se", "chalkduster", "charter", "cochin", "comic sans ms", "consolas",
    "copperplate", "courier", "courier new", "dejavu sans", "didot", "droid sans", "franklin gothic medium",
    "futura", "geneva", "georgia", "gill sans", "helvetica", "helvetica neue", "hiragino sans",
    "hoefler text", "impact", "inherit", "initial", "liberation sans", "lucida grande", "marker felt",
    "menlo",
    "monaco", "noto color emoji", "noto sans", "noto serif", "optima", "oxygen", "palatino", "papyrus",
    "pingfang sc", "pingfang tc", "rockwell", "roboto", "roboto condensed", "roboto mono", "sans-serif-black",
    "sans-serif-condensed", "sans-serif-light", "sans-serif-medium", "sans-serif-smallcaps",
    "sans-serif-thin",
    "segoe ui", "segoe ui emoji", "sf mono", "sf pro", "sf pro display", "sf pro rounded", "sf pro text",
    "snell roundhand", "symbol", "system", "tahoma", "times", "times new roman", "trebuchet ms", "ubuntu",
    "unset", "verdana", "zapfino",
  ]

  package static func isOfPlatform(_ family: String) -> Bool {
    let word = family.lowercased()
    return generic.contains(word) || ofPlatforms.contains(word)
  }

  package static func names(in text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: ",")).map { unquoted(Substring($0).withoutOuterSpaces) }
      .filter { !$0.isEmpty }
  }

  private static func unquoted(_ name: String) -> String {
    guard let first = name.utf8.first, "\"'".utf8.contains(first), name.utf8.count > 1,
      name.utf8.last == first
    else { return name }
    return String(Substring(name.utf8.dropFirst().dropLast()))
  }
}

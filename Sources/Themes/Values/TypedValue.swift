internal import Documents

/// A named value as a theme says it, references not yet followed.
package struct TypedValue: Sendable, Hashable {
  /// The type; nil for a value without one: any JSON, as it stands.
  package let type: ValueType?
  package let content: Value

  package init(_ content: Value, type: ValueType? = nil) {
    self.content = content
    self.type = type
  }
}

extension TypedValue {
  /// A value that another one refers to, and what it must be there.
  package struct Use: Sendable, Hashable {
    package let name: String
    /// Any one of them.
    package let types: [ValueType]
    /// A Boolean value that indicates whether it stands for one item of a list.
    package let isItem: Bool
  }

  /// The named values that it refers to.
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

/// The parts of values that stand by themselves where names are all there is: style sheets, resource files.
extension Theme.Variants<TypedValue> {
  /// The paths to all parts, whatever traits hold: the names of members, and the places in lists.
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
  /// The paths to the parts of a value that is no list.
  fileprivate var parts: [[String]] {
    if self == .cubicBezier { return Self.coordinates.map { [$0] } }
    return members.flatMap { member -> [[String]] in
      guard case .value(let type) = member.part else { return [[member.name]] }
      return [[member.name]] + type.parts.map { [member.name] + $0 }
    }
  }
}

/// The type of a named value: the types of design tokens, but for colors, which a theme has in a table of their own, and
/// `any`, for a token of no type that the format has: whatever it is, its references are followed.
package enum ValueType: String, Sendable, Hashable, CaseIterable {
  case dimension, fontFamily, fontWeight, duration, cubicBezier, number, strokeStyle, border, transition
  case shadow, gradient, typography, any

  /// `a dimension`.
  package var words: String { self == .any ? "a value of any type" : "a \(rawValue)" }

  /// The content of a part of a value.
  package enum TypedPart: Sendable, Hashable {
    case color
    case value(ValueType)
    /// So many times the size of the text, or a length.
    case height
    /// Lengths of dashes and of the gaps between them.
    case dashes
    case flag
    case word([String])
  }

  struct TypedMember: Sendable {
    package let name: String
    package let part: TypedPart
    var isNeeded = true
  }

  /// The members of a value that is an object, or of an object in its list; nothing for a type without.
  var members: [TypedMember] {
    switch self {
    case .strokeStyle:
      [
        TypedMember(name: "dashArray", part: .dashes),
        TypedMember(name: "lineCap", part: .word(Self.lineCaps)),
      ]
    case .border:
      [
        TypedMember(name: "color", part: .color), TypedMember(name: "width", part: .value(.dimension)),
        TypedMember(name: "style", part: .value(.strokeStyle)),
      ]
    case .transition:
      [
        TypedMember(name: "duration", part: .value(.duration)),
        TypedMember(name: "delay", part: .value(.duration)),
        TypedMember(name: "timingFunction", part: .value(.cubicBezier)),
      ]
    case .shadow:
      [TypedMember(name: "color", part: .color)]
        + ["offsetX", "offsetY", "blur", "spread"].map { TypedMember(name: $0, part: .value(.dimension)) }
        + [TypedMember(name: "inset", part: .flag, isNeeded: false)]
    case .gradient:
      [TypedMember(name: "color", part: .color), TypedMember(name: "position", part: .value(.number))]
    case .typography:
      [
        TypedMember(name: "fontFamily", part: .value(.fontFamily)),
        TypedMember(name: "fontSize", part: .value(.dimension)),
        TypedMember(name: "fontWeight", part: .value(.fontWeight)),
        // The format wants these two as well; so many documents leave them out that they are not asked for here.
        TypedMember(name: "letterSpacing", part: .value(.dimension), isNeeded: false),
        TypedMember(name: "lineHeight", part: .height, isNeeded: false),
      ]
    case .dimension, .fontFamily, .fontWeight, .duration, .cubicBezier, .number, .any: []
    }
  }

  /// The names of the four numbers of a curve.
  package static let coordinates = ["x1", "y1", "x2", "y2"]

  package func part(named name: String) -> TypedPart? { members.first { $0.name == name }?.part }

  /// Words for the style of a stroke; in CSS they mean the same.
  package static let strokeStyles = [
    "solid", "dashed", "dotted", "double", "groove", "ridge", "outset", "inset",
  ]
  private static let lineCaps = ["round", "butt", "square"]
}

/// The words that design tokens have for weights of fonts.
package enum FontWeight {
  /// The number that a word stands for; nil for no such word.
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
  /// Their names, without the quotes that they stand in.
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

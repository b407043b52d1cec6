package import Documents

/// A vocabulary that themes are written in: classes, their properties, axes and traits.
package struct Kit: Sendable, Hashable {
  package let name: String
  package let title: String
  /// The kits that it builds on: the one that it extends first, then what that extends.
  package let ancestors: [String]
  package private(set) var classes: [String: Class]
  package let axes: [String: Axis]
  package private(set) var traits: [String: Trait]
  /// Pairs of properties whose contrast is checked, as the kit declares them.
  package let contrasts: [ContrastPair]
  /// The platform's own colors, which themes can use by their names alone.
  package let colors: Theme.Colors

  package init(
    name: String, title: String, ancestors: [String] = [], classes: [String: Class], axes: [String: Axis],
    traits: [String: Trait], contrasts: [ContrastPair] = [], colors: Theme.Colors = [:]
  ) {
    (self.name, self.title, self.ancestors, self.classes) = (name, title, ancestors, classes)
    (self.axes, self.traits, self.contrasts, self.colors) = (axes, traits, contrasts, colors)
  }

  package var parent: String? { ancestors.first }

  package func builds(on other: String) -> Bool { name == other || ancestors.contains(other) }

  package func adding(_ added: [String: [Property]]) -> Kit {
    var kit = self
    for (name, properties) in added { kit.classes[name]?.properties += properties }
    return kit
  }

  /// Returns the kit with more traits; one that it has stays unchanged.
  package func adding(_ added: [String: Trait]) -> Kit {
    var kit = self
    kit.traits.merge(added) { own, _ in own }
    return kit
  }

  package struct Class: Sendable, Hashable {
    package let name: String
    package internal(set) var superclass: String?
    package internal(set) var isThemeable: Bool
    package internal(set) var isContainer: Bool
    /// Its own properties without those of its superclasses. A name may occur several times with different numbers of
    /// axes.
    package internal(set) var properties: [Property]
    /// The classes that are never inside it, nor inside its subclasses.
    package let excludes: [String]
    /// The selector of a style sheet for the class without its subclasses; nil if a style sheet can't select it.
    package let selector: String?

    package init(
      name: String, superclass: String?, isThemeable: Bool, isContainer: Bool, properties: [Property],
      excludes: [String] = [], selector: String? = nil
    ) {
      (self.name, self.superclass, self.properties) = (name, superclass, properties)
      (self.isThemeable, self.isContainer) = (isThemeable, isContainer)
      (self.excludes, self.selector) = (excludes, selector)
    }
  }

  package struct Property: Sendable, Hashable {
    package let name: String
    package let kind: PropertyKind
    package let axes: [String]
    /// False for a setter that apps theme though the platform does not mark it for that.
    package let isMarked: Bool
    /// False for a property that the client library of the platform has no setter for.
    package let hasSetter: Bool
    package let unit: NumberUnit?
    package let textForm: TextForm
    /// The words that it takes, as far as the kit lists them.
    package let words: [String]

    /// - Parameter textForm: nil for the usual one: words without quotes, other text with quotes.
    package init(
      name: String, kind: PropertyKind, axes: [String] = [], isMarked: Bool = true, hasSetter: Bool = true,
      unit: NumberUnit? = nil, textForm: TextForm? = nil, words: [String] = []
    ) {
      (self.name, self.kind, self.axes, self.isMarked) = (name, kind, axes, isMarked)
      (self.hasSetter, self.unit, self.words) = (hasSetter, unit, words)
      self.textForm = textForm ?? (kind == .word ? .bare : .string)
    }
  }

  package enum PropertyKind: String, Sendable, Hashable, CaseIterable {
    case color, image, number, integer, bool, string, font, size, point, insets, offset, textAttributes
    /// One word out of a platform's own list.
    case word = "enum"
    /// A bundle of looks that the platform takes as one object, such as a bar appearance.
    case barAppearance, symbolConfiguration, attributedString, visualEffect

    package var isNumeric: Bool {
      [.number, .integer, .size, .point, .insets, .offset].contains(self)
    }
  }

  package struct Axis: Sendable, Hashable {
    package let values: [String]
    /// Indicates whether values can be joined with `+`.
    package let combines: Bool
    /// The value that answers when nothing is set for another one.
    package let fallback: String?

    package init(values: [String], combines: Bool, fallback: String?) {
      (self.values, self.combines, self.fallback) = (values, combines, fallback)
    }
  }

  package struct Trait: Sendable, Hashable {
    package let domain: Domain
    package let defaultValue: String?
    package let hint: String?
    /// The values for words of the hint that differ from them, such as `high` for `more`. Other words count only if they
    /// are values.
    package let hintValues: [String: String]
    /// Indicates whether a theme adds it: requests may then write its values in any case.
    package let isOwn: Bool

    package enum Domain: Sendable, Hashable {
      case values([String])
      case number
      case text
    }

    package init(
      domain: Domain, defaultValue: String? = nil, hint: String? = nil, hintValues: [String: String] = [:],
      isOwn: Bool = false
    ) {
      (self.domain, self.defaultValue, self.isOwn) = (domain, defaultValue, isOwn)
      (self.hint, self.hintValues) = (hint, hintValues)
    }
  }

  /// A text that must be readable on its background: two colors of one class.
  package struct ContrastPair: Sendable, Hashable {
    package let className: String
    package let text: PropertyKey
    package let background: PropertyKey
    /// The path to the color inside the key's value; empty if the value is the color.
    package let textPart: [String]
    package let backgroundPart: [String]

    /// The names as a kit writes them: `titleTextAttributes/color`.
    package var textName: String { ([text.description] + textPart).joined(separator: "/") }
    package var backgroundName: String { ([background.description] + backgroundPart).joined(separator: "/") }

    package init(
      className: String, text: PropertyKey, background: PropertyKey, textPart: [String] = [],
      backgroundPart: [String] = []
    ) {
      self.className = className
      (self.text, self.textPart) = (text, textPart)
      (self.background, self.backgroundPart) = (background, backgroundPart)
    }
  }
}

/// The form in which a style sheet writes the text of a property.
package enum TextForm: String, Sendable, Hashable, CaseIterable {
  /// The text as it is: keywords, numbers and the functions of colors, shadows and sums.
  case bare
  /// A list of fonts: generic families are keywords, other names are in quotes.
  case fonts
  case string
}

/// The unit of a property's numbers. Each output form writes it in the units that its platform has.
package enum NumberUnit: String, Sendable, Hashable, CaseIterable {
  case px, rem, em
  case percent = "%"
  /// Density-independent pixels, scaled ones, points: a px of a style sheet.
  case dp, sp, pt
  case s, ms, deg

  package var css: String {
    switch self {
    case .dp, .sp, .pt: "px"
    default: rawValue
    }
  }
}

package struct HintedTrait: Sendable {
  package let name: String
  package let hint: String
  package let trait: Kit.Trait

  static func all(in kit: Kit) -> [HintedTrait] {
    kit.traits.sorted { $0.key < $1.key }.compactMap { name, trait in
      trait.hint.map { HintedTrait(name: name, hint: $0, trait: trait) }
    }
  }
}

/// A word that stands for a value of a trait, where it can stand for nothing else: `dark` for `userInterfaceStyle`.
struct TraitWord: Hashable {
  let trait: String
  let value: String
  /// Indicates whether this is the plain value: the default, or else the first.
  let isPlain: Bool

  /// Returns all words of a kit with their meanings: the values of its traits, and the words of hints for them.
  static func all(in kit: Kit) -> [String: [TraitWord]] {
    var words: [String: [TraitWord]] = [:]
    for (name, trait) in kit.traits.sorted(by: { $0.key < $1.key }) {
      guard case .values(let values) = trait.domain else { continue }
      let hints = trait.hintValues.filter { !values.contains($0.key) }
      for (word, value) in values.map({ ($0, $0) }) + hints.map({ ($0.key, $0.value) }) {
        words[word, default: []].append(
          TraitWord(trait: name, value: value, isPlain: value == trait.plainValue))
      }
    }
    return words
  }
}

extension Kit.Trait {
  /// The value that counts if none is given: the default, or else the first.
  package var plainValue: String? {
    if case .values(let values) = domain { defaultValue ?? values.first } else { nil }
  }
}

extension Kit.PropertyKind {
  package var meaning: String { description.meaning }

  /// A value as JSON. Which words a property takes, only its platform knows.
  package var example: String { description.example }

  private var description: (meaning: String, example: String) {
    switch self {
    case .color: ("a color, or a reference to one", #""{accent}""#)
    case .image: ("an image's bare name", #""logo""#)
    case .number: ("a number", "1.5")
    case .integer: ("a whole number", "2")
    case .bool: ("true or false", "true")
    case .string: ("text", #""text""#)
    case .font: ("a font's name, or properties of the font", #"{ "name": "Georgia", "size": 17 }"#)
    case .size: ("a width and a height", #"{ "width": 1, "height": 2 }"#)
    case .point: ("a place", #"{ "x": 1, "y": 2 }"#)
    case .insets:
      ("the distances from four edges", #"{ "top": 8, "left": 16, "bottom": 8, "right": 16 }"#)
    case .offset: ("a shift to the side and down", #"{ "horizontal": 0, "vertical": 1 }"#)
    case .textAttributes:
      (
        "how text looks: color, font and others",
        #"{ "color": "{accent}", "font": { "textStyle": "headline" } }"#
      )
    case .word: ("a word of the platform", #""…""#)
    case .barAppearance: ("all looks of a bar together", #"{ "backgroundColor": "{accent}" }"#)
    case .symbolConfiguration: ("how a symbol is drawn", #"{ "pointSize": 17, "weight": "bold" }"#)
    case .attributedString: ("text, with how it looks", #""text""#)
    case .visualEffect: ("a blur, or another effect", #"{ "blur": "systemMaterial" }"#)
    }
  }
}

extension Kit.Property {
  /// The meaning of its value, with the words that it takes.
  package var meaning: String {
    words.isEmpty ? kind.meaning : "one of \(words.joined(separator: ", "))"
  }

  package var example: String { words.first.map { "\"\($0)\"" } ?? kind.example }
}

/// The values that a trait can have, in their canonical form.
package enum TraitValue {
  /// Returns the canonical form of a value given as text, or why it is none. Numbers read as in JSON: `2`, `1.5`.
  package static func canonical(_ text: String, _ domain: Kit.Trait.Domain) -> Result<String, ValueRefusal> {
    switch domain {
    case .values(let values):
      values.contains(text) ? .success(text) : .failure(unknown(text, values))
    case .number:
      if let number = number(text) {
        .success(JSONWriter.shortest(number))
      } else {
        refuse("should be a number, not \(Quoted.name(text)).")
      }
    case .text:
      isText(text)
        ? .success(text) : refuse("should have 1 to 64 characters, none of them a control character.")
    }
  }

  private static func refuse(_ sentence: Message) -> Result<String, ValueRefusal> {
    .failure(ValueRefusal(code: "bad-value", sentence: sentence))
  }

  /// Returns the same for a value in a JSON document, where a number has no quotes.
  package static func read(_ node: JSONNode, _ domain: Kit.Trait.Domain) -> Result<String, ValueRefusal> {
    switch (domain, node.kind) {
    case (.number, .number):
      node.number.map { .success(JSONWriter.shortest($0)) } ?? refuse("is too large a number.")
    case (.number, _): .failure(wrongKind("a number", node))
    case (_, .string): canonical(node.string ?? "", domain)
    default: .failure(wrongKind("a string", node))
    }
  }

  package static func isText(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.count <= 64
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) }
  }

  /// Reads a number of JSON: no `nan`, no hexadecimal digits, no spaces.
  private static func number(_ text: String) -> Double? {
    guard text.utf8.count <= 32, text.utf8.allSatisfy({ $0 > 0x20 }) else { return nil }
    let (root, problems) = JSONReader.read(SourceFile(name: "", bytes: Array(text.utf8)))
    return problems.isEmpty ? root?.number : nil
  }

  private static func wrongKind(_ wanted: String, _ node: JSONNode) -> ValueRefusal {
    ValueRefusal(code: "wrong-kind", sentence: "should be \(wanted), not \(ObjectDecoder.kind(node)).")
  }

  private static func unknown(_ text: String, _ values: [String]) -> ValueRefusal {
    let advice: Message =
      NearestName.of(text, among: values).map { "did you mean \(suggesting: $0)?" }
      ?? "it can be \(Quoted.choice(values.prefix(12).map { "'\($0)'" }))."
    return ValueRefusal(code: "unknown-value", sentence: "can't be \(Quoted.name(text)); \(advice)")
  }
}

extension Kit.Trait {
  /// Returns the canonical form of a value that a request gives, or why it is none.
  package func canonical(_ text: String) -> Result<String, ValueRefusal> {
    if isOwn, case .values(let values) = domain,
      let value = values.first(where: { $0.lowercased() == text.lowercased() })
    {
      return .success(value)
    }
    return TraitValue.canonical(text, domain)
  }
}

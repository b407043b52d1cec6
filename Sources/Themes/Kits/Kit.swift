/// A vocabulary that themes are written in: classes, their properties, axes and traits.
package struct Kit: Sendable, Hashable {
  package let name: String
  package let title: String
  /// The kits that it builds on: the one that it extends first, then what that extends.
  package let ancestors: [String]
  package let classes: [String: Class]
  package let axes: [String: Axis]
  package let traits: [String: Trait]
  /// Pairs of properties whose contrast is checked, as the kit declares them.
  package let contrasts: [ContrastPair]
  /// The platform's own colors, which themes can use by their names alone.
  package let colors: [String: Theme.Variants<ColorExpression>]

  package init(
    name: String, title: String, ancestors: [String] = [], classes: [String: Class], axes: [String: Axis],
    traits: [String: Trait], contrasts: [ContrastPair] = [],
    colors: [String: Theme.Variants<ColorExpression>] = [:]
  ) {
    self.name = name
    self.title = title
    self.ancestors = ancestors
    self.classes = classes
    self.axes = axes
    self.traits = traits
    self.contrasts = contrasts
    self.colors = colors
  }

  /// The kit that it extends; nil for one that stands by itself.
  package var parent: String? { ancestors.first }

  /// Returns whether it is a given kit, or extends it.
  package func builds(on other: String) -> Bool { name == other || ancestors.contains(other) }

  /// The kit with more properties of its classes.
  package func adding(_ added: [String: [Property]]) -> Kit {
    guard added.contains(where: { !$1.isEmpty }) else { return self }
    let classes = self.classes.mapValues { $0.adding(added[$0.name] ?? []) }
    return Kit(
      name: name, title: title, ancestors: ancestors, classes: classes, axes: axes, traits: traits,
      contrasts: contrasts, colors: colors)
  }

  /// The kit with more traits; one that it has stays as it is.
  package func adding(_ added: [String: Trait]) -> Kit {
    Kit(
      name: name, title: title, ancestors: ancestors, classes: classes, axes: axes,
      traits: traits.merging(added) { own, _ in own }, contrasts: contrasts, colors: colors)
  }

  package struct Class: Sendable, Hashable {
    package let name: String
    package let superclass: String?
    /// A Boolean value that indicates whether rules can be written for it.
    package let isThemeable: Bool
    /// A Boolean value that indicates whether rules can name it as a container.
    package let isContainer: Bool
    /// Its own properties, those of its superclasses not among them. One name may stand here
    /// several times with different numbers of axes.
    package let properties: [Property]
    /// The classes that are never inside it, nor inside its subclasses.
    package let excludes: [String]
    /// The selector of a style sheet for the class without its subclasses; nil if a style sheet can't select it.
    package let selector: String?

    package init(
      name: String, superclass: String?, isThemeable: Bool, isContainer: Bool, properties: [Property],
      excludes: [String] = [], selector: String? = nil
    ) {
      self.excludes = excludes
      self.name = name
      self.superclass = superclass
      self.isThemeable = isThemeable
      self.isContainer = isContainer
      self.properties = properties
      self.selector = selector
    }

    package func adding(_ properties: [Property]) -> Class {
      Class(
        name: name, superclass: superclass, isThemeable: isThemeable, isContainer: isContainer,
        properties: self.properties + properties, excludes: excludes, selector: selector)
    }
  }

  package struct Property: Sendable, Hashable {
    package let name: String
    package let kind: PropertyKind
    /// The axes' names, in the order in which a key gives their values.
    package let axes: [String]
    /// False for a setter that the platform does not mark for theming but that apps theme all the same.
    package let isMarked: Bool
    /// The unit of its numbers; nil for a plain number.
    package let unit: NumberUnit?
    package let textForm: TextForm
    /// The words that it takes, as far as the kit knows them; empty where it does not say.
    package let words: [String]

    /// - Parameter textForm: nil for the usual one: words stand as they are, other text in quotes.
    package init(
      name: String, kind: PropertyKind, axes: [String] = [], isMarked: Bool = true, unit: NumberUnit? = nil,
      textForm: TextForm? = nil, words: [String] = []
    ) {
      self.words = words
      self.name = name
      self.kind = kind
      self.axes = axes
      self.isMarked = isMarked
      self.unit = unit
      self.textForm = textForm ?? (kind == .word ? .bare : .string)
    }
  }

  /// The kind of value that a property takes.
  package enum PropertyKind: String, Sendable, Hashable, CaseIterable {
    case color, image, number, integer, bool, string, font, size, point, insets, offset, textAttributes
    /// One word out of a platform's own list.
    case word = "enum"
    /// A bundle of looks that the platform takes as one object, such as a bar appearance.
    case barAppearance, symbolConfiguration, attributedString, visualEffect

    /// A Boolean value that indicates whether a value is a number, or several numbers.
    package var isNumeric: Bool {
      switch self {
      case .number, .integer, .size, .point, .insets, .offset: true
      default: false
      }
    }
  }

  package struct Axis: Sendable, Hashable {
    package let values: [String]
    /// A Boolean value that indicates whether values can be joined with `+`.
    package let combines: Bool
    /// The value that answers when nothing is set for another one.
    package let fallback: String?

    package init(values: [String], combines: Bool, fallback: String?) {
      self.values = values
      self.combines = combines
      self.fallback = fallback
    }
  }

  package struct Trait: Sendable, Hashable {
    package let domain: Domain
    package let defaultValue: String?
    /// The client hint header that can tell it.
    package let hint: String?
    /// The trait's value for each word of the hint that names it otherwise, such as `more` for `high`.
    /// A word that is not here counts as it is, when the trait has such a value, else not at all.
    package let hintValues: [String: String]
    /// A Boolean value that indicates whether a theme adds it: requests may then write its values in any case.
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
      self.domain = domain
      self.defaultValue = defaultValue
      self.hint = hint
      self.hintValues = hintValues
      self.isOwn = isOwn
    }
  }

  /// Text that must be readable on its background: two colors of one class.
  package struct ContrastPair: Sendable, Hashable {
    package let className: String
    package let text: PropertyKey
    package let background: PropertyKey
    /// Where the color is in the value of the key, member by member; empty where the value is the color.
    package let textPart: [String]
    package let backgroundPart: [String]

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
  /// The text as it stands: keywords, numbers and the functions of colors, shadows and sums.
  case bare
  /// A list of fonts: generic families are keywords, other names stand in quotes.
  case fonts
  /// The text in quotes.
  case string
}

/// The unit of a property's numbers. Each output form writes it in the units that its platform has.
package enum NumberUnit: String, Sendable, Hashable, CaseIterable {
  case px, rem, em
  case percent = "%"
  /// Density-independent pixels, scaled ones, points: a px of a style sheet.
  case dp, sp, pt
  case s, ms, deg

  /// The unit as a style sheet has it.
  package var css: String {
    switch self {
    case .dp, .sp, .pt: "px"
    default: rawValue
    }
  }
}

/// A trait of a kit that a client's hint can tell.
package struct HintedTrait: Sendable {
  package let name: String
  package let hint: String
  package let trait: Kit.Trait

  /// Returns the traits in ascending order of their names.
  package static func all(in kit: Kit) -> [HintedTrait] {
    kit.traits.sorted { $0.key < $1.key }.compactMap { name, trait in
      trait.hint.map { HintedTrait(name: name, hint: $0, trait: trait) }
    }
  }
}

/// A word that stands for a value of a trait, where it can stand for nothing else: `dark` for `userInterfaceStyle`.
package struct TraitWord: Sendable, Hashable {
  package let trait: String
  package let value: String
  /// A Boolean value that indicates whether this is the plain value: the default, or else the first of all.
  package let isPlain: Bool

  /// All words of a kit with what they may stand for: the values of its traits, and what hints call them.
  package static func all(in kit: Kit) -> [String: [TraitWord]] {
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
  /// The value that counts where nothing is said: the default, or else the first of all.
  package var plainValue: String? {
    if case .values(let values) = domain { defaultValue ?? values.first } else { nil }
  }
}

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

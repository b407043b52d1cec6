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

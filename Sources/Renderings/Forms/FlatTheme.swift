internal import Resolution
internal import Themes

/// A resolved theme as one list of names and single values: what forms without structure are written from.
///
/// Rules with containers stand apart, since a name can't say where a thing stands.
struct FlatTheme: Sendable {
  /// One value, its name in parts: each form joins them in its own way.
  struct Item: Sendable, Hashable {
    package let name: FlatName
    package let value: Single
    /// The color as the theme says it; nil for what is not a color.
    package var written: ColorExpression?
    var notation = Notation()
  }

  enum Single: Sendable, Hashable {
    case color(ResolvedColor)
    case image(ImageAnswer)
    case number(Double)
    case bool(Bool)
    case string(String)
    /// Seconds.
    case duration(Double)
    /// Top, right, bottom, left together; the four stand beside it, each by itself.
    case edges([Double])
    /// A length or a time in a unit of its own.
    case quantity(Double, String)
    /// Fonts, the first that a device has is taken.
    case families([String])
    /// A value with parts in one line; the parts stand beside it, each by itself.
    case typed(TypedContent)
    /// One number of a curve, for forms that have no word for the curve.
    case coordinate(Double)
  }

  /// How the outputs write a number or a text.
  struct Notation: Sendable, Hashable {
    package var unit: NumberUnit?
    var textForm = TextForm.string
  }

  /// What rules set for one class inside others.
  struct Contained: Sendable {
    package let target: ClassReference
    package let containers: [ClassReference]
    package let items: [Item]
  }

  package let items: [Item]
  /// The names of values with parts and without a type: they have no form of their own.
  let formless: [String]
  private let images: [String: ImageAnswer]
  private let inContainers: [ResolvedTheme.ResolvedRule]

  init(_ theme: ResolvedTheme, _ kit: KitIndex) {
    images = Dictionary(theme.images.map { ($0.name, $0) }) { first, _ in first }
    inContainers = theme.appearance.filter { !$0.containers.isEmpty }
    var flat = FlatItems(images, kit)
    for color in theme.colors { flat.add(color) }
    for entry in theme.values { flat.add(entry) }
    for image in theme.images { flat.add(Item(name: .image(image.name), value: .image(image))) }
    if let transition = theme.transition {
      flat.add(Item(name: .transition, value: .duration(transition.duration)))
    }
    for entry in theme.appearance where entry.containers.isEmpty { flat.add(entry) }
    (items, formless) = (flat.items, flat.formless)
  }

  var containedCount: Int { inContainers.count }

  /// What rules set inside others.
  func contained(_ kit: KitIndex) -> [Contained] {
    inContainers.map { entry in
      var flat = FlatItems(images, kit)
      flat.add(entry)
      return Contained(target: entry.target, containers: entry.containers, items: flat.items)
    }
  }
}

extension FlatTheme.Notation {
  /// As the kit says; lengths that it says nothing of are in points.
  init(_ property: Kit.Property) {
    unit = property.unit ?? (property.kind.isLength ? .pt : nil)
    textForm = property.textForm
  }

  /// That of a member of a value: what a member means is the same in every kit.
  package func of(member name: String) -> FlatTheme.Notation {
    switch name {
    case "top", "left", "bottom", "right", "width", "height", "x", "y", "horizontal", "vertical":
      FlatTheme.Notation(unit: unit ?? .pt, textForm: .bare)
    case "name", "family": FlatTheme.Notation(unit: nil, textForm: .fonts)
    case "size", "pointSize": FlatTheme.Notation(unit: .sp, textForm: .bare)
    case "kern", "tracking", "baselineOffset", "blurRadius", "lineSpacing", "paragraphSpacing",
      "paragraphSpacingBefore", "minimumLineHeight", "maximumLineHeight", "firstLineHeadIndent", "headIndent",
      "tailIndent", "defaultTabInterval", "stackedItemWidth", "stackedItemSpacing":
      FlatTheme.Notation(unit: .pt, textForm: .bare)
    case "text": FlatTheme.Notation(unit: nil, textForm: .string)
    default: FlatTheme.Notation(unit: nil, textForm: .bare)
    }
  }
}

extension Kit.PropertyKind {
  /// Whether its numbers are lengths, whatever property has it.
  fileprivate var isLength: Bool {
    switch self {
    case .size, .point, .insets, .offset: true
    default: false
    }
  }
}

internal import Resolution
internal import Themes

/// A resolved theme as one list of names and single values: what forms without structure are written from.
///
/// Rules with containers stand apart, since a name can't say where a thing stands.
struct FlatTheme: Sendable {
  /// One value, its name in parts: each form joins them in its own way.
  struct Item: Sendable, Hashable {
    let name: FlatName
    let value: Single
    /// The color as the theme says it; nil for what is not a color.
    var written: ColorExpression?
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
    var unit: NumberUnit?
    var textForm = TextForm.string
  }

  /// What rules set for one class inside others.
  struct Contained: Sendable {
    let target: ClassReference
    let containers: [ClassReference]
    let items: [Item]
  }

  private(set) var items: [Item] = []
  /// The names of values with parts and without a type: they have no form of their own.
  private(set) var formless: [String] = []
  private let images: [String: ImageAnswer]
  private let inContainers: [ResolvedTheme.ResolvedRule]

  init(_ theme: ResolvedTheme, _ kit: KitIndex) {
    images = Dictionary(theme.images.map { ($0.name, $0) }) { first, _ in first }
    inContainers = theme.appearance.filter { !$0.containers.isEmpty }
    for color in theme.colors {
      items.append(Item(name: .color(color.name), value: .color(color.color), written: color.written))
    }
    for entry in theme.values { add(entry) }
    for image in theme.images { items.append(Item(name: .image(image.name), value: .image(image))) }
    if let transition = theme.transition {
      items.append(Item(name: .transition, value: .duration(transition.duration)))
    }
    for entry in theme.appearance where entry.containers.isEmpty { add(entry, to: &items, kit) }
  }

  var containedCount: Int { inContainers.count }

  /// What rules set inside others.
  func contained(_ kit: KitIndex) -> [Contained] {
    inContainers.map { entry in
      var items: [Item] = []
      add(entry, to: &items, kit)
      return Contained(target: entry.target, containers: entry.containers, items: items)
    }
  }

  private mutating func add(_ entry: ResolvedTheme.NamedValue) {
    if let type = entry.type, type != .any {
      let content = TypedContent(.value(type), entry.value, entry.followed)
      return Self.add(content, named: .value(entry.name), to: &items)
    }
    switch entry.value {
    case .list, .object: formless.append(entry.name)
    case .color, .image, .number, .bool, .string:
      add(entry.value, nil, named: .value(entry.name), Notation(), to: &items)
    }
  }

  private func add(_ entry: ResolvedTheme.ResolvedRule, to items: inout [Item], _ kit: KitIndex) {
    for setting in entry.settings {
      guard let value = setting.value else { continue }
      let property = kit.property(
        setting.key.name, axisCount: setting.key.axisValues.count, of: entry.target.name)
      add(
        value, setting.written, named: .setting(entry.target, setting.key),
        property.map(Notation.init) ?? Notation(), to: &items)
    }
  }

  private func add(
    _ value: ResolvedValue, _ written: Value?, named name: FlatName, _ notation: Notation,
    to items: inout [Item]
  ) {
    switch value {
    case .color(let color):
      var item = Item(name: name, value: .color(color))
      if case .color(let expression)? = written { item.written = expression }
      items.append(item)
    case .image(let image):
      items.append(Item(name: name, value: images[image].map { .image($0) } ?? .string(image)))
    case .number(let number): items.append(Item(name: name, value: .number(number), notation: notation))
    case .bool(let bool): items.append(Item(name: name, value: .bool(bool)))
    case .string(let string): items.append(Item(name: name, value: .string(string), notation: notation))
    case .list(let list):
      let parts: [Value] = if case .list(let parts)? = written { parts } else { [] }
      for (index, item) in list.enumerated() {
        let part = parts.indices.contains(index) ? parts[index] : nil
        add(item, part, named: name.member(String(index)), notation, to: &items)
      }
    case .object(let members):
      if let edges = Self.edges(members) {
        items.append(Item(name: name, value: .edges(edges), notation: notation))
      }
      for member in members {
        add(
          member.value, written?.member(member.name), named: name.member(member.name),
          notation.of(member: member.name), to: &items)
      }
    }
  }

  private static func edges(_ members: [ResolvedValue.ResolvedMember]) -> [Double]? {
    let edges = ["top", "right", "bottom", "left"].compactMap { name -> Double? in
      guard case .number(let number)? = members.first(where: { $0.name == name })?.value else { return nil }
      return number
    }
    return edges.count == 4 && members.count == 4 ? edges : nil
  }
}

extension FlatTheme.Notation {
  /// As the kit says; lengths that it says nothing of are in points.
  init(_ property: Kit.Property) {
    unit = property.unit ?? (property.kind.isLength ? .pt : nil)
    textForm = property.textForm
  }

  /// That of a member of a value: what a member means is the same in every kit.
  func of(member name: String) -> FlatTheme.Notation {
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

extension Value {
  /// A member of an object; nil where it is none, or has none of this name.
  fileprivate func member(_ name: String) -> Value? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}

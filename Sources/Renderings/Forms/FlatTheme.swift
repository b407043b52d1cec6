internal import Resolution
internal import Themes

/// A resolved theme as one list of names and single values, from which the forms without structure are written. A value
/// with parts is in it as a whole, if a form can write it so, and part by part.
///
/// A name can't say in which containers a rule applies, so rules with containers are not in the list.
struct FlatTheme: Sendable {
  /// One value, with its name in parts, which each form joins in its own way.
  struct Item: Sendable, Hashable {
    let name: FlatName
    let value: Single
    /// The color as the theme writes it, or nil if it is no color.
    var written: ColorExpression?
    var notation = Notation()
    /// The name of the value that it refers to as a whole, if that has a form in every output that this one has.
    var reference: FlatName?
  }

  enum Single: Sendable, Hashable {
    case color(ResolvedColor)
    case image(ImageAnswer)
    case number(Double)
    case bool(Bool)
    case string(String)
    /// A time in seconds.
    case duration(Double)
    /// The top, right, bottom and left edges.
    case edges([Double])
    /// A length or a time in a unit of its own.
    case quantity(Double, String)
    /// Fonts, the preferred one first.
    case families([String])
    /// A value with parts, for forms that can write it in one line.
    case typed(TypedContent)
    /// One number of a curve, for forms that can't write the curve.
    case coordinate(Double)
  }

  /// The way in which the outputs write a number or a text.
  struct Notation: Sendable, Hashable {
    var unit: NumberUnit?
    var textForm = TextForm.string
  }

  private(set) var items: [Item] = []
  /// The names of values with parts and without a type, which have no form of their own.
  private(set) var formless: [String] = []
  private let images: [String: ImageAnswer]
  private let named: [String: ResolvedTheme.NamedValue]
  private let kit: KitIndex
  /// The units of the kit's properties by name, which values of the same name have too. Empty if no value needs one.
  private let units: [String: NumberUnit]

  init(_ resolved: ResolvedTheme, _ kit: KitIndex) {
    let theme = resolved.withFlatNames
    images = Dictionary(theme.images.map { ($0.name, $0) }) { first, _ in first }
    named = Dictionary(theme.values.map { ($0.name, $0) }) { first, _ in first }
    self.kit = kit
    units = theme.values.contains(where: \.isPlainNumber) ? Self.units(of: kit) : [:]
    for color in theme.colors { add(.color(color.name), .color(color.color), written: color.written) }
    for value in theme.values { add(value, theme.remarks[value.name]) }
    for image in theme.images { add(.image(image.name), .image(image)) }
    if let transition = theme.transition { add(.transition, .duration(transition.duration)) }
    for rule in theme.appearance where rule.containers.isEmpty { add(rule) }
  }

  /// Returns the items of a rule that has containers.
  func items(of rule: ResolvedTheme.ResolvedRule) -> [Item] {
    var flat = self
    flat.items = []
    flat.add(rule)
    return flat.items
  }

  private mutating func add(
    _ name: FlatName, _ value: Single, written: ColorExpression? = nil, _ notation: Notation = Notation(),
    reference: FlatName? = nil
  ) {
    items.append(
      Item(name: name, value: value, written: written, notation: notation, reference: reference))
  }

  private mutating func add(_ entry: ResolvedTheme.NamedValue, _ remark: Remark?) {
    if let content = entry.content { return add(.value(entry.name), content) }
    switch entry.value {
    case .string(let text) where remark?.isText == false:
      var target: FlatName?
      if case .reference(let name, _)? = entry.written?.content, named[name]?.value == entry.value {
        target = .value(name)
      }
      add(.value(entry.name), .string(text), Notation(textForm: .bare), reference: target)
    case .list, .object: formless.append(entry.name)
    case .color, .image, .number, .bool, .string:
      add(.value(entry.name), entry.value, nil, Notation(unit: units[entry.name]))
    }
  }

  private static func units(of kit: KitIndex) -> [String: NumberUnit] {
    var units: [String: NumberUnit] = [:]
    for (_, definition) in kit.definition.classes.sorted(by: { $0.key < $1.key }) {
      for property in definition.properties { units[property.name] = units[property.name] ?? property.unit }
    }
    return units
  }
}

extension ResolvedTheme.NamedValue {
  /// The value with its type, or nil if it has none.
  fileprivate var content: TypedContent? {
    guard let type, type != .any else { return nil }
    return TypedContent(.value(type), value, followed, own: written?.content)
  }

  fileprivate var isPlainNumber: Bool {
    if type == nil, case .number = value { true } else { false }
  }
}

extension FlatTheme {
  private mutating func add(_ rule: ResolvedTheme.ResolvedRule) {
    let properties = kit.properties(of: rule.target.name)
    for setting in rule.settings {
      guard let value = setting.value else { continue }
      let name = FlatName.setting(rule.target, setting.key)
      if case .reference(let entry, .text)? = setting.written {
        // Its parts have names already, as parts of the named value.
        if let content = named[entry]?.content {
          add(name, .typed(content), Notation(textForm: .bare), reference: .value(entry))
        }
        continue
      }
      let notation = Self.notation(of: value, setting.key, properties)
      add(name, value, setting.written, notation)
      guard case .reference(let entry, _)? = setting.written, let last = items.indices.last,
        items[last].name == name, let content = named[entry]?.content,
        Self.isSame(items[last], content)
      else { continue }
      items[last].reference = .value(entry)
    }
  }

  /// Indicates whether a value of a rule is written like the named value that it refers to.
  private static func isSame(_ item: Item, _ content: TypedContent) -> Bool {
    switch item.value {
    case .number(let number):
      let (other, unit) = content.quantity ?? (nil, nil)
      return unit == item.notation.unit?.css
        && (other.map { $0 == number } ?? (content.value == .number(number)))
    case .string(let text):
      return item.notation.textForm == .fonts && FontFamilies.names(in: text) == content.families
    default: return false
    }
  }

  /// Returns the notation of the kit's property. Most values are colors, which need none.
  private static func notation(
    of value: ResolvedValue, _ key: PropertyKey, _ properties: ClassProperties
  ) -> Notation {
    switch value {
    case .color, .image, .bool: Notation()
    case .number, .string, .list, .object:
      properties.property(key.name, axisCount: key.axisValues.count).map(Notation.init) ?? Notation()
    }
  }

  private mutating func add(
    _ name: FlatName, _ value: ResolvedValue, _ written: Value?, _ notation: Notation
  ) {
    switch value {
    case .color(let color): add(name, .color(color), written: written?.color)
    case .image(let image): add(name, images[image].map { .image($0) } ?? .string(image))
    case .number(let number): add(name, .number(number), notation)
    case .bool(let bool): add(name, .bool(bool))
    case .string(let string): add(name, .string(string), notation)
    case .list(let list):
      for (index, item) in list.enumerated() {
        add(name.member(String(index)), item, written?.item(index), notation)
      }
    case .object(let members):
      if let edges = Self.edges(members) { add(name, .edges(edges), notation) }
      for member in members {
        let part = written?.part([member.name])
        add(name.member(member.name), member.value, part, notation.of(member: member.name))
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

extension FlatTheme {
  private mutating func add(_ name: FlatName, _ content: TypedContent, _ notation: Notation = Notation()) {
    switch content.part {
    case .value(.fontFamily): add(name, .families(content.families), reference: content.reference)
    case .value(.cubicBezier):
      add(name, .typed(content))
      for (coordinate, part) in zip(ValueType.coordinates, content.items ?? []) {
        guard case .number(let number) = part.value else { continue }
        add(name.member(coordinate), .coordinate(number))
      }
    case .value(.strokeStyle):
      // Forms that have only words for a style write dashes as `dashed`.
      let word = if case .string(let word) = content.value { word } else { "dashed" }
      add(name, .string(word), Notation(textForm: .bare), reference: content.reference)
      addParts(of: content, named: name)
    case .value(.border), .value(.transition), .value(.shadow), .value(.gradient):
      add(name, .typed(content))
      addParts(of: content, named: name)
    case .value(.typography):
      add(name, .typed(content))
      // A unit that follows the reader's font size, if the platform has one, suits the lengths of a text.
      addParts(of: content, named: name, Notation(unit: .sp))
    case .dashes:
      add(name, .typed(content))
      for (index, length) in (content.items ?? []).enumerated() { add(name.member(String(index)), length) }
    case .value, .color, .height, .flag, .word: addSingle(content, named: name, notation)
    }
  }

  private mutating func addParts(
    of content: TypedContent, named name: FlatName, _ notation: Notation = Notation()
  ) {
    for member in content.members { add(name.member(member.name), member.content, notation) }
    for (index, item) in (content.items ?? []).enumerated() {
      addParts(of: item, named: name.member(String(index)))
    }
  }

  /// Adds a value without parts. The height of a line may be a length instead of a number.
  private mutating func addSingle(_ content: TypedContent, named name: FlatName, _ notation: Notation) {
    if let (number, unit) = content.quantity {
      return add(name, .quantity(number, unit), notation, reference: content.reference)
    }
    switch content.value {
    case .color(let color):
      add(name, .color(color), written: content.written?.color, reference: content.reference)
    case .number(let number): add(name, .number(number), reference: content.reference)
    case .bool(let bool): add(name, .bool(bool), reference: content.reference)
    case .string(let word): add(name, .string(word), Notation(textForm: .bare), reference: content.reference)
    case .image, .list, .object: break
    }
  }
}

extension FlatTheme.Notation {
  /// Makes the notation of a kit's property. Lengths without a unit are in points.
  init(_ property: Kit.Property) {
    let isLength =
      switch property.kind {
      case .size, .point, .insets, .offset: true
      default: false
      }
    self.init(unit: property.unit ?? (isLength ? .pt : nil), textForm: property.textForm)
  }

  /// Returns the notation of a member, which has the same meaning in every kit.
  func of(member name: String) -> Self {
    switch name {
    case "top", "left", "bottom", "right", "width", "height", "x", "y", "horizontal", "vertical":
      Self(unit: unit ?? .pt, textForm: .bare)
    case "name", "family": Self(textForm: .fonts)
    case "size", "pointSize": Self(unit: .sp, textForm: .bare)
    case "kern", "tracking", "baselineOffset", "blurRadius", "lineSpacing", "paragraphSpacing",
      "paragraphSpacingBefore", "minimumLineHeight", "maximumLineHeight", "firstLineHeadIndent", "headIndent",
      "tailIndent", "defaultTabInterval", "stackedItemWidth", "stackedItemSpacing":
      Self(unit: .pt, textForm: .bare)
    case "text": Self()
    default: Self(textForm: .bare)
    }
  }
}

extension Value {
  /// The color as it is written, or nil if the value is no color.
  var color: ColorExpression? { if case .color(let color) = self { color } else { nil } }

  /// Returns an item of a list, or nil if there is none.
  func item(_ index: Int) -> Value? {
    guard case .list(let items) = self, items.indices.contains(index) else { return nil }
    return items[index]
  }
}

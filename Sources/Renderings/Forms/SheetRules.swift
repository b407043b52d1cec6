internal import Documents
internal import Resolution
internal import Themes

/// The rules of a style sheet that set the properties of elements to the theme's custom properties.
///
/// Each class with a selector has the whole look that its superclasses give it, so precedence needs no specificity: a
/// declaration names the custom properties of the nearest class first. What a theme sets only for some traits or in
/// some containers falls back to the next one, at last to the page's own.
struct SheetRules {
  private let kit: KitIndex
  private let options: RenderingOptions
  /// For each class, with and without styles, the properties that rules set.
  private var setters: [ClassReference: [Slot: Setter]] = [:]
  /// The styles of each class, and the slots, in the order of their first rules.
  private var styles: [String: [String]] = [:]
  private var order: [Slot: Int] = [:]
  /// The number of themes that were added: one for each set of traits.
  private var count = 0

  /// The place that a declaration sets: a property of an element in a state, or of a part of the element.
  private struct Slot: Hashable {
    let property: String
    let part: String
    let states: [String]
  }

  private struct Setter {
    /// The custom property, or nil if rules only block the slot.
    var name: String?
    /// The number of sets of traits for which the theme has a value outside of containers.
    var times = 0
  }

  init(_ kit: KitIndex, _ options: RenderingOptions) { (self.kit, self.options) = (kit, options) }

  /// Adds the rules of a theme for certain traits.
  mutating func add(_ theme: ResolvedTheme) {
    count += 1
    let flat = FlatTheme(theme, kit)
    for rule in theme.appearance {
      if let style = rule.target.style, styles[rule.target.name]?.contains(style) != true {
        styles[rule.target.name, default: []].append(style)
      }
      for setting in rule.settings { add(setting, of: rule, flat) }
    }
  }

  private mutating func add(
    _ setting: ResolvedTheme.ResolvedSetting, of rule: ResolvedTheme.ResolvedRule, _ flat: FlatTheme
  ) {
    let states = states(of: setting.key, rule.target.name)
    func slot(_ name: String) -> Slot? {
      CSSProperty(name).map { Slot(property: $0.name, part: $0.part, states: states) }
    }
    guard setting.value != nil else {
      if let slot = slot(setting.key.name) { note(slot, nil, of: rule) }
      return
    }
    let one = ResolvedTheme.ResolvedRule(
      target: rule.target, containers: rule.containers, settings: [setting])
    let items = flat.items(of: one).filter { SheetDeclaration($0, options) != nil }
    let whole = FlatName.setting(rule.target, setting.key)
    if items.contains(where: { $0.name == whole }), let slot = slot(setting.key.name) {
      return note(slot, whole.customProperty(prefix: options.prefix), of: rule)
    }
    for item in items where item.name.parts.count == whole.parts.count + 1 {
      guard let member = item.name.parts.last,
        let slot = slot(CSSProperty.member(member, of: setting.key.name))
      else { continue }
      note(slot, item.name.customProperty(prefix: options.prefix), of: rule)
    }
  }

  private mutating func note(_ slot: Slot, _ name: String?, of rule: ResolvedTheme.ResolvedRule) {
    if order[slot] == nil { order[slot] = order.count }
    var setter = setters[rule.target, default: [:]][slot] ?? Setter()
    if let name {
      setter.name = name
      if rule.containers.isEmpty { setter.times += 1 }
    }
    setters[rule.target, default: [:]][slot] = setter
  }

  /// Returns the selectors of a key's states. The usual state needs none.
  private func states(of key: PropertyKey, _ className: String) -> [String] {
    let property = kit.property(key.name, axisCount: key.axisValues.count, of: className)
    return zip(key.axisValues, property?.axes ?? []).flatMap { values, axis in
      values.split(separator: "+").compactMap { value in
        value == kit.definition.axes[axis]?.fallback ?? "" ? nil : Self.selector(of: String(value), axis)
      }
    }
  }

  private static func selector(of value: String, _ axis: String) -> String {
    selectors[value] ?? "[data-\(FlatName.color(axis).kebab)~=\(CSSText.quoted(value))]"
  }

  private static let selectors = [
    "hover": ":hover", "focus": ":focus", "focused": ":focus", "active": ":active", "pressed": ":active",
    "highlighted": ":active", "visited": ":visited", "checked": ":checked", "readonly": ":read-only",
    "disabled": ":is(:disabled, [aria-disabled=\"true\"])", "selected": "[aria-selected=\"true\"]",
    "expanded": "[aria-expanded=\"true\"]", "invalid": ":is(:user-invalid, [aria-invalid=\"true\"])",
  ]
}

extension SheetRules {
  /// The rules in the order in which they are written: those with fewer states first, then superclasses, then styles.
  func rules() -> [(selector: String, lines: [(name: String, value: String)])] {
    var rules: [(rank: [Int], selector: String, lines: [(name: String, value: String)])] = []
    for (name, definition) in kit.definition.classes.sorted(by: { $0.key < $1.key }) {
      guard let selector = definition.selector else { continue }
      let chain = kit.chain(of: name)
      let styles = chain.reversed().flatMap { self.styles[$0] ?? [] }
      var seen: Set<String> = []
      let unique = styles.filter { seen.insert($0).inserted }
      for (rank, style) in ([nil] + unique.map { Optional($0) }).enumerated() {
        for (rule, declared) in declared(chain, style) {
          rules.append(
            (
              [rule.states.count, chain.count, rank],
              Self.selector(selector, style: style) + rule.states.joined() + rule.part, declared
            ))
        }
      }
    }
    return rules.enumerated().sorted { one, other in
      one.element.rank == other.element.rank
        ? one.offset < other.offset : one.element.rank.lexicographicallyPrecedes(other.element.rank)
    }.map { ($0.element.selector, $0.element.lines) }
  }

  private struct Place: Hashable {
    let part: String
    let states: [String]
  }

  /// Returns the declarations of a class with a style, or without one, by their states and parts.
  private func declared(_ chain: [String], _ style: String?)
    -> [(rule: Place, lines: [(name: String, value: String)])]
  {
    let slots = Set(chain.flatMap { (setters[ClassReference($0, style: style)] ?? [:]).keys })
    var places: [Place] = []
    var lines: [Place: [(name: String, value: String)]] = [:]
    for slot in slots.sorted(by: { order[$0] ?? 0 < order[$1] ?? 0 }) {
      let place = Place(part: slot.part, states: slot.states)
      if lines[place] == nil { places.append(place) }
      lines[place, default: []].append((slot.property, value(of: slot, chain, style)))
    }
    return places.map { ($0, lines[$0] ?? []) }
  }

  private func value(of slot: Slot, _ chain: [String], _ style: String?) -> String {
    let styled = style.map { style in chain.map { ClassReference($0, style: style) } } ?? []
    var names: [String] = []
    var last = "revert-layer"
    for setter in (styled + chain.map { ClassReference($0) }).compactMap({ setters[$0]?[slot] }) {
      // A blocked property is the page's own.
      guard let name = setter.name else { break }
      if setter.times == count {
        last = "var(\(name))"
        break
      }
      names.append(name)
    }
    return names.reversed().reduce(last) { "var(\($1), \($0))" }
  }

  private static func selector(_ selector: String, style: String?) -> String {
    let own = selector.contains(",") ? ":is(\(selector))" : selector
    guard let style else { return own }
    let isPlain = style.utf8.first.map { !$0.isDigit } ?? false && style.utf8.allSatisfy(\.isWordByte)
    return own + (isPlain ? ".\(style)" : "[class~=\(CSSText.quoted(style))]")
  }
}

extension StyleSheet {
  mutating func add(_ rules: SheetRules) {
    let rules = rules.rules()
    guard !rules.isEmpty else { return }
    add(text: "\n@layer livery {\n")
    for rule in rules {
      add(text: "  \(rule.selector) {\n")
      for line in rule.lines { add(text: "    \(line.name): \(line.value);\n") }
      add(text: "  }\n")
    }
    add(text: "}\n")
  }
}

/// A property of CSS that a property of a kit stands for.
struct CSSProperty {
  let name: String
  /// The selector of the part of the element that has it, such as `::selection`, or nothing.
  let part: String

  /// Returns nil for a property that CSS does not have.
  init?(_ name: String) {
    if let (part, property) = Self.ofParts[name] {
      (self.name, self.part) = (property, part)
    } else {
      (self.name, part) = (FlatName.value(name).kebab, "")
      guard Self.known.contains(self.name) else { return nil }
    }
  }

  /// Returns the name of the property for a member of a value: an edge, or a part of a font.
  static func member(_ member: String, of property: String) -> String {
    switch member {
    case "family", "name": "fontFamily"
    case "size", "weight", "style": "font" + member.prefix(1).uppercased() + member.dropFirst()
    default: property + member.prefix(1).uppercased() + member.dropFirst()
    }
  }

  private static let ofParts = [
    "selectionColor": ("::selection", "color"),
    "selectionBackgroundColor": ("::selection", "background-color"),
    "placeholderColor": ("::placeholder", "color"),
    "backdropColor": ("::backdrop", "background-color"),
  ]

  private static let known = Set(
    """
    accent-color align-content align-items align-self animation appearance aspect-ratio backdrop-filter background \
    background-attachment background-clip background-color background-image background-origin background-position \
    background-repeat background-size block-size border border-block border-block-color border-bottom \
    border-bottom-color border-bottom-width border-collapse border-color border-image border-inline \
    border-inline-color border-left border-left-color border-left-width border-radius border-right \
    border-right-color border-right-width border-spacing border-style border-top border-top-color border-top-width \
    border-width bottom box-shadow caret-color clip-path color color-scheme column-gap column-rule cursor display \
    fill fill-opacity filter flex flex-basis flex-direction flex-grow flex-shrink flex-wrap font font-family \
    font-feature-settings font-size font-stretch font-style font-variant font-variation-settings font-weight gap \
    grid-template-columns grid-template-rows height hyphens inline-size inset justify-content justify-items \
    justify-self left letter-spacing line-height list-style list-style-type margin margin-block margin-bottom \
    margin-inline margin-left margin-right margin-top mask max-height max-width min-height min-width mix-blend-mode \
    object-fit object-position opacity order outline outline-color outline-offset outline-style outline-width \
    overflow padding padding-block padding-bottom padding-inline padding-left padding-right padding-top place-items \
    pointer-events position resize right rotate row-gap scale scrollbar-color scrollbar-width stroke stroke-opacity \
    stroke-width tab-size text-align text-decoration text-decoration-color text-decoration-line \
    text-decoration-style text-decoration-thickness text-indent text-overflow text-shadow text-transform \
    text-underline-offset text-wrap top touch-action transform transform-origin transition translate \
    user-select vertical-align visibility white-space width word-break word-spacing z-index
    """.split(separator: " ").map(String.init))
}

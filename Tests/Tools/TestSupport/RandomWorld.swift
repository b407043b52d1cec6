internal import Documents
package import Resolution
package import Themes

/// A small kit with a theme of three generations, made by chance: few names, so that rules meet often.
package struct RandomWorld {
  package let kit: Kit
  /// Parents first.
  package let generations: [Theme]
  package let classes: [String]
  package static let styles = ["s", "t", "u"]
  private static let states = ["normal", "highlighted", "selected", "highlighted+selected"]
  private static let metrics = ["default", "compact"]

  package init(using random: inout SeededGenerator, classCount: ClosedRange<Int> = 3...9) {
    classes = (0..<Int.random(in: classCount, using: &random)).map { "C\($0)" }
    kit = Self.kit(classes, &random)
    var generations: [Theme] = []
    for index in 0..<Int.random(in: 1...3, using: &random) {
      generations.append(Self.theme(index, generations, kit, classes, &random))
    }
    self.generations = generations
  }

  private static func kit(_ classes: [String], _ random: inout SeededGenerator) -> Kit {
    var table: [String: Kit.Class] = [:]
    for (index, name) in classes.enumerated() {
      let superclass = index == 0 ? nil : classes[Int.random(in: 0..<index, using: &random)]
      let own =
        index == 0
        ? [
          Kit.Property(name: "tint", kind: .color), Kit.Property(name: "icon", kind: .image),
          Kit.Property(name: "size", kind: .number),
          Kit.Property(name: "title", kind: .color, axes: ["state"]),
          Kit.Property(name: "back", kind: .color, axes: ["state", "metrics"]),
          Kit.Property(name: "text", kind: .textAttributes),
        ] : []
      table[name] = Kit.Class(
        name: name, superclass: superclass, isThemeable: true, isContainer: true, properties: own)
    }
    return Kit(
      name: "random", title: "Random", classes: table,
      axes: [
        "state": Kit.Axis(values: ["normal", "highlighted", "selected"], combines: true, fallback: "normal"),
        "metrics": Kit.Axis(values: metrics, combines: false, fallback: "default"),
      ],
      traits: [
        "style": Kit.Trait(domain: .values(["light", "dark"])),
        "contrast": Kit.Trait(domain: .values(["normal", "high"]), defaultValue: "normal"),
        "scale": Kit.Trait(domain: .number),
      ],
      contrasts: [
        Kit.ContrastPair(
          className: "C0", text: PropertyKey("title", ["selected"]),
          background: PropertyKey("back", ["highlighted", "compact"])),
        Kit.ContrastPair(
          className: "C1", text: PropertyKey("tint"), background: PropertyKey("title", ["normal"])),
      ])
  }

  private static let nowhere = TextPosition.start

  private static func traits(_ random: inout SeededGenerator, most: Int = 2) -> [String: String] {
    var traits: [String: String] = [:]
    for _ in 0..<Int.random(in: 0...most, using: &random) {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: traits["style"] = ["light", "dark"].randomElement(using: &random)
      case 1: traits["contrast"] = ["normal", "high"].randomElement(using: &random)
      default: traits["scale"] = ["1", "2", "3"].randomElement(using: &random)
      }
    }
    return traits
  }

  private static func opacity(_ random: inout SeededGenerator) -> Opacity {
    Bool.random(using: &random) ? .opaque : Opacity(UInt128.random(in: 0...1000, using: &random), over: 1000)
  }

  /// A color that refers only to names before its own, so that no circle comes about.
  private static func expression(below index: Int, _ random: inout SeededGenerator) -> ColorExpression {
    if index > 0, Bool.random(using: &random) {
      return .reference(
        name: "c\(Int.random(in: 0..<index, using: &random))", opacity: opacity(&random))
    }
    if Int.random(in: 0..<8, using: &random) == 0 { return .exact(exactColor(&random)) }
    return .literal(
      Color(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random), blue: 7,
        opacity: Opacity(byte: Bool.random(using: &random) ? 255 : .random(in: 0...255, using: &random))))
  }

  private static func exactColor(_ random: inout SeededGenerator) -> ExactColor {
    let components = (0..<3).map { _ in Double.random(in: 0...1, using: &random) }
    let spaces: [ColorSpace] = [.srgb, .displayP3, .oklab, .rec2020]
    return ExactColor(
      spaces.randomElement(using: &random) ?? .srgb, components,
      opacity: Bool.random(using: &random) ? nil : opacity(&random))
  }

  /// Seldom none: then there is no such color where it would hold.
  private static func perhaps(below index: Int, _ random: inout SeededGenerator) -> ColorExpression? {
    Int.random(in: 0..<40, using: &random) == 0 ? nil : expression(below: index, &random)
  }

  private static func theme(
    _ index: Int, _ parents: [Theme], _ kit: Kit, _ classes: [String], _ random: inout SeededGenerator
  ) -> Theme {
    var colors: [String: Theme.Variants<ColorExpression>] = [:]
    for number in 0..<6 where index == 0 || Int.random(in: 0..<3, using: &random) == 0 {
      var variants: [Theme.Variants<ColorExpression>.Variant] = []
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        variants.append(
          Theme.Variants.Variant(
            traits: traits(&random), content: perhaps(below: number, &random), place: nowhere))
      }
      colors["c\(number)"] = Theme.Variants(
        base: perhaps(below: number, &random), variants: variants, place: nowhere)
    }
    var images: [String: Theme.Variants<String>] = [:]
    for name in ["logo", "back"] where Bool.random(using: &random) {
      images[name] = Theme.Variants(
        base: "\(name)-\(index)",
        variants: [
          Theme.Variants.Variant(traits: traits(&random), content: "\(name)-v", place: nowhere)
        ], place: nowhere)
    }
    var rules: [Rule] = []
    for _ in 0..<Int.random(in: 0...14, using: &random) { rules.append(rule(kit, classes, &random)) }
    var theme = Theme(name: "g\(index)", kit: kit.name, parent: parents.last?.name)
    (theme.colors, theme.images, theme.rules) = (colors, images, rules)
    return theme
  }

  private static func reference(_ classes: [String], _ random: inout SeededGenerator) -> ClassReference {
    let style = Int.random(in: 0..<3, using: &random) == 0 ? styles.randomElement(using: &random) : nil
    return ClassReference(classes[Int.random(in: 0..<classes.count, using: &random)], style: style)
  }

  /// Returns the same generations after a few edits: rules and colors are added, replaced, moved and removed.
  package func edited(_ random: inout SeededGenerator) -> [Theme] {
    var edited = generations
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let index = Int.random(in: 0..<edited.count, using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 {
        let other = Self.theme(index, Array(edited[..<index]), kit, classes, &random)
        let name = edited[index].colors.keys.sorted().randomElement(using: &random) ?? ""
        if let color = other.colors[name] { edited[index].colors[name] = color }
        if let image = other.images["logo"] { edited[index].images["logo"] = image }
      } else {
        edit(&edited[index].rules, &random)
      }
    }
    return edited
  }

  private func edit(_ rules: inout [Rule], _ random: inout SeededGenerator) {
    let place = Int.random(in: 0...rules.count, using: &random)
    guard place < rules.count else { return rules.append(Self.rule(kit, classes, &random)) }
    let old = rules[place]
    let new = Self.rule(kit, classes, &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: rules.insert(new, at: place)
    case 1: rules.remove(at: place)
    case 2:
      rules.remove(at: place)
      rules.insert(old, at: Int.random(in: 0...rules.count, using: &random))
    case 3:
      rules[place] = Rule(
        target: old.target, containers: old.containers, traits: old.traits, settings: new.settings,
        place: old.place)
    case 4:
      rules[place] = Rule(
        target: old.target, containers: old.containers, traits: new.traits, settings: old.settings,
        place: old.place)
    default:
      rules[place] = Rule(
        target: Int.random(in: 0..<2, using: &random) == 0 ? new.target : old.target,
        containers: new.containers, traits: old.traits, settings: old.settings, place: old.place)
    }
  }

  private static func rule(_ kit: Kit, _ classes: [String], _ random: inout SeededGenerator) -> Rule {
    var settings: [PropertyKey: Value] = [:]
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let key = key(&random)
      settings[key] = value(of: key, &random)
    }
    return Rule(
      target: reference(classes, &random),
      containers: (0..<max(0, Int.random(in: -2...3, using: &random))).map { _ in reference(classes, &random)
      },
      traits: traits(&random),
      settings: settings.sorted { $0.key.description < $1.key.description }
        .map { Rule.RuleSetting(key: $0.key, value: $0.value, place: nowhere) },
      place: nowhere)
  }

  package static func key(_ random: inout SeededGenerator) -> PropertyKey {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: PropertyKey("tint")
    case 1: PropertyKey("icon")
    case 2: PropertyKey("size")
    case 3: PropertyKey("title", [states.randomElement(using: &random) ?? ""])
    case 4:
      PropertyKey(
        "back", [states.randomElement(using: &random) ?? "", metrics.randomElement(using: &random) ?? ""])
    default: PropertyKey("text")
    }
  }

  package static func value(of key: PropertyKey, _ random: inout SeededGenerator) -> Value {
    if Int.random(in: 0..<6, using: &random) == 0 { return .blocked }
    switch key.name {
    case "icon": return .image(["logo", "back", "plain"].randomElement(using: &random) ?? "")
    case "size": return .number(Double(Int.random(in: 0...40, using: &random)) / 4)
    case "text":
      return .object([
        Value.ValueMember(name: "color", value: .color(expression(below: 6, &random))),
        Value.ValueMember(name: "size", value: .number(12)),
      ])
    default: return .color(expression(below: 6, &random))
    }
  }

  /// A class of this world with up to two styles, one of them perhaps known to no rule.
  package func target(_ random: inout SeededGenerator) -> Target {
    var styles: [String] = []
    for _ in 0..<max(0, Int.random(in: -1...2, using: &random)) {
      let style = (Self.styles + ["unknown"]).randomElement(using: &random) ?? ""
      if !styles.contains(style) { styles.append(style) }
    }
    return Target(classes[Int.random(in: 0..<classes.count, using: &random)], styles: styles)
  }

  package func path(_ random: inout SeededGenerator) -> [Target] {
    (0..<Int.random(in: 0...7, using: &random)).map { _ in target(&random) }
  }

  package func given(_ random: inout SeededGenerator) -> [String: String] { Self.traits(&random, most: 3) }

  package func overrides(_ random: inout SeededGenerator) -> [Override] {
    guard Int.random(in: 0..<4, using: &random) == 0 else { return [] }
    var overrides: [PropertyKey: Override] = [:]
    for _ in 0..<2 {
      let key = Self.key(&random)
      overrides[key] = Override(key: key, value: Self.value(of: key, &random))
    }
    return overrides.values.sorted { $0.key.description < $1.key.description }
  }
}

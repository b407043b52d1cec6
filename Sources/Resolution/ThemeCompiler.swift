internal import Themes

/// Turns generations of themes into numbered rules, settings and tables.
struct ThemeCompiler {
  private let generations: [Theme]
  private let kit: CompiledKit
  private let opacities: [Set<Opacity>]
  private let theme: String
  private var table: RuleTable
  private var variables = Interner<Value>()
  private var places = Interner<CompiledRule.RulePlace>()
  private var outlines = Interner<CompiledRule.RulePlace>()
  private var ruleImages: Set<String> = []
  private var ruleValues: Set<String> = []

  /// - Parameter generations: the oldest ancestor first, the theme itself last.
  static func compile(_ generations: [Theme], kit: CompiledKit) throws(CompileFailure) -> RuleTable {
    var compiler = try ThemeCompiler(generations, kit: kit)
    compiler.reserve()
    for generation in generations {
      for rule in generation.rules { compiler.table.rules.append(try compiler.compile(rule)) }
    }
    compiler.table.variables = compiler.variables.names
    compiler.numberOutlines()
    compiler.table.ruleImages = compiler.ruleImages.sorted()
    if !compiler.ruleValues.isEmpty {
      compiler.table.ruleValues = compiler.table.values.needed(for: compiler.ruleValues)
    }
    return compiler.table
  }

  private init(_ generations: [Theme], kit: CompiledKit) throws(CompileFailure) {
    self.generations = generations
    self.kit = kit
    theme = generations.last?.name ?? ""
    var traits = TraitTable()
    let palette = try Palette(generations, traits: &traits)
    opacities = try palette.opacities(theme: theme)
    let images = NamedImages(generations, traits: &traits)
    let values = try NamedValues(generations, traits: &traits)
    let keys = Self.keys(of: generations)
    table = RuleTable(
      generations, keys: keys, palette: palette, images: images, values: values, traits: traits)
  }

  /// Lists that grow as they are filled take up to twice the memory, and thousands of themes are kept.
  private mutating func reserve() {
    let rules = generations.lazy.flatMap(\.rules)
    table.rules.reserveCapacity(generations.reduce(0) { $0 + $1.rules.count })
    table.settings.reserveCapacity(rules.reduce(0) { $0 + $1.settings.count })
    table.containers.reserveCapacity(rules.reduce(0) { $0 + $1.containers.count })
  }

  private static func keys(of generations: [Theme]) -> [PropertyKey] {
    var distinct: Set<PropertyKey> = []
    for generation in generations {
      for rule in generation.rules { for setting in rule.settings { distinct.insert(setting.key) } }
    }
    return distinct.map { (key: $0, text: $0.description) }
      .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }.map(\.key)
  }

  private mutating func compile(_ rule: Rule) throws(CompileFailure) -> CompiledRule {
    let first = Int32(table.settings.count)
    for setting in rule.settings {
      guard let key = table.keyIDs.find(setting.key) else { continue }
      table.settings.append(CompiledSetting(key: key, value: try compile(setting.value)))
    }
    let firstContainer = Int32(table.containers.count)
    for container in rule.containers { table.containers.append(try number(container)) }
    let target = try number(rule.target)
    let place = CompiledRule.RulePlace(
      target: target, containers: Array(table.containers[Int(firstContainer)...]))
    let mask = table.traits.requirement(rule.traits)
    if mask.isWide { table.wideTraits.append(mask) }
    return CompiledRule(
      classID: target.classID, styleID: target.styleID,
      outermostID: rule.containers.isEmpty ? -1 : table.containers[Int(firstContainer)].classID,
      firstContainer: firstContainer, endContainer: Int32(table.containers.count),
      placeID: places.id(of: place), traits: mask.first,
      wideTraits: mask.isWide ? Int32(table.wideTraits.count - 1) : -1,
      traitCount: Int32(rule.traits.count), firstSetting: first, endSetting: Int32(table.settings.count))
  }

  private mutating func number(_ reference: ClassReference) throws(CompileFailure) -> CompiledRule.Container {
    guard let id = kit.classIDs[reference.name] else {
      throw .unknownClass(theme: theme, name: reference.name)
    }
    return CompiledRule.Container(
      classID: id, styleID: reference.style.map { table.styles.id(of: $0) } ?? -1)
  }

  private mutating func numberOutlines() {
    table.outlines.reserveCapacity(places.names.count)
    for place in places.names { table.outlines.append(place.outline.map { outlines.id(of: $0) } ?? -1) }
  }

  private mutating func compile(_ value: Value) throws(CompileFailure) -> CompiledValue {
    if case .blocked = value { return .blocked }
    if let constant = try constant(value) { return .constant(constant) }
    return .variable(variables.id(of: value))
  }

  /// The value where no traits can change it; nil where they can.
  private mutating func constant(_ value: Value) throws(CompileFailure) -> ResolvedValue? {
    switch value {
    case .blocked: return nil
    case .color(.literal(let color)): return .color(ResolvedColor(color))
    case .color(.exact(let exact)): return .color(ResolvedColor(exact.color))
    case .color(.reference(let name, let opacity)):
      try checkColor(name, opacity)
      return nil
    case .image(let name):
      if table.images.id(of: name) != nil { return nil }
      ruleImages.insert(name)
      return .image(name)
    case .number(let number): return .number(number)
    case .bool(let bool): return .bool(bool)
    case .string(let string): return .string(string)
    case .reference(let name, _):
      ruleValues.insert(name)
      return nil
    case .list(let items):
      let constants = try allConstant(items)
      return constants.map { .list($0) }
    case .object(let members):
      guard let constants = try allConstant(members.map(\.value)) else { return nil }
      return .object(
        zip(members, constants).map { ResolvedValue.ResolvedMember(name: $0.name, value: $1) })
    }
  }

  /// Every value, also those after one that is not constant, is checked.
  private mutating func allConstant(_ values: [Value]) throws(CompileFailure) -> [ResolvedValue]? {
    var constants: [ResolvedValue] = []
    for value in values {
      if let constant = try constant(value) { constants.append(constant) }
    }
    return constants.count == values.count ? constants : nil
  }

  private func checkColor(_ name: String, _ opacity: Opacity) throws(CompileFailure) {
    guard let id = table.palette.id(of: name) else { throw .unknownColor(theme: theme, name: name) }
    for below in opacities[id] where (try? below.multiplied(by: opacity)) == nil {
      throw .opacityTooLong(theme: theme, name: name)
    }
  }
}

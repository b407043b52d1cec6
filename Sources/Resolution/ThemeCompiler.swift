package import Documents
package import Themes

/// Compiles a theme and its parents into numbered rules, settings and tables.
struct ThemeCompiler {
  private let generations: [Theme]
  private let kit: CompiledKit
  private let opacities: [Set<Opacity>]
  private let theme: String
  private var table: RuleTable
  private var variables = Interner<Value>()
  private var places: PlaceNumbers
  private var ruleImages: Set<String> = []
  private var ruleValues: Set<String> = []

  /// - Parameter generations: the oldest ancestor first, the theme itself last.
  static func compile(_ generations: [Theme], kit: CompiledKit) throws(CompileFailure) -> RuleTable {
    var compiler = try ThemeCompiler(generations, kit: kit)
    compiler.reserve()
    for generation in generations {
      for rule in generation.rules { compiler.table.rules.append(try compiler.compile(rule)) }
    }
    compiler.sortKeys()
    compiler.table.styles.shrink()
    compiler.variables.shrink()
    compiler.table.variables = compiler.variables.names
    compiler.table.outlines = compiler.places.outlinesByPlace
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
    let images = generations.reduce(into: [:]) { $0.merge($1.images) { $1 } }
    let named = try NamedChoices(images, inOrder: images.keys.sorted(), numbering: &traits)
    let values = try NamedValues(generations, traits: &traits)
    places = PlaceNumbers(ruleCount: generations.reduce(0) { $0 + $1.rules.count })
    table = RuleTable(generations, palette: palette, images: named, values: values, traits: traits)
  }

  /// Lists that grow as they are filled take up to twice the memory, and thousands of themes are kept.
  private mutating func reserve() {
    let rules = generations.lazy.flatMap(\.rules)
    table.rules.reserveCapacity(generations.reduce(0) { $0 + $1.rules.count })
    let settingCount = rules.reduce(0) { $0 + $1.settings.count }
    table.settingKeys.reserveCapacity(settingCount)
    table.settingValues.reserveCapacity(settingCount)
    table.containers.reserveCapacity(rules.reduce(0) { $0 + $1.containers.count })
  }

  /// Renumbers the keys, which were numbered in the order of their first use, by their text.
  private mutating func sortKeys() {
    let texts = table.keys.map { Array($0.description.utf8) }
    let order = texts.indices.sorted { texts[$0].lexicographicallyPrecedes(texts[$1]) }
    let numbers = table.keyIDs.renumber(by: order.map { Int32($0) })
    for index in table.settingKeys.indices {
      table.settingKeys[index] = numbers[Int(table.settingKeys[index])]
    }
  }

  private mutating func compile(_ rule: Rule) throws(CompileFailure) -> CompiledRule {
    let first = Int32(table.settingKeys.count)
    for setting in rule.settings {
      table.settingKeys.append(table.keyIDs.id(of: setting.key))
      table.settingValues.append(try compile(setting.value))
    }
    let firstContainer = Int32(table.containers.count)
    for container in rule.containers { table.containers.append(try number(container)) }
    let target = try number(rule.target)
    let mask = table.traits.requirement(rule.traits)
    if mask.isWide { table.wideTraits.append(mask) }
    return CompiledRule(
      classID: target.classID, styleID: target.styleID,
      outermostID: rule.containers.isEmpty ? -1 : table.containers[Int(firstContainer)].classID,
      firstContainer: firstContainer, endContainer: Int32(table.containers.count),
      placeID: places.id(of: target, in: table.containers[Int(firstContainer)...]), traits: mask.first,
      wideTraits: mask.isWide ? Int32(table.wideTraits.count - 1) : -1,
      traitCount: Int32(rule.traits.count), firstSetting: first, endSetting: Int32(table.settingKeys.count))
  }

  private mutating func number(_ reference: ClassReference) throws(CompileFailure) -> CompiledRule.Container {
    guard let id = kit.classIDs[reference.name] else {
      throw CompileFailure(theme: theme, message: "The kit has no class '\(reference.name)'.")
    }
    return CompiledRule.Container(
      classID: id, styleID: reference.style.map { table.styles.id(of: $0) } ?? -1)
  }

  private mutating func compile(_ value: Value) throws(CompileFailure) -> CompiledValue {
    if case .blocked = value { return .blocked }
    if let constant = try constant(value) { return .constant(constant) }
    return .variable(variables.id(of: value))
  }

  /// Returns the value if no traits can change it, else nil.
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
      return try allConstant(items).map { .list($0) }
    case .object(let members):
      guard let constants = try allConstant(members.lazy.map(\.value)) else { return nil }
      return .object(
        zip(members, constants).map { ResolvedValue.ResolvedMember(name: $0.name, value: $1) })
    }
  }

  /// Checks all values, also those after one that is not constant.
  private mutating func allConstant(
    _ values: some Collection<Value>
  ) throws(CompileFailure) -> [ResolvedValue]? {
    var constants: [ResolvedValue] = []
    constants.reserveCapacity(values.count)
    for value in values {
      if let constant = try constant(value) { constants.append(constant) }
    }
    return constants.count == values.count ? constants : nil
  }

  private func checkColor(_ name: String, _ opacity: Opacity) throws(CompileFailure) {
    guard let id = table.palette.id(of: name) else { throw CompileFailure(theme: theme, noColor: name) }
    for below in opacities[id] where (try? below.multiplied(by: opacity)) == nil {
      throw CompileFailure(theme: theme, overflowAt: name)
    }
  }
}

/// The reason why a theme can't be compiled. The reader rejects such themes, so it is an error of the program.
package struct CompileFailure: Error, Sendable, Hashable {
  /// The theme, or nil if the library has errors.
  let theme: String?
  let message: String

  package func problem(in library: Library) -> Problem {
    let file = theme.flatMap { library.sources[$0]?.name } ?? theme ?? ""
    return Problem(
      code: "does-not-compile", place: SourceLocation(file: file, line: 1, column: 1), message: message)
  }
}

extension CompileFailure {
  init(theme: String, noColor name: String) {
    self.init(theme: theme, message: "There is no color '\(name)'.")
  }

  init(theme: String, overflowAt name: String) {
    self.init(
      theme: theme,
      message: "The opacities that '\(name)' multiplies have too many digits to be kept exact.")
  }
}

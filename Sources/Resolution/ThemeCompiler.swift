internal import Themes

/// Turns generations of themes into numbered rules, settings and tables.
struct ThemeCompiler {
  private let generations: [Theme]
  private let kit: CompiledKit
  private let opacities: [Set<Opacity>]
  private let theme: String
  let palette: Palette
  let images: ImageTable
  /// In ascending order of their text's bytes, so that answers come sorted.
  let keys: [PropertyKey]
  let keyIDs: [PropertyKey: Int32]
  private(set) var traits = TraitTable()
  private(set) var styles = Interner<String>()
  private(set) var rules: [CompiledRule] = []
  private(set) var settings: [CompiledSetting] = []
  private(set) var sources: [CompiledTheme.RuleSource] = []

  init(_ generations: [Theme], kit: CompiledKit) throws(CompileFailure) {
    self.generations = generations
    self.kit = kit
    theme = generations.last?.name ?? ""
    palette = try Palette(generations, traits: &traits)
    opacities = try palette.opacities(theme: theme)
    images = ImageTable(generations, traits: &traits)
    var distinct: Set<PropertyKey> = []
    for generation in generations {
      for rule in generation.rules { for setting in rule.settings { distinct.insert(setting.key) } }
    }
    keys = distinct.map { (key: $0, text: $0.description) }
      .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }.map(\.key)
    keyIDs = Dictionary(uniqueKeysWithValues: zip(keys, 0...))
  }

  mutating func compile() throws(CompileFailure) {
    for generation in generations {
      for (index, rule) in generation.rules.enumerated() {
        rules.append(try compile(rule))
        sources.append(CompiledTheme.RuleSource(theme: generation.name, index: index, rule: rule))
      }
    }
  }

  private mutating func compile(_ rule: Rule) throws(CompileFailure) -> CompiledRule {
    let first = Int32(settings.count)
    for setting in rule.settings {
      guard let key = keyIDs[setting.key] else { continue }
      settings.append(CompiledSetting(key: key, value: try compile(setting.value)))
    }
    var containers: [CompiledRule.Container] = []
    for container in rule.containers {
      containers.append(
        CompiledRule.Container(classID: try id(of: container), styleID: style(of: container)))
    }
    return CompiledRule(
      classID: try id(of: rule.target), styleID: style(of: rule.target), containers: containers,
      traits: traits.requirement(rule.traits), traitCount: Int32(rule.traits.count),
      firstSetting: first, endSetting: Int32(settings.count))
  }

  private func id(of reference: ClassReference) throws(CompileFailure) -> Int32 {
    guard let id = kit.classIDs[reference.name] else {
      throw .unknownClass(theme: theme, name: reference.name)
    }
    return id
  }

  private mutating func style(of reference: ClassReference) -> Int32 {
    reference.style.map { styles.id(of: $0) } ?? -1
  }

  private func compile(_ value: Value) throws(CompileFailure) -> CompiledValue {
    switch value {
    case .blocked: return .blocked
    case .color(.literal(let color)): return .constant(.color(ResolvedColor(color)))
    case .color(.reference(let name, let opacity)):
      return .color(id: try checkedColor(name, opacity), opacity: opacity)
    case .image(let name):
      return images.id(of: name).map { .image(id: $0) } ?? .constant(.image(name))
    case .number(let number): return .constant(.number(number))
    case .bool(let bool): return .constant(.bool(bool))
    case .string(let string): return .constant(.string(string))
    case .list, .object:
      try checkColors(in: value)
      return .composed(value)
    }
  }

  private func checkColors(in value: Value) throws(CompileFailure) {
    switch value {
    case .color(.reference(let name, let opacity)): _ = try checkedColor(name, opacity)
    case .list(let items): for item in items { try checkColors(in: item) }
    case .object(let members): for member in members { try checkColors(in: member.value) }
    case .blocked, .color(.literal), .image, .number, .bool, .string: return
    }
  }

  private func checkedColor(_ name: String, _ opacity: Opacity) throws(CompileFailure) -> Int {
    guard let id = palette.ids[name] else { throw .unknownColor(theme: theme, name: name) }
    for below in opacities[id] where (try? below.multiplied(by: opacity)) == nil {
      throw .opacityTooLong(theme: theme, name: name)
    }
    return id
  }
}

internal import Themes

/// A compiled theme with its parents: all names of its rules as numbers, in flat lists.
struct RuleTable: Sendable {
  /// The keys, in ascending order of their text's bytes, so that looks are sorted.
  var keyIDs = Interner<PropertyKey>()
  let palette: Palette
  /// The named images that rules refer to.
  let images: NamedChoices<String?>
  let values: NamedValues
  var traits: TraitTable
  var styles = Interner<String>()
  /// The rules of all generations: parents first, then in file order.
  var rules: [CompiledRule] = []
  var containers: [CompiledRule.Container] = []
  /// A number for each place. Places that differ only in the names of styles have the same; -1 for a place without styles.
  var outlines: [Int32] = []
  /// The traits of rules whose bits go beyond the 64th.
  var wideTraits: [TraitMask] = []
  /// The keys of all settings, rule by rule. A look reads many keys and few values, so they are separate.
  var settingKeys: [Int32] = []
  var settingValues: [CompiledValue] = []
  /// The values that depend on traits, each once.
  var variables: [Value] = []
  /// The numbers of the named values that rules refer to, directly or through other values.
  var ruleValues: [Int] = []
  /// The bare image names in rules that are not in `images`.
  var ruleImages: [String] = []
  /// The theme with its parents, the oldest first.
  let generations: [Theme]
  private let starts: [Int]

  init(
    _ generations: [Theme], palette: Palette, images: NamedChoices<String?>, values: NamedValues,
    traits: TraitTable
  ) {
    self.generations = generations
    var starts: [Int] = []
    for theme in generations { starts.append((starts.last ?? 0) + theme.rules.count) }
    self.starts = [0] + starts.dropLast()
    (self.palette, self.images, self.values, self.traits) = (palette, images, values, traits)
  }

  var keys: [PropertyKey] { keyIDs.names }

  @inline(__always)
  func holds(_ rule: CompiledRule, in mask: TraitMask) -> Bool {
    rule.traits & ~mask.first == 0
      && (rule.wideTraits < 0 || wideTraits[Int(rule.wideTraits)].isSubset(of: mask))
  }

  func mask(of rule: CompiledRule) -> TraitMask {
    rule.wideTraits < 0 ? TraitMask(rule.traits) : wideTraits[Int(rule.wideTraits)]
  }

  /// Returns the value of a setting as the theme writes it.
  func written(_ setting: Int32, of order: Int32) -> Value {
    source(of: order).settings[Int(setting - rules[Int(order)].firstSetting)].value
  }

  func setting(of key: Int32, in rule: Int32) -> Int32? {
    let rule = rules[Int(rule)]
    for index in rule.settings where settingKeys[Int(index)] == key { return index }
    return nil
  }

  func source(of order: Int32) -> Rule {
    let (generation, index) = origin(of: order)
    return generations[generation].rules[index]
  }

  func identity(of order: Int32) -> RuleIdentity {
    let (generation, index) = origin(of: order)
    let theme = generations[generation]
    return RuleIdentity(theme: theme.name, index: index, file: theme.file, rule: theme.rules[index])
  }

  private func origin(of order: Int32) -> (generation: Int, index: Int) {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= Int(order) { low = middle } else { high = middle }
    }
    return (low, Int(order) - starts[low])
  }
}

/// A rule as numbers. It has no references, so reading it costs no reference counting.
struct CompiledRule: Sendable {
  let classID: Int32
  /// The style of the target, or -1.
  let styleID: Int32
  /// The class of the outermost container, or -1.
  let outermostID: Int32
  /// The range of its containers in the theme's list.
  let firstContainer: Int32
  let endContainer: Int32
  /// The number of its place: rules for the same target in the same containers have the same.
  let placeID: Int32
  let traits: UInt64
  /// The index in `RuleTable.wideTraits` if 64 bits are too few, else -1.
  let wideTraits: Int32
  let traitCount: Int32
  let firstSetting: Int32
  let endSetting: Int32

  @inline(__always)
  var settings: Range<Int32> { firstSetting..<endSetting }

  struct Container: Sendable, Hashable {
    let classID: Int32
    let styleID: Int32
  }
}

/// A value as far as it is known before the traits are.
enum CompiledValue: Sendable {
  case blocked
  case constant(ResolvedValue)
  /// A value that depends on traits: its index in `RuleTable.variables`.
  case variable(Int32)
}

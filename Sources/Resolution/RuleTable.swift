internal import Themes

/// What the compiler makes of a theme and its parents: everything that rules name as numbers, in flat lists.
struct RuleTable: Sendable {
  /// In ascending order of their text's bytes, so that answers come sorted.
  var keyIDs = Interner<PropertyKey>()
  let palette: Palette
  /// What a rule's image value stands for.
  let images: NamedImages
  let values: NamedValues
  var traits: TraitTable
  var styles = Interner<String>()
  /// Parents first, then in file order.
  var rules: [CompiledRule] = []
  var containers: [CompiledRule.Container] = []
  /// For each place of rules a number that places have in common which differ in the names of styles alone; -1 where
  /// there is no style.
  var outlines: [Int32] = []
  /// The traits of rules whose bits go beyond the 64th.
  var wideTraits: [TraitMask] = []
  /// The keys of all settings, rule by rule: a look goes through many of them and takes few values.
  var settingKeys: [Int32] = []
  var settingValues: [CompiledValue] = []
  /// Values that depend on traits, each once.
  var variables: [Value] = []
  /// The numbers of the named values that rules refer to, with all that those lead to.
  var ruleValues: [Int] = []
  /// The bare names that rules give as image values, other than those of `images`.
  var ruleImages: [String] = []
  /// The theme with its parents, the oldest first.
  let generations: [Theme]
  /// At which rule each of them begins.
  private let starts: [Int]

  init(
    _ generations: [Theme], palette: Palette, images: NamedImages, values: NamedValues, traits: TraitTable
  ) {
    self.generations = generations
    var starts: [Int] = []
    for theme in generations { starts.append((starts.last ?? 0) + theme.rules.count) }
    self.starts = [0] + starts.dropLast()
    (self.palette, self.images, self.values, self.traits) = (palette, images, values, traits)
  }

  var keys: [PropertyKey] { keyIDs.names }

  /// Whether every trait that a rule wants is in the mask.
  @inline(__always)
  func holds(_ rule: CompiledRule, in mask: TraitMask) -> Bool {
    rule.traits & ~mask.first == 0
      && (rule.wideTraits < 0 || wideTraits[Int(rule.wideTraits)].isSubset(of: mask))
  }

  /// A setting's value as the theme says it.
  func written(_ setting: Int32, of order: Int32) -> Value {
    source(of: order).settings[Int(setting - rules[Int(order)].firstSetting)].value
  }

  /// The index of the rule's setting of this key, if it has one.
  func setting(of key: Int32, in rule: Int32) -> Int32? {
    let rule = rules[Int(rule)]
    for index in rule.firstSetting..<rule.endSetting where settingKeys[Int(index)] == key { return index }
    return nil
  }

  /// A rule as its author wrote it.
  func source(of order: Int32) -> Rule {
    let (generation, index) = origin(of: order)
    return generations[generation].rules[index]
  }

  /// The same with what its author knows it by.
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

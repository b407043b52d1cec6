internal import Themes

/// What the compiler makes of a theme and its parents: everything that rules name as numbers, in flat lists.
struct RuleTable: Sendable {
  /// In ascending order of their text's bytes, so that answers come sorted.
  let keys: [PropertyKey]
  let keyIDs: [PropertyKey: Int32]
  let palette: Palette
  /// What a rule's image value stands for.
  let images: NamedChoices<String>
  let values: NamedChoices<Value>
  var traits: TraitTable
  var styles = Interner<String>()
  /// Parents first, then in file order.
  var rules: [CompiledRule] = []
  var containers: [CompiledRule.Container] = []
  /// The traits of rules whose bits go beyond the 64th.
  var wideTraits: [TraitMask] = []
  var settings: [CompiledSetting] = []
  /// Values that depend on traits, each once.
  var variables: [Value] = []
  /// The bare names that rules give as image values, other than those of `images`.
  var ruleImages: [String] = []
  /// Where each of the rules came from.
  var sources: [RuleIdentity] = []

  /// Whether every trait that a rule wants is in the mask.
  @inline(__always)
  func holds(_ rule: CompiledRule, in mask: TraitMask) -> Bool {
    rule.traits & ~mask.first == 0
      && (rule.wideTraits < 0 || wideTraits[Int(rule.wideTraits)].isSubset(of: mask))
  }

  /// The index of the rule's setting of this key, if it has one.
  func setting(of key: Int32, in rule: Int32) -> Int32? {
    let rule = rules[Int(rule)]
    for index in rule.firstSetting..<rule.endSetting where settings[Int(index)].key == key { return index }
    return nil
  }
}

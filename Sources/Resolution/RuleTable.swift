internal import Documents
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
    let generation = starts.prefixCount { $0 <= Int(order) } - 1
    return (generation, Int(order) - starts[generation])
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

/// An index that finds the rules that can match a target in a place without visiting the others.
///
/// The rules are in one array, grouped by class and style, then by the class of the outermost container. A lookup
/// visits the groups of its styles, its class and all superclasses, and in each group the parts whose container class
/// is in the path. It never visits a rule of another class, style or container.
struct RuleIndex: Sendable {
  /// The rules of one group with the same class of the outermost container, or -1.
  struct Part: Sendable {
    let containerID: Int32
    let first: Int32
    let end: Int32
  }

  private let rules: [Int32]
  private let parts: [Part]
  /// The classes that have rules without a style, whose parts are in `plain`. A kit has hundreds of classes, and most themes
  /// have rules for a few: two numbers for each class took 1.5 KB of every theme.
  private let plainClasses: [PlainClasses]
  private let plain: [PlainParts]
  /// The parts of the rules with a style, in ascending order of class and style.
  private let styled: [StyledParts]

  /// Thirty-two classes, a bit for each with rules without a style, and the number of such classes before these.
  private struct PlainClasses: Sendable {
    var bits: UInt32 = 0
    var before: Int32 = 0
  }

  private struct PlainParts: Sendable {
    let first: Int32
    let end: Int32
  }

  private struct StyledParts: Sendable {
    let key: UInt64
    let first: Int32
    let end: Int32
  }

  init(_ compiled: [CompiledRule], of orders: some Sequence<Int>, classCount: Int) {
    let order = orders.map { Int32($0) }.sorted { a, b in
      Self.sortKey(compiled[Int(a)], a) < Self.sortKey(compiled[Int(b)], b)
    }
    var parts: [Part] = []
    var groups: [(classID: Int32, styleID: Int32, parts: Range<Int>)] = []
    var index = 0
    while index < order.count {
      let rule = compiled[Int(order[index])]
      let first = index
      while index < order.count, Self.isAlike(compiled[Int(order[index])], rule) { index += 1 }
      if let last = groups.last, last.classID == rule.classID, last.styleID == rule.styleID {
        groups[groups.count - 1].parts = last.parts.lowerBound..<parts.count + 1
      } else {
        groups.append((rule.classID, rule.styleID, parts.count..<parts.count + 1))
      }
      parts.append(Part(containerID: rule.outermostID, first: Int32(first), end: Int32(index)))
    }
    var plainClasses = [PlainClasses](repeating: PlainClasses(), count: (classCount + 31) / 32)
    var plain: [PlainParts] = []
    plain.reserveCapacity(groups.count { $0.styleID < 0 })
    var styled: [StyledParts] = []
    styled.reserveCapacity(groups.count { $0.styleID >= 0 })
    for (classID, styleID, range) in groups {
      let (first, end) = (Int32(range.lowerBound), Int32(range.upperBound))
      if styleID >= 0 {
        styled.append(StyledParts(key: Self.key(classID, styleID), first: first, end: end))
      } else {
        plainClasses[Int(classID) / 32].bits |= 1 << UInt32(classID % 32)
        plain.append(PlainParts(first: first, end: end))
      }
    }
    for index in plainClasses.indices.dropFirst() {
      let last = plainClasses[index - 1]
      plainClasses[index].before = last.before + Int32(last.bits.nonzeroBitCount)
    }
    // A copy has no spare capacity.
    (self.rules, self.parts) = (order, parts.map(\.self))
    (self.plainClasses, self.plain, self.styled) = (plainClasses, plain, styled)
  }

  @inline(__always)
  func plainParts(of classID: Int32) -> Range<Int> {
    let classes = plainClasses[Int(classID >> 5)]
    let bit: UInt32 = 1 << (UInt32(bitPattern: classID) & 31)
    guard classes.bits & bit != 0 else { return 0..<0 }
    let found = plain[Int(classes.before) + (classes.bits & (bit - 1)).nonzeroBitCount]
    return Int(found.first)..<Int(found.end)
  }

  @inline(__always)
  func styledParts(of classID: Int32, style: Int32) -> Range<Int> {
    let key = Self.key(classID, style)
    let index = styled.prefixCount { $0.key < key }
    guard index < styled.count, styled[index].key == key else { return 0..<0 }
    return Int(styled[index].first)..<Int(styled[index].end)
  }

  @inline(__always)
  func part(_ index: Int) -> Part { parts[index] }

  @inline(__always)
  func rule(_ index: Int32) -> Int32 { rules[Int(index)] }

  private static func key(_ classID: Int32, _ styleID: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: classID)) << 32 | UInt64(UInt32(bitPattern: styleID))
  }

  private static func sortKey(_ rule: CompiledRule, _ index: Int32) -> (Int32, Int32, Int32, Int32) {
    (rule.classID, rule.styleID, rule.outermostID, index)
  }

  private static func isAlike(_ rule: CompiledRule, _ other: CompiledRule) -> Bool {
    (rule.classID, rule.styleID, rule.outermostID) == (other.classID, other.styleID, other.outermostID)
  }
}

/// A rule with everything that is compared per question as a number: plain bytes, so that looking at one costs
/// no counting of references.
struct CompiledRule: Sendable {
  let classID: Int32
  /// -1 where the rule names none.
  let styleID: Int32
  /// The class of its outermost container; -1 where the rule has none.
  let outermostID: Int32
  /// Its containers stand together in the theme's list, from here to here.
  let firstContainer: Int32
  let endContainer: Int32
  /// Rules for the same target in the same containers have the same.
  let placeID: Int32
  /// The first 64 bits of the traits that it wants.
  let traits: UInt64
  /// Where the theme's list has all of them, when 64 bits are too few; else -1.
  let wideTraits: Int32
  let traitCount: Int32
  /// Its settings stand together in the theme's lists, from here to here.
  let firstSetting: Int32
  let endSetting: Int32

  struct Container: Sendable, Hashable {
    let classID: Int32
    let styleID: Int32
  }
}

/// A value as far as it can be known before traits are.
enum CompiledValue: Sendable {
  case blocked
  case constant(ResolvedValue)
  /// What refers to colors or images: its number in the theme's list of such values.
  case variable(Int32)
}

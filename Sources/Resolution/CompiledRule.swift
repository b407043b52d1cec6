internal import Themes

/// A rule with everything that is compared per question as a number.
struct CompiledRule: Sendable {
  let classID: Int32
  /// -1 where the rule names none.
  let styleID: Int32
  let containers: [Container]
  let traits: TraitMask
  let traitCount: Int32
  /// Its settings stand together in the theme's list, from here to here.
  let firstSetting: Int32
  let endSetting: Int32

  struct Container: Sendable, Hashable {
    let classID: Int32
    let styleID: Int32
  }
}

/// One `key: value` of a rule.
struct CompiledSetting: Sendable {
  let key: Int32
  let value: CompiledValue
}

/// A value as far as it can be known before traits are.
enum CompiledValue: Sendable {
  case blocked
  case constant(ResolvedValue)
  case color(id: Int, opacity: Opacity)
  case image(id: Int)
  /// A list or an object with references inside.
  case composed(Value)
}

/// Gives names numbers in the order in which they come.
struct Interner<Name: Hashable & Sendable>: Sendable {
  private(set) var names: [Name] = []
  private var ids: [Name: Int32] = [:]

  func find(_ name: Name) -> Int32? { ids[name] }

  mutating func id(of name: Name) -> Int32 {
    if let id = ids[name] { return id }
    let id = Int32(names.count)
    names.append(name)
    ids[name] = id
    return id
  }
}

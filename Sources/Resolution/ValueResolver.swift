internal import Themes

/// A resolver of the references in values, for certain traits.
struct ValueResolver {
  let theme: CompiledTheme
  let mask: TraitMask
  /// The colors by number; nil for a color that does not exist for these traits.
  let colors: [Color?]
  /// The named values that are resolved so far, by number.
  var values: [Int: ResolvedTypedValue] = [:]

  /// Resolves a value. Returns nil if it blocks or names something that the theme does not have.
  func resolve(_ value: Value) -> ResolvedValue? {
    switch value {
    case .blocked: nil
    case .color(.literal(let color)): .color(ResolvedColor(color))
    case .color(.exact(let exact)): .color(ResolvedColor(exact.color))
    case .color(.reference(let name, let opacity)):
      theme.table.palette.id(of: name).flatMap { faded($0, opacity) }.map { .color(ResolvedColor($0)) }
    case .image(let name):
      .image(theme.table.images.content(of: name, holding: mask) ?? name)
    case .number(let number): .number(number)
    case .bool(let bool): .bool(bool)
    case .string(let string): .string(string)
    case .reference(let name, let use):
      theme.table.values.id(of: name).flatMap { values[$0] }.flatMap { use.taken(from: $0) }
    case .list(let items): .list(items.compactMap { resolve($0) })
    case .object(let members):
      .object(
        members.compactMap { member in
          resolve(member.value).map { ResolvedValue.ResolvedMember(name: member.name, value: $0) }
        })
    }
  }

  private func faded(_ id: Int, _ opacity: Opacity) -> Color? {
    guard let color = colors[id], opacity != .opaque else { return colors[id] }
    // Compiling has tried this opacity on every form of the color.
    return (try? color.faded(by: opacity)) ?? color
  }
}

/// Typed values: resolved as a whole or not at all.
extension ValueResolver {
  /// Resolves a part of a typed value. Returns nil if anything in it does not exist for these traits.
  func resolve(_ value: Value, as part: ValueType.TypedPart) -> ResolvedValue? {
    switch (value, part) {
    case (_, .value(.any)): resolve(value)
    case (.reference(let name, _), .value(let type)): referenced(name, [type])
    case (.reference(let name, _), .height): referenced(name, [.number, .dimension])
    case (.string(let word), .value(.fontWeight)): FontWeight.number(of: word).map { .number($0) }
    case (.list(let items), .dashes): whole(items.map { resolve($0, as: .value(.dimension)) })
    case (.list(let items), .value): whole(items.map { resolve(item: $0, as: part) })
    case (.object(let members), .value(let type)): object(members, type)
    default: resolve(value)
    }
  }

  private func referenced(_ name: String, _ types: [ValueType]) -> ResolvedValue? {
    guard let id = theme.table.values.id(of: name), let found = values[id],
      types.contains(where: { $0 == found.type })
    else { return nil }
    return found.value
  }

  /// Resolves an item. A reference to a list stands for its first item.
  private func resolve(item: Value, as part: ValueType.TypedPart) -> ResolvedValue? {
    let resolved = resolve(item, as: part)
    if case .reference = item, case .list(let items)? = resolved { return items.first }
    return resolved
  }

  private func object(_ members: [Value.ValueMember], _ type: ValueType) -> ResolvedValue? {
    let resolved = members.compactMap { member -> ResolvedValue.ResolvedMember? in
      guard let value = resolve(member.value, as: type.part(named: member.name) ?? .flag) else { return nil }
      let isPosition = type == .gradient && member.name == "position"
      return ResolvedValue.ResolvedMember(name: member.name, value: isPosition ? value.clamped : value)
    }
    return resolved.count == members.count ? .object(resolved) : nil
  }

  private func whole(_ values: [ResolvedValue?]) -> ResolvedValue? {
    let whole = values.compactMap(\.self)
    return whole.count == values.count ? .list(whole) : nil
  }
}

extension ResolvedValue {
  fileprivate var clamped: ResolvedValue {
    if case .number(let number) = self { .number(min(1, max(0, number))) } else { self }
  }
}

extension ValueUse {
  /// Returns the part of a named value, or nil if its type does not fit.
  func taken(from named: ResolvedTypedValue) -> ResolvedValue? {
    switch self {
    case .whole, .text: named.value
    case .fonts: named.families
    case .number: named.plainNumber.map { .number($0) }
    case .integer: named.plainNumber.map { .number($0.rounded(.toNearestOrAwayFromZero)) }
    case .string: named.family
    case .font: named.font
    }
  }
}

extension ResolvedTypedValue {
  /// The number without a unit: lengths in pixels, 16 for a rem; durations in seconds.
  fileprivate var plainNumber: Double? {
    switch (type, value) {
    case (.number, .number(let number)), (.fontWeight, .number(let number)): number
    case (.dimension, _): value.quantity(["px": { $0 }, "rem": { $0 * 16 }])
    case (.duration, _): value.quantity(["s": { $0 }, "ms": { $0 / 1000 }])
    default: nil
    }
  }

  fileprivate var family: ResolvedValue? { type == .fontFamily ? value.first : nil }

  /// The fonts in one text, as CSS writes a list.
  fileprivate var families: ResolvedValue? {
    guard case .list(let items) = value else { return family }
    let names = items.compactMap { if case .string(let name) = $0 { name } else { nil } }
    return .string(names.joined(separator: ", "))
  }

  /// The font as kits have it, without the other members of typography.
  fileprivate var font: ResolvedValue? {
    if let family { return .object([ResolvedValue.ResolvedMember(name: "family", value: family)]) }
    guard type == .typography else { return nil }
    let size = value.part(["fontSize"])?.quantity(["px": { $0 }, "rem": { $0 * 16 }])
    let members: [(name: String, value: ResolvedValue?)] = [
      ("family", value.part(["fontFamily"])?.first), ("size", size.map { .number($0) }),
      ("weight", value.part(["fontWeight"])),
    ]
    return .object(
      members.compactMap { name, value in
        value.map { ResolvedValue.ResolvedMember(name: name, value: $0) }
      })
  }
}

extension ResolvedValue {
  fileprivate var first: ResolvedValue? { if case .list(let items) = self { items.first } else { self } }

  /// Returns a number with a unit as a plain number, converted by its unit.
  fileprivate func quantity(_ units: [String: (Double) -> Double]) -> Double? {
    guard case .number(let number)? = part(["value"]), case .string(let unit)? = part(["unit"]) else {
      return nil
    }
    return units[unit]?(number)
  }
}

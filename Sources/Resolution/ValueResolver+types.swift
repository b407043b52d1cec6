internal import Themes

/// Values of a type: there as a whole or not at all.
extension ValueResolver {
  /// What a part of a typed value stands for here; nil where anything in it is not there.
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

  /// What a reference leads to may be a list of one.
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
  /// A number from 0 to 1.
  fileprivate var clamped: ResolvedValue {
    if case .number(let number) = self { .number(min(1, max(0, number))) } else { self }
  }
}

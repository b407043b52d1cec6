internal import Themes

/// Values as the theme writes them, but for references to each other: colors in them still refer to other colors.
extension NamedValues {
  /// By number, as they are where these traits hold; nil for one that is not there.
  func followed(holding mask: TraitMask) -> [Value?] {
    var known: [Value?] = []
    known.reserveCapacity(names.count)
    for id in names.indices {
      known.append(content(of: id, holding: mask).flatMap { follow($0.content, known) })
    }
    return known
  }

  /// - Parameter known: all that the value can refer to.
  private func follow(_ value: Value, _ known: [Value?]) -> Value? {
    switch value {
    case .reference(let name, _):
      return id(of: name).flatMap { known.indices.contains($0) ? known[$0] : nil }
    case .list(let items): return .list(items.compactMap { follow(item: $0, known) })
    case .object(let members):
      return .object(
        members.compactMap { member in
          follow(member.value, known).map { Value.ValueMember(name: member.name, value: $0) }
        })
    case .blocked, .color, .image, .number, .bool, .string: return value
    }
  }

  /// What a reference leads to may be a list of one.
  private func follow(item: Value, _ known: [Value?]) -> Value? {
    let found = follow(item, known)
    if case .reference = item, case .list(let items)? = found { return items.first }
    return found
  }
}

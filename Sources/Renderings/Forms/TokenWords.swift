internal import Resolution
internal import Themes

/// Says colors and values of a theme as tokens can: a reference to a whole one stays, all else is followed.
struct TokenWords: Sendable {
  /// Colors and values whose names no token can have.
  let nameless: Set<String>
  private let colors: [String: ColorExpression]

  init(_ colors: [ResolvedTheme.NamedColor], nameless: Set<String>) {
    self.nameless = nameless
    self.colors = Dictionary(
      uniqueKeysWithValues: colors.compactMap { color in color.exact.map { (color.name, $0) } })
  }

  package func said(_ color: ColorExpression) -> ColorExpression {
    guard case .reference(let name, let opacity) = color, let exact = colors[name] else { return color }
    return opacity == .opaque && !nameless.contains(name) ? color : exact.faded(by: opacity)
  }

  /// Nil for what refers to a value without a path.
  package func said(_ value: Value) -> Value? {
    switch value {
    case .color(let color): return .color(said(color))
    case .reference(let name, _): return nameless.contains(name) ? nil : value
    case .list(let items):
      let parts = items.compactMap { said($0) }
      return parts.count == items.count ? .list(parts) : nil
    case .object(let members):
      let parts = members.compactMap { member in
        said(member.value).map { Value.ValueMember(name: member.name, value: $0) }
      }
      return parts.count == members.count ? .object(parts) : nil
    case .blocked, .image, .number, .bool, .string: return value
    }
  }
}

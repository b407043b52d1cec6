internal import Themes

/// Follows the references in a value where certain traits hold.
struct ValueResolver {
  let theme: CompiledTheme
  let mask: TraitMask
  /// The palette as these traits leave it; nil for a color that is not there.
  let colors: [Color?]
  /// The named values that were resolved so far, by number.
  var values: [Int: ResolvedTypedValue] = [:]

  /// What a value stands for here; nil where it blocks or names what the theme has not.
  func resolve(_ value: Value) -> ResolvedValue? {
    switch value {
    case .blocked: nil
    case .color(.literal(let color)): .color(ResolvedColor(color))
    case .color(.exact(let exact)): .color(ResolvedColor(exact.color))
    case .color(.reference(let name, let opacity)):
      theme.table.palette.id(of: name).flatMap { faded($0, opacity) }.map { .color(ResolvedColor($0)) }
    case .image(let name):
      .image(
        theme.table.images.id(of: name).flatMap { theme.table.images.content(of: $0, holding: mask) } ?? name)
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

internal import Themes

/// Follows the references in a value where certain traits hold.
struct ValueResolver {
  let theme: CompiledTheme
  let mask: TraitMask
  /// The palette as these traits leave it.
  let colors: [Color]

  /// What a value stands for here; nil where it blocks or names what the theme has not.
  func resolve(_ value: Value) -> ResolvedValue? {
    switch value {
    case .blocked: nil
    case .color(.literal(let color)): .color(ResolvedColor(color))
    case .color(.exact(let exact)): .color(ResolvedColor(exact.color))
    case .color(.reference(let name, let opacity)):
      theme.table.palette.id(of: name).map { .color(ResolvedColor(faded($0, opacity))) }
    case .image(let name):
      .image(
        theme.table.images.id(of: name).map { theme.table.images.content(of: $0, holding: mask) } ?? name)
    case .number(let number): .number(number)
    case .bool(let bool): .bool(bool)
    case .string(let string): .string(string)
    case .list(let items): .list(items.compactMap { resolve($0) })
    case .object(let members):
      .object(
        members.compactMap { member in
          resolve(member.value).map { ResolvedValue.ResolvedMember(name: member.name, value: $0) }
        })
    }
  }

  private func faded(_ id: Int, _ opacity: Opacity) -> Color {
    if opacity == .opaque { return colors[id] }
    // Compiling has tried this opacity on every form of the color.
    return (try? colors[id].faded(by: opacity)) ?? colors[id]
  }
}
